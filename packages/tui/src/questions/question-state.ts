import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { ctrlOf, letterOf, type Press } from '../keys/press.ts';
import {
  actionOf,
  actionsOf,
  applyPreview,
  confirm,
  isDoubled,
  letterFor,
  type Confirmation,
  type ConfirmationAction,
} from './confirmation-actions.ts';
import { optionKeys, type Choice } from './option-keys.ts';
import { ownOf } from './own-question.ts';
import { emptyField, insert, stepField, type TextField } from './text-field.ts';
import { questionTexts } from '../texts/question-texts.ts';

/** The first of two presses. */
export interface Doubling {
  readonly action: ConfirmationAction;
  /** The pressed letter, because an action may have two. */
  readonly letter: string;
  readonly at: number;
}

/** The state of one question. */
export interface QuestionState {
  /** The marked row of the actions or options. */
  readonly chosen: number;
  /** The selected options, if several are allowed. */
  readonly ticked: readonly string[];
  /** The text being typed: an answer, a secret, or a reason. */
  readonly field: TextField;
  /** A reason is being written. */
  readonly isWriting: boolean;
  /** The first visible row of the body. */
  readonly scroll: number;
  /** An action whose key must be pressed a second time. */
  readonly doubling: Doubling | null;
  /** Shows all of the body, with little else. */
  readonly isWhole: boolean;
  /** The answer is being sent. */
  readonly isSent: boolean;
  /** The call is running in a copy. */
  readonly isPreviewing: boolean;
  /** Why the last answer was rejected. */
  readonly problem: string | null;
}

/** The effect of a key. */
export type QuestionEffect =
  | { readonly kind: 'answer'; readonly answer: InputAnswer }
  | { readonly kind: 'edit' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'leave' };

export interface QuestionStep {
  readonly state: QuestionState;
  readonly effect: QuestionEffect | null;
}

/** What is visible of a question, and how far its body can be scrolled. */
export interface ScrollRange {
  /** The last possible first row. */
  readonly last: number;
  readonly page: number;
  /** The window is too small to show what would be allowed, so that nothing can be. */
  readonly isHidden?: boolean;
}

/** The initial state of a question. */
export function createQuestion(): QuestionState {
  return {
    chosen: 0,
    ticked: [],
    field: emptyField,
    isWriting: false,
    scroll: 0,
    doubling: null,
    isWhole: false,
    isSent: false,
    isPreviewing: false,
    problem: null,
  };
}

/** A second press counts from this long after the first, */
export const DOUBLE_AFTER_MS = 150;
/** and until this long after it. */
export const DOUBLE_WITHIN_MS = 3000;

/** Whether a first press still waits for the second. */
export function isWithinDouble(first: number, now: number): boolean {
  return now - first <= DOUBLE_WITHIN_MS;
}

/** Whether a press is late enough after the first to be meant as the second. */
export function isSecondPress(first: number, now: number): boolean {
  return now - first >= DOUBLE_AFTER_MS;
}

/** When a first press no longer counts. */
export function doubleEnds(first: number): number {
  return first + DOUBLE_WITHIN_MS + 1;
}

/** What the effect of a key depends on. */
export interface QuestionFacts<Request = InputRequest> {
  readonly request: Request;
  readonly range: ScrollRange;
  /** Milliseconds. */
  readonly now: number;
}

/** The question after a key. */
export function stepQuestion(state: QuestionState, press: Press, facts: QuestionFacts): QuestionStep {
  const { request, range } = facts;
  const scroll = scrolled(state, press, range);
  if (scroll !== null) return stay({ ...state, scroll });
  const known = { ...state, problem: null };
  switch (request.kind) {
    case 'confirmation':
      return state.isWriting
        ? stepReason(known, press, request)
        : stepConfirmation(known, press, { ...facts, request });
    case 'choice':
      return state.isWriting ? stepOwn(known, press, request) : stepChoice(known, press, request);
    case 'text':
      return stepText(known, press, (text) => ({ kind: 'text', text }));
    case 'credential':
      return stepText(known, press, (text) => ({ kind: 'credential', secret: text.trim() }));
    default:
      return unreachable(request);
  }
}

/** Whether typing goes into a text field of the question while it has the focus. */
export function hasField({ isWriting }: QuestionState, { kind }: InputRequest): boolean {
  return kind === 'text' || kind === 'credential' || isWriting;
}

/** The question after text was put into its field. */
export function fillQuestion(state: QuestionState, text: string): QuestionState {
  return { ...state, field: insert(state.field, text), problem: null };
}

