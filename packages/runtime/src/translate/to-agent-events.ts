import type { Content } from '@google/genai';
import { unreachable, type AgentEvent, type AgentEventBody, type ContentPart } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';

/** One record as surfaces see it: the same events, with the same ids, live and on every replay. */
export function toAgentEvents(record: LogRecord): AgentEvent[] {
  return toBodies(record).map((body, n) => ({
    ...body,
    id: n === 0 ? record.id : `${record.id}.${n}`,
    at: record.at,
    ...(record.streamId === undefined ? {} : { streamId: record.streamId }),
  }));
}

// eslint-disable-next-line complexity -- one line per type of record
function toBodies(record: LogRecord): AgentEventBody[] {
  switch (record.type) {
    case 'session_started': {
      const { sessionId, workspace, agent } = record.body;
      return [{ type: 'initialize', sessionId, workspace, agent }];
    }
    case 'stream_started':
      return [{ type: 'agent_start' }];
    case 'user_message':
    case 'steering_message': {
      const { messageId, content, display } = record.body;
      return [{ type: 'message', role: 'user', messageId, content: display ?? content }];
    }
    case 'model_selected':
    case 'model_requested':
      return [{ type: 'session_update', model: record.body.model }];
    case 'model_answered':
      return fromAnswer(record.body);
    case 'model_failed':
      return fromFailure(record.body);
    case 'model_fell_back': {
      const { from, to, reason } = record.body;
      return [
        { type: 'notice', level: 'warning', code: 'MODEL_FELL_BACK', text: `${from} → ${to}: ${reason}` },
        { type: 'session_update', model: to },
      ];
    }
    case 'utility_called': {
      const { model, usage, purpose } = record.body;
      return usage === undefined ? [] : [{ type: 'usage', model, usage, purpose }];
    }
    case 'tool_requested': {
      const { after: _, ...request } = record.body;
      return [{ type: 'tool_request', ...request }];
    }
    case 'tool_finished': {
      const { artifact, data, ...response } = record.body;
      const facts = artifact === undefined ? data : { ...data, artifact };
      return [{ type: 'tool_response', ...response, ...(facts === undefined ? {} : { data: facts }) }];
    }
    case 'tool_interrupted':
      return [fromInterruption(record.body)];
    case 'confirmation_requested':
      return [{ type: 'input_request', request: record.body.request }];
    case 'confirmation_resolved':
      return [{ type: 'input_response', ...record.body }];
    case 'confirmation_expired':
      return [{ type: 'input_response', inputId: record.body.inputId, outcome: { kind: 'expired' } }];
    case 'mode_changed':
      return [{ type: 'session_update', mode: record.body.mode }];
    case 'title_changed':
      return [{ type: 'session_update', title: record.body.title }];
    case 'notice':
      return [{ type: 'notice', ...record.body }];
    case 'loop_detected':
      return [{ type: 'notice', level: 'warning', code: 'LOOP_DETECTED', text: record.body.detail }];
    case 'limit_reached': {
      const { limit, value, max } = record.body;
      return [{ type: 'notice', level: 'warning', code: limit.toUpperCase(), text: `${limit}: ${value} of ${max}` }];
    }
    case 'rewound':
      return [{ type: 'rewound', to: record.body.to }];
    case 'stream_ended':
      return [{ type: 'agent_end', ...record.body }];
    case 'tool_decided': {
      const { callId, verdict, rule } = record.body;
      return [{ type: 'tool_status', callId, status: statuses[verdict], ...(rule === undefined ? {} : { rule }) }];
    }
    case 'tool_started':
      return [{ type: 'tool_status', callId: record.body.callId, status: 'running' }];
    case 'session_forked':
    case 'context_masked':
    case 'context_compacted':
    case 'hook_ran':
      return [];
    default:
      return unreachable(record);
  }
}

const statuses = { allow: 'allowed', ask: 'awaiting', deny: 'denied' } as const;

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

function fromInterruption({ callId, name, reason }: Body<'tool_interrupted'>): AgentEventBody {
  const content: ContentPart[] = [{ type: 'text', text: reason }];
  return { type: 'tool_response', callId, name, content, isError: true, errorType: 'interrupted' };
}

function fromAnswer({ messageId, content, model, usage }: Body<'model_answered'>): AgentEventBody[] {
  const parts = ((content as Content).parts ?? []).flatMap((part): ContentPart[] => {
    if (part.text === undefined || part.text === '') return [];
    return [part.thought === true ? { type: 'thought', text: part.text } : { type: 'text', text: part.text }];
  });
  const message: AgentEventBody = { type: 'message', role: 'agent', messageId, content: parts };
  return [
    ...(parts.length > 0 ? [message] : []),
    ...(usage === undefined ? [] : [{ type: 'usage' as const, model, usage }]),
  ];
}

function fromFailure(body: Body<'model_failed'>): AgentEventBody[] {
  const { code, message, hint, isFinal, retracts, model, usage } = body;
  const error: AgentEventBody = {
    type: 'error',
    code,
    message,
    fatal: isFinal,
    ...(hint === undefined ? {} : { hint }),
  };
  return [
    ...(retracts === undefined ? [] : [{ type: 'message_retracted' as const, messageId: retracts, reason: message }]),
    ...(usage === undefined ? [] : [{ type: 'usage' as const, model, usage }]),
    error,
  ];
}
