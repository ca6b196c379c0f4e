import { RunStats } from '@bowline/protocol';
import { toText } from '@bowline/protocol';
import type { Output } from './output.ts';

/** One JSON object at the end, in the format of Gemini CLI, including errors. */
export function createJsonOutput(write: (text: string) => void): Output {
  const stats = new RunStats();
  const warnings: string[] = [];
  let response = '';
  return {
    event(event) {
      stats.take(event);
      if (event.type === 'message' && event.role === 'agent') response = toText(event.content);
      if (event.type === 'notice') warnings.push(event.text);
    },
    warn(text) {
      warnings.push(text);
    },
    end({ sessionId, error, pending, denials, structured }) {
      const body = {
        session_id: sessionId,
        response,
        ...(structured === undefined ? {} : { structured_output: structured.data }),
        stats: toStats(stats),
        ...(error === undefined ? {} : { error: { type: error.code, message: error.message, hint: error.hint } }),
        ...(pending.length === 0 ? {} : { suspended: true, pending }),
        ...(denials.length === 0 ? {} : { permission_denials: denials }),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
      write(`${JSON.stringify(body, null, 2)}\n`);
    },
  };
}

function toStats({ models, tools, cost: total }: RunStats): object {
  const all = [...tools.values()];
  const sum = (key: 'count' | 'success' | 'fail' | 'durationMs'): number =>
    all.reduce((total, tool) => total + tool[key], 0);
  return {
    models: Object.fromEntries(
      [...models].map(([name, { requests, errors, input, output, cached, thoughts, cost }]) => [
        name,
        {
          api: { totalRequests: requests, totalErrors: errors },
          tokens: {
            input: input - cached,
            prompt: input,
            candidates: output,
            total: input + output + thoughts,
            cached,
            thoughts,
          },
          ...(cost === undefined ? {} : { cost }),
        },
      ]),
    ),
    ...(total === undefined ? {} : { cost: total }),
    tools: {
      totalCalls: sum('count'),
      totalSuccess: sum('success'),
      totalFail: sum('fail'),
      totalDurationMs: sum('durationMs'),
      byName: Object.fromEntries(tools),
    },
  };
}
