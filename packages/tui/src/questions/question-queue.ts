import type { InputRequest } from '@bowline/protocol';
import type { Press } from '../keys/press.ts';
import type { Arrival } from '../keys/arrival.ts';
import { isDangerous } from './confirmation-actions.ts';
import { emptyField } from './text-field.ts';
import { hasOverview, stepOverview, tabOverview } from './overview.ts';
import {
  createQuestion,
  doubleEnds,
  fillQuestion,
  hasField,
  isWithinDouble,
  stepQuestion,
  type QuestionState,
  type QuestionStep,
} from './question-state.ts';
import {
  arm,
  ARMED_AFTER_MS,
  focusQueue,
  pass,
  postpone,
  put,
  shownOf,
  take,
  turn,
  type QueueFacts,
  type QueueState,
  type QueueStep,
} from './queue-state.ts';

/** A held key repeats faster than this, */
const REPEAT_GAP_MS = 120;
/** and starts repeating within this time. */
const REPEAT_DELAY_MS = 1000;

/** The order in which questions are shown: by arrival, dangerous ones last. */
export function toTabOrder(requests: readonly InputRequest[]): readonly InputRequest[] {
  const isLast = (request: InputRequest): boolean => request.kind === 'confirmation' && isDangerous(request);
  return [...requests.filter((request) => !isLast(request)), ...requests.filter(isLast)];
}

/** Updates the questions: removes those answered here or elsewhere, and shows the next one. */
export function syncQueue(queue: QueueState, requests: readonly InputRequest[], now: number): QueueState {
  if (isSameList(requests, queue.asked)) return queue;
  const isNew = (request: InputRequest): boolean => isFresh(queue, request);
  const byId = statesOf(queue, requests);
  const isLater = queue.isLater && !requests.some(isNew) && requests.length > 0;
  const shown = requests.find(({ inputId }) => inputId === queue.shownId);
  const isOverview = hasOverview(requests) && !isAnswering(queue, shown);
  const next = { ...queue, byId, asked: requests, isOverview, allEditsAt: null };
  // Rows of a list move when others come and go.
  const isStill = isLater === queue.isLater && !isOverview && !queue.isOverview;
  if (shown !== undefined && !isNew(shown) && isStill) return next;
  return arm({ ...withShown(next, shown?.inputId ?? firstOpen(requests, byId)), isLater }, now);
}

function withShown(queue: QueueState, shownId: string | null): QueueState {
  return { ...queue, shownId, hasFocus: queue.hasFocus && shownId !== null };
}

function statesOf(queue: QueueState, requests: readonly InputRequest[]): QueueState['byId'] {
  return new Map(
    requests.map((request) => {
      const known = isFresh(queue, request) ? undefined : queue.byId.get(request.inputId);
      const state = known ?? createQuestion();
      // A request that is replaced has got its preview, or the reason why there is none.
      return [request.inputId, queue.asked.includes(request) ? state : { ...state, isPreviewing: false }] as const;
    }),
  );
}

function isSameList(one: readonly InputRequest[], other: readonly InputRequest[]): boolean {
  return one.length === other.length && one.every((request, at) => request === other[at]);
}

/** A question that the user is answering is not replaced by a list. */
function isAnswering({ hasFocus, isOverview }: QueueState, shown: InputRequest | undefined): boolean {
  return hasFocus && !isOverview && shown !== undefined;
}

/** Whether a question was not asked before. It may replace an answered one under the same ID. */
function isFresh({ byId, asked }: QueueState, request: InputRequest): boolean {
  const state = byId.get(request.inputId);
  if (state === undefined || (state.isSent && !asked.includes(request))) return true;
  // The same keys mean something else once there is a preview.
  const before = asked.find(({ inputId }) => inputId === request.inputId);
  return before !== undefined && previewOf(before) !== previewOf(request);
}

function previewOf(request: InputRequest): string | undefined {
  return request.kind === 'confirmation' ? request.preview?.previewId : undefined;
}

function firstOpen(requests: readonly InputRequest[], byId: QueueState['byId']): string | null {
  const open = requests.find(({ inputId }) => byId.get(inputId)?.isSent === false) ?? requests[0];
  return open?.inputId ?? null;
}

/** The queue after keyboard input, and whether it took the input. */
export function stepQueue(queue: QueueState, arrival: Arrival, facts: QueueFacts): QueueStep {
  const { queue: routed, ...step } = route(queue, arrival, facts);
  const next = routed.held === null ? release(releaseAll(routed, queue), queue) : routed;
  return { ...step, queue: { ...next, last: { name: nameOf(arrival), at: facts.now } } };
}

/** The queue after time has passed: a press without a repeat counts, and a first press of two expires. */
export function tickQueue(queue: QueueState, facts: QueueFacts): QueueStep {
  const shown = shownOf(queue, facts.requests);
  const { held } = queue;
  if (shown === null) return pass(queue);
  if (held !== null && held.until <= facts.now && queue.isOverview)
    return stepOverview({ ...queue, held: null }, held.press, { ...facts, at: held.at });
  if (held !== null && held.until <= facts.now) {
    const stepped = stepQuestion(shown.state, held.press, { ...shown, ...facts, now: held.at });
    return apply({ ...queue, held: null }, stepped, { ...facts, request: shown.request });
  }
  const { allEditsAt } = queue;
  if (allEditsAt !== null && !isWithinDouble(allEditsAt, facts.now)) return pass({ ...queue, allEditsAt: null });
  const { doubling } = shown.state;
  if (doubling === null || isWithinDouble(doubling.at, facts.now)) return pass(queue);
  return pass(put(queue, shown.request.inputId, { ...shown.state, doubling: null }));
}

