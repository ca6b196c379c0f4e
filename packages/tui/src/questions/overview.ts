import type { InputRequest } from '@bowline/protocol';
import { letterOf, type Press } from '../keys/press.ts';
import { confirm, isDangerous, isPlan, type Confirmation } from './confirmation-actions.ts';
import { isSecondPress, isWithinDouble } from './question-state.ts';
import {
  arm,
  focusQueue,
  postpone,
  put,
  take,
  type QueueFacts,
  type QueueState,
  type QueueStep,
} from './queue-state.ts';

/** Whether so many calls need approval that they are listed first. */
export function hasOverview(requests: readonly InputRequest[]): boolean {
  return requests.filter(({ kind }) => kind === 'confirmation').length > 2;
}

/** The listed edits, which two presses of one letter allow. Never a command, and nothing dangerous. */
export function listedEdits({ byId }: QueueState, requests: readonly InputRequest[]): readonly Confirmation[] {
  return requests.filter(
    (request): request is Confirmation =>
      isEdit(request) && !isDangerous(request) && byId.get(request.inputId)?.isSent !== true,
  );
}

function isEdit(request: InputRequest): request is Confirmation {
  return request.kind === 'confirmation' && request.effect === 'write' && request.display?.type === 'diff';
}

/** What a key depends on. */
interface KeyFacts extends QueueFacts {
  /** When the key was pressed, if that was a moment ago. */
  readonly at?: number;
}

/** The list after a key. */
export function stepOverview(queue: QueueState, press: Press, facts: KeyFacts): QueueStep {
  const { at = facts.now } = facts;
  const first = queue.allEditsAt;
  const next = { ...queue, allEditsAt: null };
  const letter = letterOf(press).toLowerCase();
  if (isRefused(letter, facts)) return take(next);
  if (first !== null && isWithinDouble(first, at))
    return letter === 'e' && isSecondPress(first, at) ? allowEdits(next, facts) : take(next);
  switch (press.key) {
    case 'up':
      return take(mark(next, facts.requests, -1));
    case 'down':
      return take(mark(next, facts.requests, 1));
    case 'enter':
      return take(press.isMeta ? next : open(next, facts.now));
    case 'escape':
      return take(postpone(next));
    default:
      return stepLetter(next, letter, { ...facts, at });
  }
}

/** What the user cannot see cannot be allowed. */
function isRefused(letter: string, { range }: QueueFacts): boolean {
  return range.isHidden === true && ['y', 'o', 'e'].includes(letter);
}

function stepLetter(queue: QueueState, letter: string, facts: QueueFacts & { readonly at: number }): QueueStep {
  const { requests, at } = facts;
  switch (letter) {
    case 'j':
      return take(mark(queue, requests, 1));
    case 'k':
      return take(mark(queue, requests, -1));
    case 'e':
      return take(listedEdits(queue, requests).length === 0 ? queue : { ...queue, allEditsAt: at });
    case 'y':
    case 'o':
      return decideMarked(queue, 'once', facts);
    case 'n':
    case 'd':
      return decideMarked(queue, 'denied', facts);
    default:
      return take(queue);
  }
}

/** Opens the marked one by itself. */
function open(queue: QueueState, now: number): QueueState {
  return { ...focusQueue(queue, now), isOverview: false };
}

/** What is dangerous, a plan, a question, or one whose reason is being written is not answered from the list, but opened. */
function decideMarked(queue: QueueState, outcome: 'once' | 'denied', facts: QueueFacts): QueueStep {
  const marked = facts.requests.find(({ inputId }) => inputId === queue.shownId);
  const state = queue.byId.get(queue.shownId ?? '');
  if (marked === undefined || state === undefined || state.isSent) return take(queue);
  if (marked.kind !== 'confirmation' || isPlan(marked) || state.isWriting) return take(open(queue, facts.now));
  if (outcome === 'once' && (isDangerous(marked) || marked.preview !== undefined)) return take(open(queue, facts.now));
  const sent = put(queue, marked.inputId, { ...state, isSent: true, problem: null });
  return {
    queue: after(sent, facts),
    effect: { kind: 'answer', answer: confirm(marked, outcome), request: marked },
    isTaken: true,
  };
}

function allowEdits(queue: QueueState, facts: QueueFacts): QueueStep {
  const edits = listedEdits(queue, facts.requests);
  const sent = edits.reduce((next, { inputId }) => {
    const state = next.byId.get(inputId);
    return state === undefined ? next : put(next, inputId, { ...state, isSent: true, problem: null });
  }, queue);
  const answers = edits.map((request) => ({ request, answer: confirm(request, 'once') }));
  return {
    queue: after(sent, facts),
    effect: { kind: 'answer_all', answers },
    isTaken: true,
  };
}

/** Marks the next row, which no key answers for a moment. Without one, the draft gets the keyboard. */
function after(queue: QueueState, { requests, now }: QueueFacts): QueueState {
  const isDone = requests.every(({ inputId }) => queue.byId.get(inputId)?.isSent === true);
  return isDone ? { ...queue, hasFocus: false } : arm(mark(queue, requests, 1), now);
}

/** Moves the mark to the next unanswered row in a direction, around the ends. */
function mark(queue: QueueState, requests: readonly InputRequest[], by: 1 | -1): QueueState {
  const at = requests.findIndex(({ inputId }) => inputId === queue.shownId);
  const rows = requests.map((_request, n) => requests[(at + by * (n + 1) + requests.length * 2) % requests.length]);
  const next = rows.find((request) => request !== undefined && queue.byId.get(request.inputId)?.isSent !== true);
  return next === undefined ? queue : { ...queue, shownId: next.inputId };
}

/** Tab: the next row, and from the last one the draft. */
export function tabOverview(queue: QueueState, { requests, now }: QueueFacts): QueueState {
  const next = { ...queue, allEditsAt: null };
  const marked = mark(next, requests, 1);
  const placeOf = ({ shownId }: QueueState): number => requests.findIndex(({ inputId }) => inputId === shownId);
  return placeOf(marked) > placeOf(next) ? marked : { ...arm(next, now), hasFocus: false };
}
