import {
  replaceControls,
  toPicture,
  unreachable,
  type AgentEvent,
  type AgentEventBody,
  type ContentPart,
  type KeptReason,
} from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';
import { CHOSEN } from '../state/model-question.ts';

/**
 * Converts a record of a session into events: the same events with the same IDs, live and on every replay. A fork has
 * the first record of its parent, so the session's ID is not taken from there.
 */
export function toAgentEvents(record: LogRecord, sessionId: string): AgentEvent[] {
  return toBodies(record, sessionId).map((body, n) => ({
    ...body,
    id: n === 0 ? record.id : `${record.id}.${n}`,
    at: record.at,
    ...(record.streamId === undefined ? {} : { streamId: record.streamId }),
  }));
}

// eslint-disable-next-line complexity, max-lines-per-function -- one line per type of record
function toBodies(record: LogRecord, sessionId: string): AgentEventBody[] {
  switch (record.type) {
    case 'session_started':
      return [{ type: 'initialize', sessionId, workspace: record.body.workspace, agent: record.body.agent }];
    case 'stream_started':
      return [{ type: 'agent_start' }];
    case 'user_message':
    case 'steering_message': {
      const { messageId, content, display } = record.body;
      const queued = record.type === 'steering_message' ? { isQueued: true } : {};
      return [{ type: 'message', role: 'user', messageId, content: display ?? content, ...queued }];
    }
    case 'model_selected':
    case 'model_requested':
      return 'isRetry' in record.body ? [] : [{ type: 'session_update', model: record.body.model }];
    case 'model_answered':
      return fromAnswer(record.body);
    case 'model_failed':
      return fromFailure(record.body);
    case 'model_fell_back':
      return fromFallback(record.body);
    case 'utility_called': {
      const { model, usage, purpose } = record.body;
      return usage === undefined ? [] : [{ type: 'usage', model, usage, purpose }];
    }
    case 'tool_requested':
      return [fromRequest(record.body)];
    case 'tool_finished': {
      const { artifact, data, ...response } = record.body;
      const facts = artifact === undefined ? data : { ...data, artifact };
      return [{ type: 'tool_response', ...response, ...(facts === undefined ? {} : { data: facts }) }];
    }
    case 'tool_interrupted':
      return [fromInterruption(record.body)];
    case 'input_requested':
      return [{ type: 'input_request', request: record.body.request }];
    case 'input_previewed':
      return [fromPreview(record.body)];
    case 'input_resolved':
      return [{ type: 'input_response', ...record.body }];
    case 'input_expired':
      return [{ type: 'input_response', inputId: record.body.inputId, outcome: { kind: 'expired' } }];
    case 'mode_changed':
      return [{ type: 'session_update', mode: record.body.mode }];
    case 'title_changed':
      return [{ type: 'session_update', title: record.body.title }];
    case 'notice':
      return [{ type: 'notice', ...record.body }];
    case 'loop_detected':
    case 'limit_reached':
    case 'context_compacted':
    case 'context_restored':
    case 'compaction_rejected':
    case 'part_set_aside':
    case 'memory_loaded':
    case 'session_moved':
    case 'session_arrived':
      return [toNotice(record)];
    case 'files_restored':
      return [fromRestored(record.body)];
    case 'rewound':
      return fromRewind(record.body);
    case 'stream_ended':
      return [{ type: 'agent_end', ...record.body }];
    case 'tool_decided':
      return [fromDecision(record.body)];
    case 'tool_started':
      return [fromStart(record.body)];
    case 'session_forked':
      return fromFork(record.body);
    case 'tool_blocked':
    case 'restore_requested':
    case 'files_changed':
    case 'changes_pending':
    case 'changes_decided':
    case 'files_saved':
    case 'context_masked':
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'loop_checked':
    case 'hook_ran':
      return [];
    default:
      return unreachable(record);
  }
}

/** Paths that a notice names. */
const MOST_LISTED = 5;

