import type { InputRequest } from '@bowline/protocol';
import type { Press } from '../keys/press.ts';
import type { Arrival } from '../keys/arrival.ts';
import { isDangerous } from './confirmation-actions.ts';
import { emptyField } from './text-field.ts';
import {
  createQuestion,
  DOUBLE_WITHIN_MS,
  fillQuestion,
  hasField,
  stepQuestion,
  type QuestionEffect,
  type QuestionState,
  type QuestionStep,
  type ScrollRange,
} from './question-state.ts';

/** All pending questions, the shown one, and whether it or the draft has the keyboard. */
export interface QueueState {
  readonly shownId: string | null;
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
/** A held key repeats faster than this, */
const REPEAT_GAP_MS = 120;
/** and starts repeating within this time. */
const REPEAT_DELAY_MS = 1000;

export const emptyQueue: QueueState = {
  shownId: null,
  byId: new Map(),
  asked: [],
  hasFocus: false,
  isLater: false,
  armedAt: 0,
  strayUntil: 0,
  last: null,
  held: null,
};

/** The order in which questions are shown: by arrival, dangerous ones last. */
export function toTabOrder(requests: readonly InputRequest[]): readonly InputRequest[] {
  const isLast = (request: InputRequest): boolean => request.kind === 'confirmation' && isDangerous(request);
  return [...requests.filter((request) => !isLast(request)), ...requests.filter(isLast)];
}

/** Updates the questions: removes those answered here or elsewhere, and shows the next one. */
export function syncQueue(queue: QueueState, requests: readonly InputRequest[], now: number): QueueState {
  const isSame = requests.length === queue.asked.length && requests.every((request, at) => request === queue.asked[at]);
  if (isSame) return queue;
  const isNew = (request: InputRequest): boolean => isFresh(queue, request);
  const byId = new Map(
    requests.map((request) => {
      const state = isNew(request) ? undefined : queue.byId.get(request.inputId);
      return [request.inputId, state ?? createQuestion()] as const;
    }),
  );
  const isLater = queue.isLater && !requests.some(isNew) && requests.length > 0;
  const shown = requests.find(({ inputId }) => inputId === queue.shownId);
  const next = { ...queue, byId, asked: requests };
  if (shown !== undefined && !isNew(shown) && isLater === queue.isLater) return next;
  const shownId = shown?.inputId ?? firstOpen(requests, byId);
  const hasFocus = queue.hasFocus && shownId !== null;
  return arm({ ...next, shownId, isLater, hasFocus }, now);
}

/** Whether a question was not asked before. It may replace an answered one under the same ID. */
function isFresh({ byId, asked }: QueueState, request: InputRequest): boolean {
  const state = byId.get(request.inputId);
  return state === undefined || (state.isSent && !asked.includes(request));
}

function firstOpen(requests: readonly InputRequest[], byId: QueueState['byId']): string | null {
  const open = requests.find(({ inputId }) => byId.get(inputId)?.isSent === false) ?? requests[0];
  return open?.inputId ?? null;
}

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
export type QueueEffect = Exclude<QuestionEffect, { kind: 'leave' }> & { readonly request: InputRequest };

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

/** The queue after keyboard input, and whether it took the input. */
export function stepQueue(queue: QueueState, arrival: Arrival, facts: QueueFacts): QueueStep {
  const { queue: routed, ...step } = route(queue, arrival, facts);
  const next = routed.held === null ? release(routed, queue) : routed;
  return { ...step, queue: { ...next, last: { name: nameOf(arrival), at: facts.now } } };
}

/** The queue after time has passed: a press without a repeat counts, and a first press of two expires. */
export function tickQueue(queue: QueueState, facts: QueueFacts): QueueStep {
  const shown = shownOf(queue, facts.requests);
  const { held } = queue;
  if (shown === null) return pass(queue);
  if (held !== null && held.until <= facts.now) {
    const stepped = stepQuestion(shown.state, held.press, { ...shown, ...facts, now: held.at });
    return apply({ ...queue, held: null }, stepped, { ...facts, request: shown.request });
  }
  const { doubling } = shown.state;
  if (doubling === null || facts.now - doubling.at <= DOUBLE_WITHIN_MS) return pass(queue);
  return pass(put(queue, shown.request.inputId, { ...shown.state, doubling: null }));
}

/** When `tickQueue` is due, or null. */
export function nextTick({ held, shownId, byId }: QueueState): number | null {
  if (held !== null) return held.until;
  const doubling = shownId === null ? undefined : byId.get(shownId)?.doubling;
  return doubling == null ? null : doubling.at + DOUBLE_WITHIN_MS + 1;
}

/** The queue after an answer was rejected. It can be answered again. A secret is cleared, because it cannot be read. */
export function refuseAnswer(
  queue: QueueState,
  { inputId, kind }: Pick<InputRequest, 'inputId' | 'kind'>,
  problem: string,
): QueueState {
  const state = queue.byId.get(inputId);
  if (state === undefined) return queue;
  const field = kind === 'credential' ? emptyField : state.field;
  return put(queue, inputId, { ...state, field, isSent: false, problem });
}

type Shown = QueueFacts & { readonly request: InputRequest; readonly state: QuestionState };

function route(before: QueueState, arrival: Arrival, facts: QueueFacts): QueueStep {
  const shown = shownOf(before, facts.requests);
  if (shown === null) return pass(before);
  const queue = { ...before, held: null };
  const known: Shown = { ...facts, ...shown };
  if (arrival.kind !== 'key') return routeText(queue, arrival, known);
  const { press } = arrival;
  if (!queue.hasFocus) return isForQuestion(queue, press, known) ? pressKey(queue, press, known) : pass(queue);
  // An Enter right after Tab is meant for the draft, even an empty one.
  if (press.key === 'tab' && !press.isShift) return take({ ...arm(queue, facts.now), hasFocus: false });
  if (isForScreen(press)) return pass(queue);
  if (hasField(shown.state, shown.request)) return pressInField(queue, press, known);
  if (facts.now < queue.armedAt && press.key !== 'escape') return pressEarly(queue, press, facts.now);
  return pressKey(queue, press, known);
}

/** A key too early for the question is dropped, unless it continues text that went to the draft in chunks. */
function pressEarly(queue: QueueState, press: Press, now: number): QueueStep {
  return now < queue.strayUntil && isTyping(press) ? pass(stray(queue, now)) : take(queue);
}

/** Text that arrives at once goes to a focused text field, otherwise to the draft together with its Enter. */
function routeText(queue: QueueState, arrival: Exclude<Arrival, { kind: 'key' }>, shown: Shown): QueueStep {
  const { request, state, now } = shown;
  if (!queue.hasFocus && isPastedSecret(arrival, shown))
    return take(put(focusQueue(queue, now), request.inputId, fillQuestion(state, arrival.text)));
  if (!queue.hasFocus || !hasField(state, request) || state.isSent)
    return pass(queue.hasFocus ? stray(queue, now) : queue);
  const filled = fillQuestion(state, arrival.text);
  const next = put(queue, request.inputId, filled);
  if (arrival.kind === 'paste' || !arrival.hasEnter) return take(next);
  return pressInField({ ...next, last: null }, ENTER, { ...shown, state: filled });
}

/** Text without spaces that arrives at once while the draft is empty. Typing always goes to the draft. */
function isPastedSecret({ text }: Exclude<Arrival, { kind: 'key' }>, shown: Shown): boolean {
  const { isSetup = false, isDraftEmpty, request, state } = shown;
  return isSetup && isDraftEmpty && request.kind === 'credential' && !state.isSent && /^\S{8,}$/.test(text.trim());
}

const ENTER: Press = { key: 'enter', text: '', isCtrl: false, isMeta: false, isShift: false };

/** Without the focus, a question takes Enter, and arrows if it has rows, when the draft does not need them. */
function isForQuestion({ isLater, armedAt }: QueueState, press: Press, shown: Shown): boolean {
  const { isDraftEmpty, now, state, request } = shown;
  const isPlain = !press.isCtrl && !press.isMeta && !press.isShift;
  const isArrow = (press.key === 'up' || press.key === 'down') && !hasField(state, request);
  return isPlain && (isArrow || press.key === 'enter') && isDraftEmpty && !isLater && now >= armedAt;
}

/** Typing is never delayed. Enter counts only after the usual delay. */
function pressInField(queue: QueueState, press: Press, shown: Shown): QueueStep {
  const isEarly = shown.now < queue.armedAt && press.key === 'enter' && !press.isMeta;
  return isEarly ? take(queue) : pressKey(queue, press, shown);
}

/** A key for the question. A held key decides nothing. */
function pressKey(queue: QueueState, press: Press, shown: Shown): QueueStep {
  const { request, state, now } = shown;
  if (state.isSent) return press.key === 'escape' ? take(postpone(queue)) : take(queue);
  if (press.key === 'enter' && !queue.hasFocus && hasField(state, request)) return take(focusQueue(queue, now));
  if (isTurning(press, shown)) return take(turn(queue, shown, press.key === 'left' ? -1 : 1));
  const stepped = stepQuestion(state, press, shown);
  if (!isDeciding(state, stepped)) return apply(queue, stepped, shown);
  const age = press.isRepeat === true ? 0 : ageOf(queue, press, now);
  if (age < REPEAT_GAP_MS) return take(queue);
  if (age < REPEAT_DELAY_MS) return take({ ...queue, held: { press, at: now, until: now + REPEAT_GAP_MS } });
  return apply(queue, stepped, shown);
}

/** The time since the same key was pressed, without another key in between. */
function ageOf({ last }: QueueState, press: Press, now: number): number {
  return last?.name === nameOfPress(press) ? now - last.at : Infinity;
}

/** An answer, an edit, or the first of two presses. */
function isDeciding({ doubling }: QuestionState, { state, effect }: QuestionStep): boolean {
  return (effect !== null && effect.kind !== 'leave') || (state.doubling !== null && state.doubling !== doubling);
}

function isTurning({ key }: Press, { requests, request, state }: Shown): boolean {
  return (key === 'left' || key === 'right') && requests.length > 1 && !hasField(state, request);
}

function apply(
  queue: QueueState,
  { state, effect }: QuestionStep,
  facts: QueueFacts & { readonly request: InputRequest },
): QueueStep {
  const { request, now } = facts;
  const next = put(queue, request.inputId, state);
  if (effect === null) return take(state.isWriting && !next.hasFocus ? focusQueue(next, now) : next);
  if (effect.kind === 'leave') return take(postpone(next));
  if (effect.kind === 'edit') return { queue: next, effect: { ...effect, request }, isTaken: true };
  const sent = arm(put(next, request.inputId, { ...state, isSent: true }), now);
  return { queue: turn(sent, facts, 1), effect: { ...effect, request }, isTaken: true };
}

/** Keys of the whole screen, which do not depend on the focus. */
function isForScreen({ key, text, isCtrl, isShift }: Press): boolean {
  return (key === 'tab' && isShift) || (key === 'text' && isCtrl && 'lopt'.includes(text));
}

function isTyping({ key, isCtrl, isMeta }: Press): boolean {
  return !isCtrl && !isMeta && (key === 'text' || key === 'enter' || key === 'backspace');
}

const pass = (queue: QueueState): QueueStep => ({ queue, effect: null, isTaken: false });
const take = (queue: QueueState): QueueStep => ({ queue, effect: null, isTaken: true });

function put(queue: QueueState, inputId: string, state: QuestionState): QueueState {
  return { ...queue, shownId: queue.shownId ?? inputId, byId: new Map(queue.byId).set(inputId, state) };
}

/** Text for the draft arrived while the question has the focus. The rest of it may arrive letter by letter. */
function stray(queue: QueueState, now: number): QueueState {
  return { ...arm(queue, now), strayUntil: now + ARMED_AFTER_MS };
}

/** Cancels an earlier first press of two, because this input was not the second press. */
function release(queue: QueueState, { shownId, byId }: QueueState): QueueState {
  const first = shownId === null ? null : byId.get(shownId)?.doubling;
  const state = shownId === null ? undefined : queue.byId.get(shownId);
  if (shownId === null || first == null || state?.doubling !== first) return queue;
  return put(queue, shownId, { ...state, doubling: null });
}

/** Shows the next unanswered question in a direction. If there is none, the draft gets the keyboard. */
function turn(queue: QueueState, { requests, now }: QueueFacts, by: 1 | -1): QueueState {
  const at = shownOf(queue, requests)?.at ?? 0;
  const open = requests
    .map((_request, n) => requests[(at + by * (n + 1) + requests.length * 2) % requests.length])
    .find((request) => request !== undefined && queue.byId.get(request.inputId)?.isSent !== true);
  if (open === undefined) return { ...queue, hasFocus: false };
  return open.inputId === queue.shownId ? queue : arm({ ...queue, shownId: open.inputId }, now);
}

function nameOf(arrival: Arrival): string {
  return arrival.kind === 'key' ? nameOfPress(arrival.press) : arrival.kind;
}

function nameOfPress({ key, text, isCtrl, isMeta }: Press): string {
  return `${isCtrl ? 'ctrl+' : ''}${isMeta ? 'alt+' : ''}${key === 'text' ? text.toLowerCase() : key}`;
}
