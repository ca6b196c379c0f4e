import { toHomePath } from '../../paint/layout/to-home-path.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { hang, padEnd, truncate, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import { NARROW, WIDE } from '../../paint/status/describe-status.ts';
import { FRAME_CELLS } from '../../paint/frame/paint-dock.ts';
import {
  actionNotes,
  actionLabels,
  briefActionLabels,
  editLabels,
  pendingLabels,
  planLabels,
  questionTexts,
  wholeLabels,
} from '../../texts/question-texts.ts';
import {
  actionsOf,
  columnsOf,
  isDoubled,
  isDangerous,
  isPending,
  isPlan,
  keysFor,
  type Confirmation,
  type ConfirmationAction,
} from '../confirmation-actions.ts';
import type { Doubling, QuestionState } from '../question-state.ts';
import { previewTexts } from '../../texts/preview-texts.ts';
import { showInRow } from './show-whole.ts';

/** The state of the question, and what its keys do now. */
export interface AskedState extends QuestionState {
  /** Letters go to the question. */
  readonly hasFocus: boolean;
  /** Enter takes the marked row. */
  readonly takesEnter: boolean;
}

/** Cells of a column: with notes beside the labels, and without. */
const WIDE_COLUMN = 58;
const COLUMN = 39;
const LABEL_CELLS = 27;

/** The possible answers, in two columns if there is room. */
export function paintActions(request: Confirmation, state: AskedState, view: View): Lines {
  if (state.doubling !== null) return paintAgain(request, state.doubling, view);
  const actions = actionsOf(request);
  const marked = actions[state.chosen];
  const window = view.width + FRAME_CELLS;
  const cells = hasNotes(view) ? WIDE_COLUMN : Math.min(COLUMN, Math.floor(view.width / 2));
  const toCell = (action: ConfirmationAction): string =>
    paintCell({ request, action, ...state, cells, isMarked: action === marked }, view);
  if (window < NARROW) return actions.map((action) => truncate(toCell(action), view.width));
  const [left, right] = columnsOf(request);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const [one, other] = [left[row], right[row]];
    const start = one === undefined ? '' : toCell(one);
    return truncate(other === undefined ? start : padEnd(start, cells) + toCell(other), view.width).trimEnd();
  });
}

/** Whether there are notes beside the labels: at the left in a wide window, at the right if they fit too. */
function hasNotes({ width }: View, action?: ConfirmationAction): boolean {
  const needed = action === 'reason' ? WIDE_COLUMN + LABEL_CELLS + 6 + widthOf(actionNotes.reason) : WIDE - FRAME_CELLS;
  return width >= needed;
}

interface ActionCell extends Pick<AskedState, 'hasFocus' | 'takesEnter' | 'isPreviewing'> {
  readonly request: Confirmation;
  readonly action: ConfirmationAction;
  readonly isMarked: boolean;
  /** The width of a column. */
  readonly cells: number;
}

function paintCell({ request, action, isMarked, cells, ...state }: ActionCell, view: View): string {
  const { theme } = view;
  const { hasFocus, takesEnter } = state;
  const keys = keysFor(action, request);
  const { label, note: said } = describeAction({ request, action, ...state }, view);
  const isShown = isMarked && (hasFocus || takesEnter);
  const isRisky = isDoubled(action, request) && isDangerous(request);
  const key = (hasFocus ? (isRisky ? theme.danger : theme.accent) : theme.dim)(keys.padStart(2));
  const isLong = widthOf(label) >= LABEL_CELLS;
  const note = said !== '' && hasNotes(view, action) && !isLong ? theme.dim(said) : '';
  const cell = `${isShown ? theme.accent('❯') : ' '} ${key}  ${note === '' ? label : padEnd(label, LABEL_CELLS) + note}`;
  if (!isShown) return cell;
  // The right column may be narrower.
  const width = Math.min(cells, view.width - cells) - 2;
  return theme.selection(theme.strong(padEnd(cell, Math.max(width, widthOf(cell)))));
}