const statuses = { allow: 'allowed', ask: 'awaiting', deny: 'denied' } as const;

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

function fromPreview({ inputId, run, problem }: Body<'input_previewed'>): AgentEventBody {
  const found = run === undefined ? {} : { preview: run.preview };
  return { type: 'input_preview', inputId, ...found, ...(problem === undefined ? {} : { problem }) };
}

function fromStart({ callId, host }: Body<'tool_started'>): AgentEventBody {
  return { type: 'tool_status', callId, status: 'running', ...(host === undefined ? {} : { host }) };
}

function fromRequest({ after: _, ...request }: Body<'tool_requested'>): AgentEventBody {
  return { type: 'tool_request', ...request };
}

function fromDecision({ callId, verdict, rule }: Body<'tool_decided'>): AgentEventBody {
  return { type: 'tool_status', callId, status: statuses[verdict], ...(rule === undefined ? {} : { rule }) };
}

/** Changes by a rewind are reported like any other change of the session. */
function fromRewind({ to, reason, changed }: Body<'rewound'>): AgentEventBody[] {
  return [
    { type: 'rewound', to, ...(reason === undefined ? {} : { reason }) },
    ...(changed === undefined ? [] : [{ type: 'session_update' as const, ...changed }]),
  ];
}

function fromFork({ held }: Body<'session_forked'>): AgentEventBody[] {
  return held === undefined ? [] : [{ type: 'session_update', mode: held.mode }];
}

function fromFallback({ from, to, reason }: Body<'model_fell_back'>): AgentEventBody[] {
  const update: AgentEventBody = { type: 'session_update', model: to };
  if (reason === CHOSEN) return [update];
  return [{ type: 'notice', level: 'warning', code: 'MODEL_FELL_BACK', text: `${from} → ${to}: ${reason}` }, update];
}

function fromInterruption({ callId, name, reason }: Body<'tool_interrupted'>): AgentEventBody {
  const content: ContentPart[] = [{ type: 'text', text: reason }];
  return { type: 'tool_response', callId, name, content, isError: true, errorType: 'interrupted' };
}

function fromAnswer({ messageId, content, model, usage, context }: Body<'model_answered'>): AgentEventBody[] {
  const parts = content.flatMap((part): ContentPart[] => {
    if ((part.type !== 'text' && part.type !== 'reasoning') || part.text === '') return [];
    return [{ type: part.type === 'text' ? 'text' : 'thought', text: part.text }];
  });
  const message: AgentEventBody = { type: 'message', role: 'agent', messageId, content: parts };
  const use = context === undefined ? {} : { context };
  return [
    ...(parts.length > 0 ? [message] : []),
    ...(usage === undefined ? [] : [{ type: 'usage' as const, model, usage, ...use }]),
  ];
}

type Noticed = Extract<
  LogRecord,
  {
    type:
      | 'loop_detected'
      | 'limit_reached'
      | 'context_compacted'
      | 'context_restored'
      | 'compaction_rejected'
      | 'part_set_aside'
      | 'memory_loaded'
      | 'session_moved'
      | 'session_arrived';
  }
>;

