import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { ctrlOf, letterOf, type Press } from '../browsers/press.ts';
import {
  actionOf,
  actionsOf,
  confirm,
  firstChoice,
  type Confirmation,
  type ConfirmationAction,
} from './confirmation-actions.ts';
import { emptyField, insert, stepField, type TextField } from './text-field.ts';

/** How far a person is with one question. */
export interface QuestionState {
  /** The marked row of what can be done or chosen. */
  readonly chosen: number;
  /** The options that are ticked, where several can be. */
  readonly ticked: readonly string[];
  /** What is being written: an answer, a secret, why not. */
  readonly field: TextField;
  /** A reason is being written. */
  readonly isWriting: boolean;
  /** The first row of what would happen that is shown. */
  readonly scroll: number;
  /** All of it is shown, with little else. */
  readonly isWhole: boolean;
  /** The answer is on its way. */
  readonly isSent: boolean;
  /** Why the last try to answer came to nothing. */
  readonly problem: string | null;
}

/** What has to be done about a key. */
export type QuestionEffect =
  { readonly kind: 'answer'; readonly answer: InputAnswer } | { readonly kind: 'edit' } | { readonly kind: 'leave' };

export interface QuestionStep {
  readonly state: QuestionState;
  readonly effect: QuestionEffect | null;
}

/** What can be scrolled: the last row that can be the first one shown, and how many make a page. */
export interface ScrollRange {
  readonly last: number;
  readonly page: number;
}

/** A question as it is first shown. */
export function createQuestion(request: InputRequest): QuestionState {
  return {
    chosen: request.kind === 'confirmation' ? firstChoice(request) : 0,
    ticked: [],
    field: emptyField,
    isWriting: false,
    scroll: 0,
    isWhole: false,
    isSent: false,
    problem: null,
  };
}

/** The question after a key. */
export function stepQuestion(
  state: QuestionState,
  press: Press,
  { request, range }: { readonly request: InputRequest; readonly range: ScrollRange },
): QuestionStep {
  const scroll = scrolled(state, press, range);
  if (scroll !== null) return stay({ ...state, scroll });
  const known = { ...state, problem: null };
  switch (request.kind) {
    case 'confirmation':
      return state.isWriting ? stepReason(known, press, request) : stepConfirmation(known, press, { request, range });
    case 'choice':
      return stepChoice(known, press, request);
    case 'text':
      return stepText(known, press, (text) => ({ kind: 'text', text }));
    case 'credential':
      return stepText(known, press, (text) => ({ kind: 'credential', secret: text.trim() }));
    default:
      return unreachable(request);
  }
}

/** The question after text was pasted; null where nothing is being written. */
export function pasteQuestion(state: QuestionState, text: string, request: InputRequest): QuestionState | null {
  const isField = request.kind === 'text' || request.kind === 'credential' || state.isWriting;
  return isField ? { ...state, field: insert(state.field, text) } : null;
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

/** One row, by the keys of a pager; nothing is being written when this is asked. */
function withRow(state: QuestionState, letter: string, { last }: ScrollRange): QuestionState | null {
  if (letter === 'j') return { ...state, scroll: Math.min(last, state.scroll + 1) };
  if (letter === 'k') return { ...state, scroll: Math.max(0, Math.min(last, state.scroll) - 1) };
  if (letter === 'v') return { ...state, isWhole: !state.isWhole, scroll: 0 };
  return null;
}

function stepConfirmation(
  state: QuestionState,
  press: Press,
  { request, range }: { readonly request: Confirmation; readonly range: ScrollRange },
): QuestionStep {
  const actions = actionsOf(request);
  const letter = letterOf(press).toLowerCase();
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
      return press.isMeta ? stay(state) : act(state, actions[state.chosen], request);
    default:
      return act(state, actionOf(letter, request), request);
  }
}

function act(state: QuestionState, action: ConfirmationAction | undefined, request: Confirmation): QuestionStep {
  switch (action) {
    case 'once':
    case 'session':
    case 'always':
      return give(state, confirm(request, action));
    case 'deny':
      return give(state, confirm(request, 'denied'));
    case 'edit':
      return { state, effect: { kind: 'edit' } };
    case 'reason':
      return stay({ ...state, isWriting: true, chosen: actionsOf(request).indexOf('reason') });
    case undefined:
      return stay(state);
    default:
      return unreachable(action);
  }
}

/** Escape goes back to the choices; what was written stays. */
function stepReason(state: QuestionState, press: Press, request: Confirmation): QuestionStep {
  if (press.key === 'escape') return stay({ ...state, isWriting: false });
  if (press.key === 'enter' && !press.isMeta) return give(state, confirm(request, 'denied', state.field.text.trim()));
  return stay({ ...state, field: stepField(state.field, press) ?? state.field });
}

type Choice = Extract<InputRequest, { kind: 'choice' }>;

function stepChoice(state: QuestionState, press: Press, request: Choice): QuestionStep {
  const count = request.options.length;
  const letter = letterOf(press);
  if (press.key === 'escape') return leave(state);
  if (press.key === 'up' || letter === 'k') return stay({ ...state, chosen: (state.chosen + count - 1) % count });
  if (press.key === 'down' || letter === 'j') return stay({ ...state, chosen: (state.chosen + 1) % count });
  if (letter === 'd') return give(state, { kind: 'declined' });
  const at = /^[1-9]$/.test(letter) ? Number(letter) - 1 : state.chosen;
  const option = request.options[at];
  if (option === undefined) return stay(state);
  return stepOption({ ...state, chosen: at }, { press, request, id: option.id });
}

/** A number takes the option, or ticks it where several can be; Space ticks, Enter answers. */
function stepOption(
  state: QuestionState,
  { press, request, id }: { readonly press: Press; readonly request: Choice; readonly id: string },
): QuestionStep {
  const letter = letterOf(press);
  if (press.key === 'enter') return give(state, toChoice(state, request, id));
  if (letter !== ' ' && !/^[1-9]$/.test(letter)) return stay(state);
  if (request.multiple) return stay({ ...state, ticked: tick(state.ticked, id) });
  return letter === ' ' ? stay(state) : give(state, toChoice(state, request, id));
}

function tick(ticked: readonly string[], id: string): readonly string[] {
  return ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id];
}

/** The ticked ones in the order in which they were offered; the marked one where none is. */
function toChoice({ ticked }: QuestionState, { options }: Choice, marked: string): InputAnswer {
  const optionIds = options.map(({ id }) => id).filter((id) => ticked.includes(id));
  return { kind: 'choice', optionIds: optionIds.length === 0 ? [marked] : optionIds };
}

function stepText(state: QuestionState, press: Press, toAnswer: (text: string) => InputAnswer): QuestionStep {
  if (press.key === 'escape') return leave(state);
  if (ctrlOf(press) === 'n') return give(state, { kind: 'declined' });
  if (press.key === 'enter' && !press.isMeta) {
    if (state.field.text.trim() !== '') return give(state, toAnswer(state.field.text));
    return stay({ ...state, problem: 'nothing is written yet; Ctrl-N goes on without an answer' });
  }
  return stay({ ...state, field: stepField(state.field, press) ?? state.field });
}