/** When `tickQueue` is due, or null. */
export function nextTick({ held, shownId, byId, allEditsAt }: QueueState): number | null {
  if (held !== null) return held.until;
  if (allEditsAt !== null) return doubleEnds(allEditsAt);
  const doubling = shownId === null ? undefined : byId.get(shownId)?.doubling;
  return doubling == null ? null : doubleEnds(doubling.at);
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
  return put(queue, inputId, { ...state, field, isSent: false, isPreviewing: false, problem });
}

type Shown = QueueFacts & { readonly request: InputRequest; readonly state: QuestionState };

function route(before: QueueState, arrival: Arrival, facts: QueueFacts): QueueStep {
  const shown = shownOf(before, facts.requests);
  if (shown === null) return pass(before);
  const queue = { ...before, held: null };
  if (queue.isOverview) return routeOverview(queue, arrival, facts);
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

/** The same for the list of approvals, which has no text field. */
function routeOverview(queue: QueueState, arrival: Arrival, facts: QueueFacts): QueueStep {
  if (arrival.kind !== 'key') return pass(queue.hasFocus ? stray(queue, facts.now) : queue);
  const { press } = arrival;
  if (!queue.hasFocus) return isUnfocused(queue, press, facts) ? pressOverview(queue, press, facts) : pass(queue);
  if (press.key === 'tab' && !press.isShift) return take(tabOverview(queue, facts));
  if (isForScreen(press)) return pass(queue);
  if (facts.now < queue.armedAt && press.key !== 'escape') return pressEarly(queue, press, facts.now);
  return pressOverview(queue, press, facts);
}

function pressOverview(queue: QueueState, press: Press, facts: QueueFacts): QueueStep {
  const stepped = stepOverview(queue, press, facts);
  const { allEditsAt } = stepped.queue;
  const isFirst = allEditsAt !== null && allEditsAt !== queue.allEditsAt;
  return stepped.effect !== null || isFirst ? unlessHeld(queue, press, { now: facts.now, stepped }) : stepped;
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
function isForQuestion(queue: QueueState, press: Press, shown: Shown): boolean {
  return isUnfocused(queue, press, shown) && (press.key === 'enter' || !hasField(shown.state, shown.request));
}

/** Enter or an arrow that neither the draft nor an open menu needs, long enough after the question appeared. */
function isUnfocused({ isLater, armedAt }: QueueState, press: Press, { isDraftEmpty, now }: QueueFacts): boolean {
  const isPlain = !press.isCtrl && !press.isMeta && !press.isShift;
  const isOurs = press.key === 'up' || press.key === 'down' || press.key === 'enter';
  return isPlain && isOurs && isDraftEmpty && !isLater && now >= armedAt;
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
  return unlessHeld(queue, press, { now, stepped: apply(queue, stepped, shown) });
}

/** The step of a key, unless the key is held down. It counts later if that is not yet known. */
function unlessHeld(
  queue: QueueState,
  press: Press,
  { now, stepped }: { readonly now: number; readonly stepped: QueueStep },
): QueueStep {
  const age = press.isRepeat === true ? 0 : ageOf(queue, press, now);
  if (age < REPEAT_GAP_MS) return take(queue);
  if (age < REPEAT_DELAY_MS) return take({ ...queue, held: { press, at: now, until: now + REPEAT_GAP_MS } });
  return stepped;
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
  if (effect.kind === 'leave')
    return take(hasOpen(next, facts) ? arm({ ...next, isOverview: true }, now) : postpone(next));
  if (effect.kind === 'edit' || effect.kind === 'preview')
    return { queue: next, effect: { ...effect, request }, isTaken: true };
  const sent = arm(put(next, request.inputId, { ...state, isSent: true }), now);
  const turned = turn(sent, facts, 1);
  return {
    queue: { ...turned, isOverview: hasOpen(turned, facts) },
    effect: { ...effect, request },
    isTaken: true,
  };
}

/** Whether the unanswered approvals are several. */
function hasOpen({ byId }: QueueState, { requests }: QueueFacts): boolean {
  return hasOverview(requests.filter(({ inputId }) => byId.get(inputId)?.isSent !== true));
}

/** Keys of the whole screen, which do not depend on the focus. */
function isForScreen({ key, text, isCtrl, isShift }: Press): boolean {
  return (key === 'tab' && isShift) || (key === 'text' && isCtrl && 'lopt'.includes(text));
}

function isTyping({ key, isCtrl, isMeta }: Press): boolean {
  return !isCtrl && !isMeta && (key === 'text' || key === 'enter' || key === 'backspace');
}

/** Text for the draft arrived while the question has the focus. The rest of it may arrive letter by letter. */
function stray(queue: QueueState, now: number): QueueState {
  return { ...arm(queue, now), strayUntil: now + ARMED_AFTER_MS };
}

/** The same for two presses that allow all edits. */
function releaseAll(queue: QueueState, { allEditsAt }: QueueState): QueueState {
  return allEditsAt !== null && queue.allEditsAt === allEditsAt ? { ...queue, allEditsAt: null } : queue;
}

/** Cancels an earlier first press of two, because this input was not the second press. */
function release(queue: QueueState, { shownId, byId }: QueueState): QueueState {
  const first = shownId === null ? null : byId.get(shownId)?.doubling;
  const state = shownId === null ? undefined : queue.byId.get(shownId);
  if (shownId === null || first == null || state?.doubling !== first) return queue;
  return put(queue, shownId, { ...state, doubling: null });
}

function nameOf(arrival: Arrival): string {
  return arrival.kind === 'key' ? nameOfPress(arrival.press) : arrival.kind;
}

function nameOfPress({ key, text, isCtrl, isMeta }: Press): string {
  return `${isCtrl ? 'ctrl+' : ''}${isMeta ? 'alt+' : ''}${key === 'text' ? text.toLowerCase() : key}`;
}