/** Events about a stopped turn, a changed context, or the session's location. */
function toNotice(record: Noticed): AgentEventBody {
  const warn = (code: string, text: string): AgentEventBody => ({ type: 'notice', level: 'warning', code, text });
  const told = (code: string, text: string): AgentEventBody => ({ type: 'notice', level: 'info', code, text });
  switch (record.type) {
    case 'loop_detected': {
      const { detail, strike } = record.body;
      return warn(
        'LOOP_DETECTED',
        `${detail} ${strike === 1 ? 'The model was told to try something else.' : 'The turn was stopped.'}`,
      );
    }
    case 'limit_reached': {
      return warn(record.body.limit.toUpperCase(), describeLimit(record.body));
    }
    case 'context_compacted': {
      const { tokensBefore, tokensAfter } = record.body;
      return told('CONTEXT_COMPACTED', `summarized the session so far: ${tokensBefore} tokens to ${tokensAfter}`);
    }
    case 'context_restored':
      return told('CONTEXT_RESTORED', `the model sees the earlier conversation again: ${record.body.tokens} tokens`);
    case 'compaction_rejected':
      return told('COMPACTION_REJECTED', `the session was not summarized: ${record.body.reason}`);
    case 'part_set_aside':
      return warn(
        'PART_SET_ASIDE',
        `${record.body.kind} omitted because the provider rejected it: ${record.body.reason}`,
      );
    case 'memory_loaded':
      return told('MEMORY_LOADED', `read ${record.body.files.map(({ path }) => path).join(', ')}`);
    case 'session_moved':
      return told('SESSION_MOVED', `moved to ${record.body.to}`);
    case 'session_arrived':
      return told('SESSION_ARRIVED', `arrived at ${record.body.at}`);
    default:
      return unreachable(record);
  }
}

function fromRestored({ changes, kept, refused = [] }: Body<'files_restored'>): AgentEventBody {
  const left = new Set(refused.map(({ path }) => path));
  const changed = kept.filter((path) => !left.has(path));
  const texts = [
    changes.length === 0 ? 'no file had to be restored' : `restored ${listed(changes.map(({ path }) => path))}`,
    ...(changed.length === 0 ? [] : [`kept ${listed(changed)}, changed by you or by a command since`]),
    ...[...Map.groupBy(refused, ({ reason }) => reason)].map(
      ([reason, paths]) => `left ${listed(paths.map(({ path }) => path))}: ${IN_THE_WAY[reason]}`,
    ),
  ];
  const level = kept.length === 0 ? 'info' : 'warning';
  return { type: 'notice', level, code: 'FILES_RESTORED', text: texts.join('; ') };
}

const IN_THE_WAY: Readonly<Record<KeptReason, string>> = {
  changed: 'changed by you or by a command since',
  'changed-since-plan': 'changed just now',
  'not-empty': 'the folder has other files in it',
  blocked: 'a folder above is a link or a file now',
  unseen: 'what is there is not stored, such as a very large file',
  gone: 'the content is not stored',
  'store-full': 'what is there holds a key, or there is no space left to store it',
  failed: 'the file system refused it',
};

/** A few paths, and how many more there are. */
function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_LISTED).map((path) => replaceControls(path, toPicture));
  const more = paths.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** Describes a limit, with the flag that sets it. */
function describeLimit({ limit, value, max }: Body<'limit_reached'>): string {
  const toCost = (cost: number): string => `$${Number(cost.toPrecision(3))}`;
  switch (limit) {
    case 'max_steps':
      return `limit of ${max} model ${max === 1 ? 'call' : 'calls'} reached (--max-turns)`;
    case 'max_tokens':
      return `the next request would go over the limit of ${max} tokens (--max-tokens); ${Math.round(value)} used so far`;
    case 'max_cost':
      return `the next request would go over the limit of ${toCost(max)} (--max-cost); ${toCost(value)} used so far`;
    case 'max_time':
      return `limit of ${max} s of work reached (--max-time)`;
    default:
      return `${limit}: ${value} of ${max}`;
  }
}

function fromFailure(body: Body<'model_failed'>): AgentEventBody[] {
  const { code, message, hint, isFinal, retracts, model, usage, retryAfter, quota, status, attempts } = body;
  const error: AgentEventBody = {
    type: 'error',
    code,
    message,
    fatal: isFinal,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(quota === undefined ? {} : { quota }),
    model,
    ...(status === undefined ? {} : { status }),
    ...(attempts === undefined ? {} : { attempts }),
  };
  return [
    ...(retracts === undefined ? [] : [{ type: 'message_retracted' as const, messageId: retracts, reason: message }]),
    ...(usage === undefined ? [] : [{ type: 'usage' as const, model, usage }]),
    error,
  ];
}
