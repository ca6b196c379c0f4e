import type { InputRequest } from '@bowline/protocol';
import type { Press } from '../keys/press.ts';
import { createQuestion, type QuestionEffect, type QuestionState, type ScrollRange } from './question-state.ts';
import type { InputAnswer } from '@bowline/protocol';

/** All pending questions, the shown one, and whether it or the draft has the keyboard. */
export interface QueueState {
  /** The shown question, or the marked row of the overview. */
  readonly shownId: string | null;
  /** Several approvals are pending, and none of them is open: their list is shown. */
  readonly isOverview: boolean;
  /** When the first of two presses that allow all edits came. */
  readonly allEditsAt: number | null;
  readonly byId: ReadonlyMap<string, QuestionState>;
  /** The questions that the states are for. Another question may have the ID of an answered one. */
  readonly asked: readonly InputRequest[];
  /** Letters go to the question. Only a key of the user can cause this. */
  readonly hasFocus: boolean;
  /** Postponed: one row shows that questions are pending. */
  readonly isLater: boolean;
  /** Earlier keys were meant for what was shown before. */
  readonly armedAt: number;
  /** Until then, letters belong to text that arrived in chunks and goes to the draft. */
  readonly strayUntil: number;
  /** The last key, wherever it went, to detect a held key. */
  readonly last: { readonly name: string; readonly at: number } | null;
  /** A press that may be the first repeat of a held key. It counts at `until` unless another key comes first. */
  readonly held: { readonly press: Press; readonly at: number; readonly until: number } | null;
}

/** The delay before keys count after a question appeared or got the focus. */
export const ARMED_AFTER_MS = 400;
export const emptyQueue: QueueState = {
  shownId: null,
  isOverview: false,
  allEditsAt: null,
  byId: new Map(),
  asked: [],
  hasFocus: false,
  isLater: false,
  armedAt: 0,
  strayUntil: 0,
  last: null,
  held: null,
};

/** Gives the question the keyboard. Only for a request of the user. */
export function focusQueue(queue: QueueState, now: number): QueueState {
  return queue.shownId === null ? queue : arm({ ...queue, hasFocus: true, isLater: false }, now);
}

/** Ignores keys for a moment. */
export function arm(queue: QueueState, now: number): QueueState {
  return { ...queue, armedAt: now + ARMED_AFTER_MS, held: null };
}

/** Postpones the questions until the user returns to them. */
export function postpone(queue: QueueState): QueueState {
  return { ...queue, hasFocus: false, isLater: true, held: null };
}

/** The shown question and its position. */
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
  return { request, state: byId.get(request.inputId) ?? createQuestion(), at };
}

/** The effect of a key, and the question it is for. */
export type QueueEffect =
  | (Exclude<QuestionEffect, { kind: 'leave' }> & { readonly request: InputRequest })
  /** Several calls at once. */
  | {
      readonly kind: 'answer_all';
      readonly answers: readonly { readonly request: InputRequest; readonly answer: InputAnswer }[];
    };

export interface QueueStep {
  readonly queue: QueueState;
  readonly effect: QueueEffect | null;
  /** The input was for the question. Otherwise it is for the draft. */
  readonly isTaken: boolean;
}

/** What a step needs to know besides the queue. */
export interface QueueFacts {
  readonly requests: readonly InputRequest[];
  readonly range: ScrollRange;
  /** Nothing is typed, and no menu or search is open there. */
  readonly isDraftEmpty: boolean;
  /** The session starts with this question: a pasted secret goes to it, not to the draft. */
  readonly isSetup?: boolean;
  readonly now: number;
}

/** The input is for the draft, */
export const pass = (queue: QueueState): QueueStep => ({ queue, effect: null, isTaken: false });
/** or for the question. */
export const take = (queue: QueueState): QueueStep => ({ queue, effect: null, isTaken: true });

/** The queue with another state of one question. */
export function put(queue: QueueState, inputId: string, state: QuestionState): QueueState {
  return { ...queue, shownId: queue.shownId ?? inputId, byId: new Map(queue.byId).set(inputId, state) };
}

/** Shows the next unanswered question in a direction. If there is none, the draft gets the keyboard. */
export function turn(queue: QueueState, { requests, now }: QueueFacts, by: 1 | -1): QueueState {
  const at = shownOf(queue, requests)?.at ?? 0;
  const open = requests
    .map((_request, n) => requests[(at + by * (n + 1) + requests.length * 2) % requests.length])
    .find((request) => request !== undefined && queue.byId.get(request.inputId)?.isSent !== true);
  if (open === undefined) return { ...queue, hasFocus: false };
  return open.inputId === queue.shownId ? queue : arm({ ...queue, shownId: open.inputId }, now);
}
