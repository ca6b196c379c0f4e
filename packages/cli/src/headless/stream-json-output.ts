import { RunStats } from '@bowline/protocol';
import { toText, type AgentEvent } from '@bowline/protocol';
import { headlessTexts } from '../texts/headless-texts.ts';
import type { Output, RunEnd } from './output.ts';

/** One JSON line per event, in the format of Gemini CLI. The last line is always a result. */
export function createStreamJsonOutput(
  write: (text: string) => void,
  session: { readonly id: string; readonly model: string },
): Output {
  const stats = new RunStats();
  const streamed = new Set<string>();
  const line = (body: object, at = new Date().toISOString()): void => {
    write(`${JSON.stringify({ ...body, timestamp: at })}\n`);
  };
  line({ type: 'init', session_id: session.id, model: session.model });
  return {
    event(event) {
      stats.take(event);
      if (event.type === 'message_delta') streamed.add(event.messageId);
      const body = toBody(event, streamed);
      if (body !== undefined) line(body, event.at);
    },
    warn(text) {
      line(toWarning(text));
    },
    end(end) {
      line(toResult(stats, end));
    },
  };
}

function toWarning(message: string): object {
  return { type: 'error', severity: 'warning', message };
}

// eslint-disable-next-line complexity -- one case per type of event in the stream
function toBody(event: AgentEvent, streamed: ReadonlySet<string>): object | undefined {
  switch (event.type) {
    case 'message':
      if (event.role === 'agent' && streamed.has(event.messageId)) return undefined;
      return { type: 'message', role: event.role === 'agent' ? 'assistant' : 'user', content: toText(event.content) };
    case 'message_delta':
      return event.kind === 'text'
        ? { type: 'message', role: 'assistant', content: event.text, delta: true }
        : undefined;
    case 'tool_request':
      return { type: 'tool_use', tool_name: event.name, tool_id: event.callId, parameters: event.args };
    case 'tool_response': {
      const output = toText(event.content);
      const error = { type: event.errorType ?? 'error', message: output };
      return {
        type: 'tool_result',
        tool_id: event.callId,
        status: event.isError ? 'error' : 'success',
        ...(event.isError ? { error } : { output }),
      };
    }
    case 'message_retracted':
      return toWarning(headlessTexts.retracted(event.reason));
    case 'error':
      return { type: 'error', severity: event.fatal ? 'error' : 'warning', message: event.message };
    case 'notice':
      return event.level === 'warning' ? toWarning(event.text) : undefined;
    default:
      return undefined;
  }
}

function toResult(stats: RunStats, { sessionId, error, pending, denials, structured }: RunEnd): object {
  const { inputTokens, outputTokens, thoughtTokens, cachedTokens } = stats.usage;
  return {
    type: 'result',
    status: pending.length > 0 ? 'suspended' : error === undefined ? 'success' : 'error',
    ...(pending.length === 0 ? {} : { session_id: sessionId, pending }),
    ...(error === undefined ? {} : { error: { type: error.code, message: error.message } }),
    ...(denials.length === 0 ? {} : { permission_denials: denials }),
    ...(structured === undefined ? {} : { structured_output: structured.data }),
    stats: {
      total_tokens: inputTokens + outputTokens + thoughtTokens,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached: cachedTokens,
      ...(stats.cost === undefined ? {} : { cost: stats.cost }),
      duration_ms: stats.durationMs,
      tool_calls: [...stats.tools.values()].reduce((total, tool) => total + tool.count, 0),
    },
  };
}