function stay(state: QuestionState): QuestionStep {
  return { state, effect: null };
}

function give(state: QuestionState, answer: InputAnswer): QuestionStep {
  return { state, effect: { kind: 'answer', answer } };
}

const leave = (state: QuestionState): QuestionStep => ({ state, effect: { kind: 'leave' } });

/** The page keys always scroll. */
function scrolled({ scroll }: QuestionState, { key }: Press, { last, page }: ScrollRange): number | null {
  if (key === 'pageup') return Math.max(0, Math.min(scroll, last) - page);
  if (key === 'pagedown') return Math.min(last, scroll + page);
  return null;
}

/** Scrolls one row with the keys of a pager. Called only if no text is being typed. */
function withRow(state: QuestionState, letter: string, { last }: ScrollRange): QuestionState | null {
  if (letter === 'j') return { ...state, scroll: Math.min(last, state.scroll + 1) };
  if (letter === 'k') return { ...state, scroll: Math.max(0, Math.min(last, state.scroll) - 1) };
  return null;
}

/** What the user cannot see cannot be allowed, only denied or postponed. */
function stepConfirmation(state: QuestionState, press: Press, facts: QuestionFacts<Confirmation>): QuestionStep {
  const stepped = stepShown(state, press, facts);
  return facts.range.isHidden === true && isAllowing(stepped) ? stay({ ...state, doubling: null }) : stepped;
}

/** Whether a key allows the call, or is the first of two presses that do. */
function isAllowing({ state, effect }: QuestionStep): boolean {
  const answer = effect?.kind === 'answer' ? effect.answer : null;
  return state.doubling !== null || (answer?.kind === 'confirmation' && answer.outcome !== 'denied');
}

function stepShown(state: QuestionState, press: Press, facts: QuestionFacts<Confirmation>): QuestionStep {
  const { request, range, now } = facts;
  const actions = actionsOf(request);
  const letter = letterOf(press).toLowerCase();
  const doubling = doublingOf(state, now);
  if (doubling !== null) return stepDoubling(state, letter, { ...facts, doubling });
  const row = withRow(state, letter, range);
  if (row !== null) return stay(row);
  switch (press.key) {
    case 'up':
      return stay({ ...state, chosen: (state.chosen + actions.length - 1) % actions.length });
    case 'down':
      return stay({ ...state, chosen: (state.chosen + 1) % actions.length });
    case 'escape':
      return state.isWhole ? stay({ ...state, isWhole: false, scroll: 0 }) : leave(state);
    case 'enter':
      return press.isMeta ? stay(state) : takeChosen(state, actions[state.chosen], request);
    default: {
      const action = actionOf(letter, request);
      if (action === undefined || !isDoubled(action, request)) return act(state, action, request);
      return stay({ ...state, chosen: actions.indexOf(action), doubling: { action, letter, at: now } });
    }
  }
}

function doublingOf({ doubling }: QuestionState, now: number): Doubling | null {
  return doubling !== null && isWithinDouble(doubling.at, now) ? doubling : null;
}

/** Handles the second of two presses. Any other key cancels the first one. */
function stepDoubling(
  state: QuestionState,
  letter: string,
  { request, now, doubling }: QuestionFacts<Confirmation> & { readonly doubling: Doubling },
): QuestionStep {
  const single = { ...state, doubling: null };
  if (letter !== doubling.letter) return stay(single);
  return isSecondPress(doubling.at, now) ? act(single, doubling.action, request) : stay(single);
}

/** Enter takes the chosen row, unless its key must be pressed twice. */
function takeChosen(state: QuestionState, action: ConfirmationAction | undefined, request: Confirmation): QuestionStep {
  if (action === undefined || !isDoubled(action, request)) return act(state, action, request);
  return stay({ ...state, problem: questionTexts.pressTwice(letterFor(action)) });
}

// eslint-disable-next-line complexity -- one line per action
function act(state: QuestionState, action: ConfirmationAction | undefined, request: Confirmation): QuestionStep {
  switch (action) {
    case 'once':
    case 'session':
    case 'project':
    case 'always':
      return give(state, confirm(request, action));
    case 'deny':
      return give(state, confirm(request, 'denied'));
    case 'real':
      return give(state, confirm(request, 'once'));
    case 'apply':
      return give(state, applyPreview(request));
    case 'overwrite':
      return give(state, applyPreview(request, true));
    case 'preview':
      return { state: { ...state, isPreviewing: true }, effect: { kind: 'preview' } };
    case 'edit':
      return { state, effect: { kind: 'edit' } };
    case 'whole':
      return stay({ ...state, isWhole: !state.isWhole, scroll: 0 });
    case 'reason':
      return stay({ ...state, isWriting: true, chosen: actionsOf(request).indexOf('reason') });
    case undefined:
      return stay(state);
    default:
      return unreachable(action);
  }
}

