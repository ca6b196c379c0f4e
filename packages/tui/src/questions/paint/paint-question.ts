import type { InputRequest } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { paintCountdown } from '../../paint/status/paint-duration.ts';
import { hang, truncate, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { hostOf } from './find-risks.ts';
import { actionsOf, isDoubled } from '../confirmation-actions.ts';
import { paintConfirmation, type PaintedQuestion } from './paint-confirmation.ts';
import { paintField } from './paint-field.ts';
import type { QuestionState, ScrollRange } from '../question-state.ts';
import { showWhole } from './show-whole.ts';
import { actionLabels, questionKeys, questionTexts } from '../../texts/question-texts.ts';

/** A question, its state, and its position among the pending ones. */
export interface ShownQuestion {
  readonly request: InputRequest;
  readonly state: QuestionState;
  readonly at: number;
  readonly count: number;
  /** Letters go to the question. Otherwise they go to the draft. */
  readonly hasFocus: boolean;
  readonly isDraftEmpty: boolean;
  /** A pasted secret goes to the question without the focus. */
  readonly isSetup?: boolean;
}

/** With fewer rows for the body, the rest becomes brief. */
const ENOUGH = 6;
const NOTHING = { findings: [], answers: [] };

/** Paints a question in `rows` rows, and returns how far it can be scrolled. */
export function paintQuestion(
  shown: ShownQuestion,
  view: View,
  rows: number,
): { readonly lines: Lines; readonly range: ScrollRange } {
  const { state } = shown;
  const title = paintTitle(shown, view);
  const end = [
    ...(state.problem === null ? [] : wrapText(view.theme.bad(showWhole(state.problem)), view.width)),
    ...paintKeys(shown, view),
  ];
  const painted = paintParts(shown, view);
  const left = rows - title.length - end.length;
  if (left - painted.foot.length >= Math.min(ENOUGH, painted.body.length)) {
    const { body, range } = paintBody(painted, state, { ...view, room: left - painted.foot.length });
    return { lines: [...title, ...body, ...painted.foot, ...end], range };
  }
  return paintTight({ title, painted, end, state }, view, rows);
}

interface Tight {
  readonly title: Lines;
  readonly painted: PaintedQuestion;
  readonly end: Lines;
  readonly state: QuestionState;
}

/**
 * Keeps the answers and the first rows of the place and of the worst finding. The body is cut first, because it can be
 * scrolled.
 */
function paintTight(
  { title, painted, end, state }: Tight,
  view: View,
  rows: number,
): { readonly lines: Lines; readonly range: ScrollRange } {
  const { findings, answers } = painted.brief;
  const spare = rows - end.length - answers.length;
  const leastBody = Math.min(painted.body.length, 2);
  const head = clipTitle(title, spare - Math.min(findings.length, 2) - leastBody, view);
  const left = spare - head.length;
  const found = clipFindings(findings, left - leastBody, view);
  const room = left - found.length;
  const { body, range } = paintBody(painted, state, { ...view, room });
  return { lines: [...head, ...body, ...found, ...answers, ...end], range };
}

/** All questions on one row, for when the user has returned to the prompt. */
export function paintWaiting(requests: readonly InputRequest[], view: View): string {
  const [first] = requests;
  if (first === undefined) return '';
  const more = requests.length === 1 ? '' : questionTexts.more(requests.length - 1);
  const sign = view.isScreenReader ? questionTexts.needsAnswer : '? ';
  const text = `${sign}${showWhole(first.title).replaceAll('\n', ' ')}${more}`;
  const hint = questionKeys.tabHint;
  const room = view.width - widthOf(hint);
  return view.theme.warning(truncate(text, room)) + view.theme.dim(truncate(hint, Math.max(0, view.width)));
}

function paintTitle({ request, at, count }: ShownQuestion, view: View): Lines {
  const { theme, width, isScreenReader, now } = view;
  const left = request.expiresAt === undefined ? null : Math.max(0, Date.parse(request.expiresAt) - now);
  const notes = [
    ...(count > 1 ? [questionTexts.place(at + 1, count)] : []),
    ...(left === null ? [] : [left === 0 ? questionTexts.expired : questionTexts.left(paintCountdown(left))]),
  ];
  const note = notes.length === 0 ? '' : theme.dim(` · ${notes.join(' · ')}`);
  const sign = isScreenReader ? questionTexts.question : theme.warning('? ');
  return hang(sign, wrapText(theme.strong(showWhole(request.title)) + note, Math.max(1, width - widthOf(sign))));
}

function paintParts({ request, state, hasFocus }: ShownQuestion, view: View): PaintedQuestion {
  switch (request.kind) {
    case 'confirmation':
      return paintConfirmation(request, { ...state, hasFocus }, view);
    case 'choice':
      return { ...paintOptions(request, state, view), foot: [], brief: NOTHING };
    case 'text': {
      const { placeholder } = request;
      const body = paintField(state.field, view, { label: '>', ...(placeholder === undefined ? {} : { placeholder }) });
      return { body, focus: body.length - 1, foot: [], brief: NOTHING };
    }
    case 'credential':
      return paintCredential(request, state, view);
    default:
      return unreachable(request);
  }
}

function paintCredential(
  { service, url }: Extract<InputRequest, { kind: 'credential' }>,
  { field }: QuestionState,
  view: View,
): PaintedQuestion {
  const { theme, width } = view;
  const host = url === undefined ? null : (hostOf(url) ?? showWhole(url));
  const foot = [
    ...wrapText(theme.dim(questionTexts.secretFor(showWhole(service), host)), width),
    ...paintField(field, view, { label: questionTexts.secret, isSecret: true }),
  ];
  return { body: [], foot, brief: { findings: [], answers: foot } };
}

function paintOptions(
  { options, multiple }: Extract<InputRequest, { kind: 'choice' }>,
  { chosen, ticked }: QuestionState,
  { theme, width, isScreenReader }: View,
): { readonly body: Lines; readonly focus: number } {
  const blocks = options.map(({ id, label, description }, at) => {
    const box = multiple ? (ticked.includes(id) ? '[x] ' : '[ ] ') : '';
    const pointer = isScreenReader ? '' : at === chosen ? theme.accent('❯ ') : '  ';
    const sign = `${pointer}${at + 1} ${box}`;
    const style = at === chosen && !isScreenReader ? theme.chosen : theme.plain;
    const note = isScreenReader && at === chosen ? questionTexts.selected : '';
    const room = Math.max(1, width - widthOf(sign));
    const text = wrapText(style(showWhole(label)) + note, room);
    const about = description === undefined ? [] : wrapText(theme.dim(showWhole(description)), room);
    return hang(sign, [...text, ...about]);
  });
  return { body: blocks.flat(), focus: Math.max(0, blocks.slice(0, chosen + 1).flat().length - 1) };
}

/** The visible part of the body, and its position if not all is visible. */
function paintBody(
  { body, focus }: PaintedQuestion,
  { scroll, isWhole }: QuestionState,
  { room, theme, width, isScreenReader }: View & { readonly room: number },
): { readonly body: Lines; readonly range: ScrollRange } {
  if (body.length <= room) return { body, range: { last: 0, page: 1 } };
  const shown = Math.max(1, room - 1);
  const range = { last: body.length - shown, page: Math.max(1, shown - 1) };
  const wanted = focus === undefined ? scroll : focus - shown + 1;
  const top = Math.max(0, Math.min(wanted, range.last));
  const place = questionTexts.rows(top + 1, top + shown, body.length);
  const keys = focus === undefined ? questionTexts.scrollKeys(isWhole) : '';
  const note = theme.dim(truncate(`${isScreenReader ? '' : '┄ '}${place}${keys}`, width));
  return { body: [...body.slice(top, top + Math.max(0, Math.min(shown, room))), ...(room > 1 ? [note] : [])], range };
}

/** The first rows, at least one, with a mark if there are more. */
function clipTitle(lines: Lines, rows: number, { theme, width }: View): Lines {
  const kept = lines.slice(0, Math.max(1, rows));
  if (kept.length === lines.length) return lines;
  return [...kept.slice(0, -1), `${truncate(kept.at(-1) ?? '', width - 2)}${theme.warning(' …')}`];
}

/** The worst finding first. If there is a row for it, how many more there are and how to see them. */
function clipFindings(lines: Lines, rows: number, view: View): Lines {
  if (lines.length <= rows || rows < 2) return clipTitle(lines, rows, view);
  const note = truncate(questionTexts.moreRows(lines.length - rows + 1), view.width);
  return [...lines.slice(0, rows - 1), view.theme.warning(note)];
}

function paintKeys(shown: ShownQuestion, { theme, width }: View): Lines {
  const parts = keysOf(shown);
  // The first parts matter most. Of the others, as many as fit.
  const count = parts.findIndex((_part, at) => widthOf(parts.slice(0, at + 1).join(' · ')) > width);
  const row = parts.slice(0, count === -1 ? undefined : Math.max(1, count)).join(' · ');
  return [theme.dim(truncate(row, width))];
}

function keysOf(shown: ShownQuestion): readonly string[] {
  const { state, hasFocus } = shown;
  if (state.isSent) return [questionKeys.answered];
  if (!hasFocus) return keysWithoutFocus(shown);
  if (state.isWriting) return questionKeys.reason;
  return state.doubling === null ? keysOfKind(shown) : questionKeys.again(state.doubling.letter);
}

function keysWithoutFocus(shown: ShownQuestion): readonly string[] {
  if (shown.isSetup === true && shown.request.kind === 'credential') return [questionKeys.paste, questionKeys.later];
  return [questionKeys.tab, ...takenByEnter(shown), questionKeys.later];
}

function keysOfKind({ request, state, count }: ShownQuestion): readonly string[] {
  const next = count > 1 ? [questionKeys.next] : [];
  const away = [questionKeys.draft, state.isWhole ? questionKeys.collapse : questionKeys.later];
  switch (request.kind) {
    case 'confirmation':
      return [questionKeys.confirmation, ...away, ...next];
    case 'choice':
      return [request.multiple ? questionKeys.choices : questionKeys.choice, ...away, questionKeys.decline, ...next];
    case 'text':
      return [questionKeys.enterAnswers, ...away, questionKeys.declineField, questionKeys.newLine];
    case 'credential':
      return [questionKeys.enterAnswers, ...away, questionKeys.declineField];
    default:
      return unreachable(request);
  }
}

/** What Enter does while an empty draft has the focus. */
function takenByEnter({ request, state, isDraftEmpty }: ShownQuestion): readonly string[] {
  if (!isDraftEmpty) return [];
  if (request.kind !== 'confirmation') return [questionKeys.enterAnswers];
  const action = actionsOf(request)[state.chosen];
  return action === undefined || isDoubled(action, request) ? [] : [questionKeys.enter(actionLabels[action])];
}