function describeAction(
  { request, action, isPreviewing }: Pick<ActionCell, 'request' | 'action' | 'isPreviewing'>,
  view: View,
): { readonly label: string; readonly note: string } {
  if (isPreviewing && action === 'preview') return { label: previewTexts.running, note: '' };
  return { label: labelOf(action, request), note: noteOf(action, request, view) };
}

/** What an action is called for this request. */
export function labelOf(action: ConfirmationAction, request: Confirmation): string {
  const { display } = request;
  if (isPlan(request) && isKeyOf(planLabels, action)) return planLabels[action];
  if (isPending(request) && isKeyOf(pendingLabels, action)) return pendingLabels[action];
  const kind = display?.type === 'command' || display?.type === 'diff' ? display.type : 'other';
  if (action === 'edit') return editLabels[kind];
  return action === 'whole' ? wholeLabels[kind === 'diff' ? 'diff' : 'other'] : actionLabels[action];
}

function isKeyOf<Labels extends object>(labels: Labels, action: PropertyKey): action is keyof Labels {
  return Object.hasOwn(labels, action);
}

function noteOf(action: ConfirmationAction, request: Confirmation, { home }: View): string {
  const { grant } = request;
  switch (action) {
    case 'session':
    case 'always':
    case 'reason':
      return actionNotes[action];
    case 'preview':
      return isPending(request) ? '' : actionNotes.preview;
    case 'project':
      return truncate(actionNotes.project(showInRow(toHomePath(grant?.project ?? '', home))), LABEL_CELLS - 4);
    default:
      return '';
  }
}

/** Replaces the choices: what a second press would allow, and where. */
function paintAgain(request: Confirmation, doubling: Doubling, view: View & { readonly isBrief?: boolean }): Lines {
  const { theme, width } = view;
  const { what, saved } = describeAgain(request, doubling, view);
  const room = Math.max(1, width - 2);
  const notes = [...saved, ...(view.isBrief === true ? [] : [questionTexts.otherKeyCancels])];
  return [
    ...hang(theme.accent('❯ '), wrapText(theme.strong(questionTexts.again(doubling.letter, what)), room)),
    ...(notes.length === 0 ? [] : hang('  ', wrapText(theme.dim(notes.join(' · ')), room))),
  ];
}

/** What a second press would allow, and where that is saved. */
export function describeAgain(
  request: Confirmation,
  { action }: Doubling,
  { home }: View,
): { readonly what: string; readonly saved: readonly string[] } {
  const { grant } = request;
  const isSaved = (action === 'project' || action === 'always') && grant !== undefined;
  const what = isSaved ? questionTexts.kept(showInRow(grant.text), action === 'always') : labelOf(action, request);
  const folder = showInRow(toHomePath(grant?.project ?? '', home));
  const saved = !isSaved ? [] : [action === 'project' ? questionTexts.savedFor(folder) : questionTexts.savedForAll];
  return { what, saved };
}

/** The answers on one or two rows, for little room. */
export function paintBriefActions(request: Confirmation, state: AskedState, view: View): Lines {
  const { theme, width } = view;
  if (state.doubling !== null) return paintAgain(request, state.doubling, { ...view, isBrief: true });
  const parts = actionsOf(request).map((action, at) => {
    const label = state.isPreviewing && action === 'preview' ? previewTexts.running : briefActionLabels[action];
    const text = `${keysFor(action, request)} ${label}`;
    return at === state.chosen ? theme.selection(`[${text}]`) : text;
  });
  return flow(parts, width);
}

/** The keys alone, where the answers would leave no row for what they are about. */
export function paintKeysOnly(request: Confirmation, state: AskedState, view: View): Lines {
  if (state.doubling !== null) return paintBriefActions(request, state, view);
  const keys = actionsOf(request).map((action, at) => {
    const text = keysFor(action, request);
    return at === state.chosen ? view.theme.selection(`[${text}]`) : text;
  });
  return [truncate(keys.join(' '), view.width)];
}

/** Puts parts after each other in as many rows as needed, without breaking a part. */
function flow(parts: readonly string[], width: number): Lines {
  const rows: string[] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const joined = last === undefined ? part : `${last}  ${part}`;
    if (last !== undefined && widthOf(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(truncate(part, width));
  }
  return rows;
}