/** Escape returns to the choices and keeps the text. */
function stepReason(state: QuestionState, press: Press, request: Confirmation): QuestionStep {
  if (press.key === 'escape') return stay({ ...state, isWriting: false });
  if (press.key === 'enter' && !press.isMeta) return give(state, confirm(request, 'denied', state.field.text.trim()));
  return stay({ ...state, field: stepField(state.field, press) ?? state.field });
}

function stepChoice(state: QuestionState, press: Press, request: Choice): QuestionStep {
  const keys = optionKeys(request);
  const count = keys.length;
  const letter = letterOf(press);
  if (press.key === 'escape') return leave(state);
  const named = letter === '' ? -1 : keys.indexOf(letter.toLowerCase());
  if (press.key === 'up' || letter === 'k') return stay({ ...state, chosen: (state.chosen + count - 1) % count });
  if (press.key === 'down' || letter === 'j') return stay({ ...state, chosen: (state.chosen + 1) % count });
  if (named === -1 && letter === 'd' && ownOf(request) === null) return give(state, { kind: 'declined' });
  const at = named === -1 ? state.chosen : named;
  const option = request.options[at];
  const isNamed = named !== -1;
  if (option === undefined) return openOwn({ ...state, chosen: at }, press, isNamed);
  return stepOption({ ...state, chosen: at }, { press, request, id: option.id, isNamed });
}

/** Enter, Space or its number opens the field on the last row, for an answer of one's own. */
function openOwn(state: QuestionState, press: Press, isNamed: boolean): QuestionStep {
  const isOpening = isNamed || press.key === 'enter' || letterOf(press) === ' ';
  return stay(isOpening ? { ...state, isWriting: true } : state);
}

/** Escape returns to the options and keeps the text. */
function stepOwn(state: QuestionState, press: Press, request: Choice): QuestionStep {
  if (press.key === 'escape') return stay({ ...state, isWriting: false });
  if (press.key === 'enter' && !press.isMeta) {
    const own = state.field.text.trim();
    if (own === '') return stay({ ...state, problem: questionTexts.typeOwnFirst });
    return give(state, { kind: 'text', text: [...labelsOf(state, request), own].join(', ') });
  }
  return stay({ ...state, field: stepField(state.field, press) ?? state.field });
}

/** The labels of the selected options, which an answer of one's own adds to. */
function labelsOf({ ticked }: QuestionState, { options }: Choice): readonly string[] {
  return options.filter(({ id }) => ticked.includes(id)).map(({ label }) => label);
}

/** Its key chooses the option, or selects it if several are allowed. Space selects, Enter answers. */
function stepOption(
  state: QuestionState,
  {
    press,
    request,
    id,
    isNamed,
  }: { readonly press: Press; readonly request: Choice; readonly id: string; readonly isNamed: boolean },
): QuestionStep {
  const letter = letterOf(press);
  const isChosen = press.key === 'enter' || (isNamed && !request.multiple);
  if (isChosen && ownOf(request)?.later === id) return leave(state);
  if (press.key === 'enter') return give(state, toChoice(state, request, id));
  if (letter !== ' ' && !isNamed) return stay(state);
  if (request.multiple) return stay({ ...state, ticked: tick(state.ticked, id) });
  return letter === ' ' ? stay(state) : give(state, toChoice(state, request, id));
}

function tick(ticked: readonly string[], id: string): readonly string[] {
  return ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id];
}

/** The selected options in the order in which they were offered, or the marked one if none is selected. */
function toChoice({ ticked }: QuestionState, { options }: Choice, marked: string): InputAnswer {
  const optionIds = options.map(({ id }) => id).filter((id) => ticked.includes(id));
  return { kind: 'choice', optionIds: optionIds.length === 0 ? [marked] : optionIds };
}

function stepText(state: QuestionState, press: Press, toAnswer: (text: string) => InputAnswer): QuestionStep {
  if (press.key === 'escape') return leave(state);
  if (ctrlOf(press) === 'n') return give(state, { kind: 'declined' });
  if (press.key === 'enter' && !press.isMeta) {
    if (state.field.text.trim() !== '') return give(state, toAnswer(state.field.text));
    return stay({ ...state, problem: questionTexts.typeFirst });
  }
  return stay({ ...state, field: stepField(state.field, press) ?? state.field });
}
