import type { InputRequest } from '@bowline/protocol';
import type { Press } from '../browsers/press.ts';
import {
  createQuestion,
  pasteQuestion,
  stepQuestion,
  type QuestionEffect,
  type QuestionState,
  type ScrollRange,
} from './question-state.ts';

/** All questions that wait, the one that is shown, and from when on keys are answers. */
export interface QueueState {
  readonly shownId: string | null;
  readonly byId: ReadonlyMap<string, QuestionState>;
  /** Keys before this were meant for what was there before. */
  readonly armedAt: number;
  /** Such keys are text that a person was typing; false after an answer, when they are only haste. */
  readonly keepsStray: boolean;
}

/** How long the keyboard must be quiet before a key counts: whoever types a sentence does not answer with it. */
export const QUIET_MS = 300;

export const emptyQueue: QueueState = { shownId: null, byId: new Map(), armedAt: 0, keepsStray: true };

/** The queue after the questions have changed: what was answered here or elsewhere is gone, and the next is shown. */
export function syncQueue(queue: QueueState, requests: readonly InputRequest[], now: number): QueueState {
  const isSame = requests.length === queue.byId.size && requests.every(({ inputId }) => queue.byId.has(inputId));
  if (isSame) return queue;
  const byId = new Map(
    requests.map((request) => [request.inputId, queue.byId.get(request.inputId) ?? createQuestion(request)]),
  );
  const isShown = queue.shownId !== null && byId.has(queue.shownId);
  if (isShown) return { ...queue, byId };
  const keepsStray = queue.shownId === null || queue.keepsStray;
  return { shownId: requests[0]?.inputId ?? null, byId, armedAt: now + QUIET_MS, keepsStray };
}

/** The queue when a person comes back to it on purpose: what they type next is for it, after a moment. */
export function enterQueue(queue: QueueState, now: number): QueueState {
  return { ...queue, armedAt: now + QUIET_MS, keepsStray: false };
}

/** The question that is shown, and which of them it is. */
export function shownOf(
  { shownId, byId }: QueueState,
  requests: readonly InputRequest[],
): { readonly request: InputRequest; readonly state: QuestionState; readonly at: number } | null {
  const at = Math.max(
    0,
    requests.findIndex(({ inputId }) => inputId === shownId),
  );
  const request = requests[at];
  if (request === undefined) return null;
  return { request, state: byId.get(request.inputId) ?? createQuestion(request), at };
}

/** What has to be done about a key, and about which question. */
export type QueueEffect =
  | (QuestionEffect & { readonly request: InputRequest })
  /** Text that was typed for the prompt when the question came up. */
  | { readonly kind: 'stray'; readonly text: string };

export interface QueueStep {
  readonly queue: QueueState;
  readonly effect: QueueEffect | null;
}

/** What a step has to know besides the queue. */
export interface QueueFacts {
  readonly requests: readonly InputRequest[];
  readonly range: ScrollRange;
  readonly now: number;
}

/** The queue after a key at some time. */
export function stepQueue(queue: QueueState, press: Press, facts: QueueFacts): QueueStep {
  const shown = shownOf(queue, facts.requests);
  if (shown === null) return { queue, effect: null };
  if (press.key === 'tab') return { queue: turn(queue, facts, press.isShift ? -1 : 1), effect: null };
  const isEarly = facts.now < queue.armedAt;
  // Leaving harms nobody, early or late.
  if (press.key === 'escape' && (isEarly || shown.state.isSent))
    return { queue, effect: { kind: 'leave', request: shown.request } };
  if (isEarly) return guard(queue, press.isCtrl || press.isMeta ? '' : press.text, facts.now);
  return shown.state.isSent ? { queue, effect: null } : stepShown(queue, press, { ...facts, ...shown });
}

function stepShown(
  queue: QueueState,
  press: Press,
  facts: QueueFacts & { readonly request: InputRequest; readonly state: QuestionState },
): QueueStep {
  const { request, range, now } = facts;
  const { state, effect } = stepQuestion(facts.state, press, { request, range });
  if (effect?.kind !== 'answer')
    return { queue: put(queue, request.inputId, state), effect: effect === null ? null : { ...effect, request } };
  const sent = enterQueue(put(queue, request.inputId, { ...state, isSent: true }), now);
  return { queue: turn(sent, facts, 1), effect: { ...effect, request } };
}

/** The queue after text was pasted: into what is being written, and else to the prompt. */
export function pasteQueue(queue: QueueState, text: string, facts: QueueFacts): QueueStep {
  const shown = shownOf(queue, facts.requests);
  if (shown === null) return { queue, effect: null };
  const pasted = facts.now < queue.armedAt ? null : pasteQuestion(shown.state, text, shown.request);
  if (pasted === null) return { queue, effect: { kind: 'stray', text } };
  return { queue: put(queue, shown.request.inputId, pasted), effect: null };
}

/** The queue after an answer was not taken: it can be given again. */
export function refuseAnswer(queue: QueueState, inputId: string, problem: string): QueueState {
  const state = queue.byId.get(inputId);
  return state === undefined ? queue : put(queue, inputId, { ...state, isSent: false, problem });
}

function put(queue: QueueState, inputId: string, state: QuestionState): QueueState {
  return { ...queue, shownId: queue.shownId ?? inputId, byId: new Map(queue.byId).set(inputId, state) };
}

/** Too early: the wait begins anew, and what was typed goes to where it was meant for. */
function guard(queue: QueueState, text: string, now: number): QueueStep {
  const effect = text !== '' && queue.keepsStray ? ({ kind: 'stray', text } as const) : null;
  return { queue: { ...queue, armedAt: now + QUIET_MS }, effect };
}

/** The next one in that direction that is not answered yet. */
function turn(queue: QueueState, { requests, now }: QueueFacts, by: 1 | -1): QueueState {
  const at = shownOf(queue, requests)?.at ?? 0;
  const open = requests
    .map((_request, n) => requests[(at + by * (n + 1) + requests.length * 2) % requests.length])
    .find((request) => request !== undefined && queue.byId.get(request.inputId)?.isSent !== true);
  if (open === undefined || open.inputId === queue.shownId) return queue;
  return enterQueue({ ...queue, shownId: open.inputId }, now);
}
