import type { AgentEvent, AgentEventType, ContentPart, InputOutcome, InputRequest } from '@bowline/protocol';
import {
  changeCall,
  dropSaid,
  endItems,
  growSaid,
  keepItem,
  markFinal,
  type ItemOf,
  type Items,
} from './live-items.ts';
import { endsStream, isLastHeard } from './ends-stream.ts';
import { dropRetry, endRetry, findRetry, stepError } from './step-retry.ts';
import { recordOf } from './step-messages.ts';
import { stepEdited, stepOutput, stepResult, stepStatus, toCall } from './step-call.ts';
import { waitedUntil } from './step-pending.ts';
import type { Transcript } from './transcript.ts';
import { previewTexts } from '../texts/preview-texts.ts';

type EventOf<Type extends AgentEventType> = Extract<AgentEvent, { type: Type }>;
type Step<Event> = (items: Items, event: Event, before: Transcript) => Items;

const same: Step<AgentEvent> = (items) => items;
const base = ({ id, at, threadId }: AgentEvent): { id: string; at: string; threadId: string | null } => ({
  id,
  at,
  threadId: threadId ?? null,
});

const steps: { readonly [Type in AgentEventType]: Step<EventOf<Type>> } = {
  initialize: same,
  session_update: stepUpdate,
  agent_start: same,
  message: (items, event, before) =>
    event.role === 'agent'
      ? keepItem(endRetry(dropSaid(items, event.messageId), event.at), toSaid(event, before))
      : keepItem(items, {
          ...base(event),
          kind: 'person',
          messageId: event.messageId,
          content: event.content,
          isQueued: event.isQueued === true,
        }),
  message_delta: (items, event) => growSaid(items, toUnsaid(event), (said) => addDelta(said, event)),
  message_retracted: stepRetracted,
  tool_request: (items, event, before) =>
    keepItem(endRetry(items, event.at), toCall(event, before.answerId ?? recordOf(event.id))),
  tool_status: (items, event) => changeCall(items, event.callId, (call) => stepStatus(call, event)),
  tool_update: (items, event) => changeCall(items, event.callId, (call) => stepOutput(call, event.text)),
  tool_response: (items, event) => changeCall(items, event.callId, (call) => stepResult(call, event)),
  input_request: same,
  input_preview: (items, event) =>
    event.problem === undefined
      ? items
      : keepItem(items, {
          ...base(event),
          ...{
            kind: 'notice',
            level: 'warning',
            code: 'PREVIEW_UNAVAILABLE',
            text: previewTexts.unavailable(event.problem),
          },
        }),
  input_response: (items, event, before) => {
    const request = before.pending.find(({ inputId }) => inputId === event.inputId);
    if (request === undefined) return items;
    const { outcome, by = null } = event;
    const isAboutModel = request.kind === 'choice' && request.topic === 'model';
    // The model is asked again, now or later: the retry says so.
    if (isAboutModel && isAskedAgain(outcome)) return items;
    if (isAboutModel) return keepItem(dropRetry(items), { ...base(event), kind: 'answer', request, outcome, by });
    // The row of the call shows the decision, or its result the answer.
    const decided = takeDecision(items, request, outcome) ?? (isOfCall(items, request) ? items : null);
    return decided ?? keepItem(items, { ...base(event), kind: 'answer', request, outcome, by });
  },
  progress: same,
  usage: same,
  rewound: (items, event, { asked }) => [
    ...endItems(items, event.at),
    {
      ...base(event),
      kind: 'rewound',
      to: event.to,
      isUndo: event.reason === 'undo',
      before: asked.find(({ seq }) => seq > event.to)?.text ?? null,
    },
  ],
  notice: (items, event, before) =>
    endsStream(before, event)
      ? items // reported at the end
      : keepItem(items, { ...base(event), kind: 'notice', level: event.level, code: event.code, text: event.text }),
  error: (items, event, before) => stepError(isLastHeard(event) ? endItems(items, event.at) : items, event, before),
  agent_end: (items, event, before) => [...markFinal(endItems(items, event.at)), toEnded(event, before)],
  custom: (items, event) => keepItem(items, { ...base(event), kind: 'custom', name: event.name, data: event.data }),
};

/** The items of a session after one more event, including those of its threads. */
export function stepItems(items: Items, event: AgentEvent, before: Transcript): Items {
  if (event.threadId !== undefined) return stepThread(items, event, before);
  if (event.type === 'agent_start' && before.stream !== null && before.stream.streamId !== event.streamId)
    return endItems(items, event.at);
  return play(items, event, before);
}

function play(items: Items, event: AgentEvent, before: Transcript): Items {
  return (steps[event.type] as Step<AgentEvent>)(items, event, before);
}

/** A thread starts with its first recorded event and ends with its own end event. */
function stepThread(items: Items, event: AgentEvent, before: Transcript): Items {
  const at = items.findLastIndex(
    (item) => item.kind === 'thread' && item.threadId === event.threadId && item.endedAt === null,
  );
  const found = items[at];
  if (found?.kind !== 'thread') {
    if (!begins.has(event.type)) return items;
    const thread: ItemOf<'thread'> = { ...base(event), kind: 'thread', items: [], endedAt: null, reason: null };
    return keepItem(items, { ...thread, items: play([], event, before) });
  }
  if (event.type !== 'agent_end') return items.with(at, { ...found, items: play(found.items, event, before) });
  const { at: endedAt, reason } = event;
  return items.with(at, { ...found, items: endItems(found.items, endedAt), endedAt, reason });
}

