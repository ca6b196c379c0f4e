import type { AgentEvent, AgentEventType } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';
import { seqOf } from './visible-events.ts';
import { endsStream, isLastHeard } from './ends-stream.ts';
import { countSettled } from './live-items.ts';
import { stepItems } from './step-items.ts';
import { stepPending, waitedUntil } from './step-pending.ts';
import { stepStatistics } from './step-statistics.ts';
import { noTally, stepTally } from './step-tally.ts';
import type { Transcript, TranscriptItem } from './transcript.ts';
import { noMessages, stepMessages } from './step-messages.ts';

const empty: Transcript = {
  sessionId: null,
  workspace: null,
  title: null,
  model: null,
  mode: 'default',
  context: null,
  usage: { inputTokens: 0, outputTokens: 0 },
  usageByModel: new Map(),
  calls: new Map(),
  turns: [],
  stream: null,
  progress: null,
  pending: [],
  ...noMessages,
  asked: [],
  todos: [],
  settled: [],
  live: [],
};

/** The transcript of a session before any event. */
export function emptyTranscript(): Transcript {
  return empty;
}

/** The transcript after one more event. Pure: the result is the same live and on replay. */
export function stepTranscript(transcript: Transcript, event: AgentEvent): Transcript {
  const live = stepItems(transcript.live, event, transcript);
  const counted = stepMessages(transcript, event, live);
  const told = stepFacts(stepProgress(counted, event), event);
  const next = { ...told, stream: stepTally(told.stream, event), live };
  const isSame = live === transcript.live && (next.stream === null) === (transcript.stream === null);
  const count = isSame ? 0 : countSettled(live, next.stream !== null);
  if (count === 0) return next;
  return { ...next, settled: [...next.settled, ...live.slice(0, count)], live: live.slice(count) };
}

/**
 * The items that can be printed now, and the transcript without them. Call it often, because taken items are not kept.
 */
export function takeSettled(transcript: Transcript): readonly [readonly TranscriptItem[], Transcript] {
  if (transcript.settled.length === 0) return [[], transcript];
  return [transcript.settled, { ...transcript, settled: [] }];
}

/** Updates everything except the items. */
// eslint-disable-next-line complexity -- one line per type of event
function stepFacts(before: Transcript, event: AgentEvent): Transcript {
  switch (event.type) {
    case 'initialize':
      return { ...before, sessionId: event.sessionId, workspace: event.workspace };
    case 'session_update':
      return stepSession(before, event);
    case 'message':
      return stepAsked(before, event);
    case 'input_request':
    case 'input_preview':
    case 'input_response':
      return stepPending(before, event);
    case 'agent_start':
    case 'agent_end':
    case 'rewound':
      return stepStream(before, event);
    case 'notice':
    case 'error':
      return stepCause(before, event);
    case 'tool_response':
      return stepTodos(stepStatistics(before, event), event);
    default:
      return stepStatistics(before, event);
  }
}

function stepSession(before: Transcript, event: Extract<AgentEvent, { type: 'session_update' }>): Transcript {
  if (event.threadId !== undefined) return before;
  const { title = before.title, model = before.model, mode = before.mode, todos = before.todos } = event;
  return { ...before, title, model, mode, todos };
}

/** More messages than a rewind usually goes back. */
const KEPT_MESSAGES = 200;
const KEPT_CHARACTERS = 200;

/** Remembers the beginning of the user's messages. */
function stepAsked(before: Transcript, event: Extract<AgentEvent, { type: 'message' }>): Transcript {
  if (event.role !== 'user' || event.threadId !== undefined || event.isQueued === true) return before;
  const asked = { seq: seqOf(event.id), text: toText(event.content).trim().slice(0, KEPT_CHARACTERS) };
  return { ...before, asked: [...before.asked.slice(1 - KEPT_MESSAGES), asked] };
}

function stepStream(
  before: Transcript,
  event: Extract<AgentEvent, { type: 'agent_start' | 'agent_end' | 'rewound' }>,
): Transcript {
  if (event.threadId !== undefined) return before;
  if (event.type !== 'agent_start') return { ...before, ...endTurn(before, event.at), pending: [], ...noMessages };
  const { streamId = '', at } = event;
  if (before.stream?.streamId === streamId) return before;
  return { ...before, stream: { streamId, startedAt: at, askedAt: at, tally: noTally }, pending: [], ...noMessages };
}

/** The turn that ends, as statistics count it. */
function endTurn({ stream, turns, pending }: Transcript, at: string): Pick<Transcript, 'stream' | 'turns'> {
  if (stream === null) return { stream: null, turns };
  const waited = pending.length > 0 ? waitedUntil(stream, at) : (stream.waitedMs ?? 0);
  const ms = Date.parse(at) - Date.parse(stream.startedAt) - waited;
  return { stream: null, turns: [...turns, { cost: stream.tally.cost ?? 0, ms }] };
}

/** Remembers the limit or error that is about to end the stream. */
function stepCause(before: Transcript, event: Extract<AgentEvent, { type: 'notice' | 'error' }>): Transcript {
  if (before.stream === null) return before;
  if (event.type === 'error') {
    if (isLastHeard(event)) return { ...before, stream: null, pending: [], ...noMessages };
    const isCause = event.fatal && event.threadId === undefined;
    return isCause ? { ...before, stream: { ...before.stream, failure: event.message } } : before;
  }
  if (!endsStream(before, event)) return before;
  return { ...before, stream: { ...before.stream, limit: event.text } };
}

function stepTodos(before: Transcript, event: Extract<AgentEvent, { type: 'tool_response' }>): Transcript {
  const { display, isError, threadId } = event;
  if (display?.type !== 'todos' || isError || threadId !== undefined) return before;
  return { ...before, todos: display.items };
}

/** Events that may occur during a wait without ending it. */
const beside: ReadonlySet<AgentEventType> = new Set([
  'usage',
  'tool_update',
  'input_request',
  'input_preview',
  'input_response',
]);

function stepProgress(before: Transcript, event: AgentEvent): Transcript {
  if (event.type === 'progress') return { ...before, progress: { label: event.label, until: event.until ?? null } };
  const isBeside = beside.has(event.type) || (event.type === 'message' && event.role === 'user');
  return before.progress === null || isBeside ? before : { ...before, progress: null };
}