/** The events that a thread can start with: visible and recorded, not live only. */
const begins: ReadonlySet<AgentEventType> = new Set([
  'agent_start',
  'message',
  'message_retracted',
  'tool_request',
  'notice',
  'error',
  'custom',
]);

/** The call in question with the user's decision, who may have edited it. Null if there is none. */
function takeDecision(items: Items, request: InputRequest, outcome: InputOutcome): Items | null {
  if (request.kind !== 'confirmation' || outcome.kind !== 'confirmation') return null;
  const { args } = outcome;
  const decided = changeCall(items, request.callId, (call) => ({
    ...(args === undefined ? call : stepEdited(call, args)),
    decision: outcome,
  }));
  return decided === items ? null : decided;
}

/** Whether the same model is asked again: at once, at a time, or because the question has expired at that time. */
function isAskedAgain(outcome: InputOutcome): boolean {
  if (outcome.kind === 'expired') return true;
  return outcome.kind === 'choice' && /^(?:retry|wait)\b/.test(outcome.optionIds[0] ?? '');
}

/** Whether a call asks this question and will show the answer. */
function isOfCall(items: Items, request: InputRequest): boolean {
  if (request.kind !== 'choice' && request.kind !== 'text') return false;
  return items.some((item) => item.kind === 'call' && item.callId === request.callId && item.endedAt === null);
}

/** During retries, the retry item covers later retractions. */
function stepRetracted(items: Items, event: EventOf<'message_retracted'>): Items {
  const { messageId, reason } = event;
  const rest = dropSaid(items, messageId);
  if (findRetry(rest) !== undefined) return rest;
  return keepItem(rest, { ...base(event), kind: 'retracted', messageId, reason });
}

function toTurn(stream: Transcript['stream']): Pick<ItemOf<'ended'>, 'startedAt' | 'tally'> {
  return stream === null ? { startedAt: null, tally: null } : { startedAt: stream.startedAt, tally: stream.tally };
}

function toEnded(event: EventOf<'agent_end'>, before: Transcript): ItemOf<'ended'> {
  const { stream, unanswered } = before;
  return {
    ...base(event),
    kind: 'ended',
    reason: event.reason,
    message: event.message ?? stream?.limit ?? null,
    usage: event.usage ?? null,
    ...toTurn(stream),
    ...toWaited(before, event.at),
    ...(unanswered === 0 || event.reason === 'completed' ? {} : { unseen: unanswered }),
    isTold: event.reason === 'failed' && isTold(event.message, stream?.failure),
    context: before.context,
  };
}

/** How long the turn waited for the user, even if it ended without an answer. */
function toWaited({ stream, pending }: Transcript, at: string): { readonly waitedMs?: number } {
  if (stream === null) return {};
  const waitedMs = pending.length > 0 ? waitedUntil(stream, at) : (stream.waitedMs ?? 0);
  return waitedMs === 0 ? {} : { waitedMs };
}

/** Whether the error before the end already reported everything. */
function isTold(message: string | undefined, failure: string | undefined): boolean {
  return failure !== undefined && (message === undefined || message === failure);
}

/** Shown only if a known value has changed, because every model request names the model again. */
function stepUpdate(items: Items, event: EventOf<'session_update'>, before: Transcript): Items {
  if (event.threadId !== undefined) return items;
  const changed = <Value>(old: Value | null, next: Value | undefined): Value | null =>
    next === undefined || old === null || old === next ? null : next;
  // A session without a title can get one.
  const title = changed(before.title ?? '', event.title);
  const model = changed(before.model, event.model);
  const mode = changed(before.mode, event.mode);
  if (title === null && model === null && mode === null) return items;
  return keepItem(items, { ...base(event), kind: 'changed', title, model, mode });
}

function toSaid(event: EventOf<'message'>, { stream }: Transcript): ItemOf<'agent'> {
  const thoughts: { subject: string | null; text: string }[] = [];
  const attached: ContentPart[] = [];
  let text = '';
  for (const part of event.content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'thought') thoughts.push({ subject: part.subject ?? null, text: part.text });
    else attached.push(part);
  }
  const tookMs =
    stream === null || event.threadId !== undefined ? null : Date.parse(event.at) - Date.parse(stream.askedAt);
  return {
    ...base(event),
    kind: 'agent',
    messageId: event.messageId,
    text,
    thoughts,
    attached,
    tookMs,
    isWhole: true,
    isFinal: false,
  };
}

function toUnsaid(event: EventOf<'message_delta'>): ItemOf<'agent'> {
  const { messageId } = event;
  return {
    ...base(event),
    kind: 'agent',
    messageId,
    text: '',
    thoughts: [],
    attached: [],
    tookMs: null,
    isWhole: false,
    isFinal: false,
  };
}

function addDelta(said: ItemOf<'agent'>, { kind, text }: EventOf<'message_delta'>): ItemOf<'agent'> {
  if (kind === 'text') return { ...said, text: said.text + text };
  const last = said.thoughts.at(-1);
  const thoughts =
    last === undefined ? [{ subject: null, text }] : said.thoughts.with(-1, { ...last, text: last.text + text });
  return { ...said, thoughts };
}
