import type { InputRequest } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { paintCountdown } from '../../paint/status/paint-duration.ts';
import { truncate, widthOf, wrapCells, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { hostOf } from './find-risks.ts';
import { isDangerous, isPending, isPlan } from '../confirmation-actions.ts';
import { splitPath, splitTitle, titleOf } from './question-title.ts';
import { sayQuestion } from './say-question.ts';
import type { ShownQuestion } from './shown-question.ts';
import { ENOUGH } from './paint-command.ts';
import { paintConfirmation, type PaintedQuestion } from './paint-confirmation.ts';
import { ownOf, type OwnWords } from '../own-question.ts';
import { paintField } from './paint-field.ts';
import { notesOfPreview } from './paint-preview.ts';
import { paintOptions } from './paint-options.ts';
import type { QuestionState, ScrollRange } from '../question-state.ts';
import { showWhole } from './show-whole.ts';
import { keysIfTooSmall, paintTooSmall, TOO_SMALL } from './too-small.ts';
import { toDiffRows } from '../../diff/to-diff-rows.ts';
import { describeChanges } from '../../paint/calls/describe-result.ts';
import { FRAME_CELLS, type DockSection } from '../../paint/frame/paint-dock.ts';
import { NARROW } from '../../paint/status/describe-status.ts';
import type { RuleWords } from '../../paint/frame/paint-rule.ts';
import { dockTexts } from '../../texts/dock-texts.ts';
import { describePending } from '../../texts/screen-texts.ts';
import { questionKeys, questionTexts } from '../../texts/question-texts.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';

const NOTHING = { findings: [], answers: [] };
export const NO_SCROLL: ScrollRange = { last: 0, page: 1 };

/** A question as a section of the dock, and how far it can be scrolled. */
export interface PaintedSection {
  readonly section: DockSection;
  readonly range: ScrollRange;
}

/** Paints a question with at most `rows` rows between its rules. */
export function paintQuestion(shown: ShownQuestion, view: View, rows: number): PaintedSection {
  if (view.isScreenReader) return { section: sayQuestion(shown, keysOf(shown, view.now), view), range: NO_SCROLL };
  const { state, request } = shown;
  const { title, above } = paintTitle(shown, view);
  const problem = state.problem === null ? [] : wrapText(view.theme.danger(showWhole(state.problem)), view.width);
  const painted = paintParts(shown, view);
  const left = rows - above.length - problem.length;
  const isShort = shown.isLow === true && request.kind === 'confirmation';
  const isAmple = !isShort && left - painted.foot.length >= Math.min(ENOUGH, painted.body.length);
  const { lines, range } = isAmple
    ? paintAmple({ painted, state, room: left - painted.foot.length }, view)
    : paintTight({ title: above, painted, end: problem, shown }, view, rows);
  const isDanger = request.kind === 'confirmation' && isDangerous(request);
  return {
    section: {
      tone: isDanger ? 'danger' : 'question',
      title,
      rows: isAmple ? [...above, ...lines, ...problem] : lines,
      keys: range.isHidden === true && shown.hasFocus ? keysIfTooSmall(view) : paintKeys(shown, view),
    },
    range,
  };
}

function paintAmple(
  { painted, state, room }: { readonly painted: PaintedQuestion; readonly state: QuestionState; readonly room: number },
  view: View,
): { readonly lines: Lines; readonly range: ScrollRange } {
  const { body, range } = paintBody(painted, state, { ...view, room });
  return { lines: [...body, ...painted.foot], range };
}

interface Tight {
  readonly title: Lines;
  readonly painted: PaintedQuestion;
  readonly end: Lines;
  readonly shown: ShownQuestion;
}

/**
 * Keeps the answers and the first rows of the place and of the worst finding. The body is cut first, because it can be
 * scrolled, but to no less than a row and its position.
 */
function paintTight(
  { title, painted: whole, end, shown }: Tight,
  view: View,
  rows: number,
): { readonly lines: Lines; readonly range: ScrollRange } {
  const { request, state } = shown;
  const painted = toFitting(whole, rows - end.length - Math.min(title.length, 1));
  const { findings, answers } = painted.brief;
  const spare = rows - end.length - answers.length;
  const leastBody = leastOf(painted.body);
  const isHidden = request.kind === 'confirmation' && !state.isWriting && spare - Math.min(title.length, 1) < leastBody;
  if (isHidden)
    return { lines: [...painted.body.slice(0, Math.max(0, rows - 1)), paintTooSmall(view)], range: TOO_SMALL };
  const head = clipTitle(title, spare - Math.min(findings.length, 2) - leastBody, view);
  const left = spare - head.length;
  const found = clipFindings(findings, left - leastBody, { ...view, hasWhole: painted.hasWhole === true });
  const room = left - found.length;
  const { body, range } = paintBody(painted, state, { ...view, room });
  return { lines: [...head, ...body, ...found, ...answers, ...end], range };
}

/** A row, and one with its position if there are more. */
const leastOf = (body: Lines): number => Math.min(body.length, 2);

/** With the answers that leave enough room for the body. The findings scroll with it if there is no row for them. */
function toFitting(painted: PaintedQuestion, rows: number): PaintedQuestion {
  const { findings, answers, least = answers } = painted.brief;
  const needed = leastOf(painted.body) + Math.min(findings.length, 1);
  if (answers.length + needed <= rows) return painted;
  if (least.length + needed <= rows) return { ...painted, brief: { findings, answers: least } };
  return { ...painted, body: [...painted.body, ...findings], brief: { findings: [], answers: least } };
}

/** The top rule while questions are postponed. */
export function describeWaiting(requests: readonly InputRequest[], { theme, now, isScreenReader }: View): RuleWords {
  const [only] = requests;
  if (
    !isScreenReader &&
    requests.length === 1 &&
    only !== undefined &&
    isAboutModel(only) &&
    only.expiresAt !== undefined
  )
    return { left: [`${theme.warning(headOf(only, now))}${theme.dim(` · ${questionKeys.tab}`)}`], right: [] };
  const approvals = requests.filter(({ kind }) => kind === 'confirmation').length;
  const pending = describePending({ approvals, questions: requests.length - approvals });
  if (isScreenReader) return { left: [`${pending}. ${spokenTexts.pressTab}`], right: [] };
  return {
    left: [`${theme.warning('?')} ${theme.warning(pending)}${theme.dim(` · ${questionKeys.tabHint}`)}`],
    right: [],
  };
}

/** The words of the top rule, and the question itself if it is too long for it. */
function paintTitle(shown: ShownQuestion, view: View): { readonly title: RuleWords; readonly above: Lines } {
  const { theme, width } = view;
  const { request } = shown;
  const own = ownOf(request);
  if (own !== null) return paintOwnTitle(own, view);
  const [asked = '', ...more] = splitTitle(titleOf(request, view), request);
  const notes = notesOf(shown, view);
  const right = notes.map((_, at) => theme.dim(notes.slice(at).join(' · ')));
  const toTitle = (text: string): RuleWords => ({ left: [`${toGlyph(request, view)} ${theme.strong(text)}`], right });
  const room = width - 8 - (notes.length === 0 ? 0 : widthOf(notes.at(-1) ?? '') + 3);
  const change = splitPath(request, view);
  if (change !== null && widthOf(asked) > room)
    return { title: toTitle(change.title), above: wrapCells(theme.strong(change.path), width) };
  const isOwn = request.kind === 'confirmation' && asked !== showWhole(request.title);
  if (isOwn || (!asked.includes('\n') && widthOf(asked) <= room))
    return {
      title: toTitle(asked),
      above: [...more.flatMap((line) => wrapText(theme.dim(line), width)), ...(isAboutModel(request) ? [''] : [])],
    };
  return { title: toTitle(questionTexts.question), above: wrapText(theme.strong([asked, ...more].join('\n')), width) };
}

function toGlyph(request: InputRequest, { theme }: View): string {
  if (request.kind === 'confirmation' && isDangerous(request)) return theme.danger('✖');
  return theme.warning(isAboutModel(request) ? '!' : '?');
}

/** A model is unavailable: the question answers itself once it is available again. */
function isAboutModel(request: InputRequest): boolean {
  return request.kind === 'choice' && request.topic === 'model';
}

function paintOwnTitle(own: OwnWords, view: View): { readonly title: RuleWords; readonly above: Lines } {
  const { theme, now, width } = view;
  const sign = `${theme.warning('!')} `;
  return {
    title: {
      left: own.title(now).map((text) => `${sign}${theme.strong(text)}`),
      right: own.right.map((text) => theme.dim(text)),
    },
    above: [...wrapText(own.about, width), ''],
  };
}

function previewNotesOf(request: InputRequest): readonly string[] {
  const hasRun = request.kind === 'confirmation' && !isPending(request);
  return hasRun && request.preview !== undefined ? notesOfPreview(request.preview) : [];
}

function notesOf({ request, at, count }: ShownQuestion, { now, width }: View): readonly string[] {
  const left = request.expiresAt === undefined ? null : Math.max(0, Date.parse(request.expiresAt) - now);
  const display = request.kind === 'confirmation' ? request.display : undefined;
  const isDanger = request.kind === 'confirmation' && isDangerous(request);
  return [
    ...previewNotesOf(request),
    ...(isDanger && width + FRAME_CELLS >= NARROW ? [questionTexts.defaultDeny] : []),
    ...(display?.type === 'diff' ? [describeChanges(toDiffRows(display))] : []),
    ...(left === null
      ? []
      : isAboutModel(request)
        ? [questionTexts.resetsIn(paintCountdown(left))]
        : [left === 0 ? questionTexts.expired : questionTexts.left(paintCountdown(left))]),
    ...(count > 1 ? [questionTexts.place(at + 1, count)] : []),
  ];
}

function paintParts({ request, state, hasFocus, isDraftEmpty }: ShownQuestion, view: View): PaintedQuestion {
  switch (request.kind) {
    case 'confirmation':
      return paintConfirmation(request, { ...state, hasFocus, takesEnter: isDraftEmpty && !state.isSent }, view);
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

/** The visible part of the body, and its position if not all is visible. */
function paintBody(
  { body, focus, hasWhole = false }: PaintedQuestion,
  { scroll, isWhole }: QuestionState,
  { room, theme, width }: View & { readonly room: number },
): { readonly body: Lines; readonly range: ScrollRange } {
  if (body.length <= room) return { body, range: NO_SCROLL };
  const shown = Math.max(1, room - 1);
  const range = { last: body.length - shown, page: Math.max(1, shown - 1) };
  const wanted = focus === undefined ? scroll : focus - shown + 1;
  const top = Math.max(0, Math.min(wanted, range.last));
  const place = questionTexts.rows(top + 1, top + shown, body.length);
  const keys = focus === undefined ? questionTexts.scrollKeys(hasWhole, isWhole) : '';
  const note = theme.dim(truncate(`┄ ${place}${keys}`, width));
  return { body: [...body.slice(top, top + Math.max(0, Math.min(shown, room))), ...(room > 1 ? [note] : [])], range };
}

/** The first rows, at least one, with a mark if there are more. */
function clipTitle(lines: Lines, rows: number, { theme, width }: View): Lines {
  const kept = lines.slice(0, Math.max(1, rows));
  if (kept.length === lines.length) return lines;
  return [...kept.slice(0, -1), `${truncate(kept.at(-1) ?? '', width - 2)}${theme.warning(' …')}`];
}

/** The worst finding first. If there is a row for it, how many more there are and how to see them. */
function clipFindings(lines: Lines, rows: number, view: View & { readonly hasWhole: boolean }): Lines {
  if (lines.length <= rows || rows < 2) return clipTitle(lines, rows, view);
  const note = truncate(questionTexts.moreRows(lines.length - rows + 1, view.hasWhole), view.width);
  return [...lines.slice(0, rows - 1), view.theme.warning(note)];
}

function paintKeys(shown: ShownQuestion, { theme, width, now }: View): RuleWords {
  const { request } = shown;
  const style = request.kind === 'confirmation' && isDangerous(request) ? theme.danger : theme.warning;
  if (width + FRAME_CELLS < NARROW) return { left: [theme.dim(briefKeyOf(shown, now))], right: [] };
  const [first = '', ...others] = keysOf(shown, now);
  const forms = [...others.keys(), others.length].map((_, at) => others.slice(0, others.length - at));
  const left = forms.map((keys) => style(first) + keys.map((key) => theme.dim(` · ${key}`)).join(''));
  const canStop = !shown.hasFocus && shown.isBusy === true && !isAboutModel(request);
  return { left, right: !canStop ? [] : dockTexts.interrupt.map((key) => theme.dim(key)) };
}

/** The one key that matters most, for little room. */
function briefKeyOf(shown: ShownQuestion, now: number): string {
  const [head = '', first] = keysOf(shown, now);
  if (shown.state.isWriting) return head;
  if (shown.state.doubling !== null) return questionKeys.again(shown.state.doubling.letter)[0] ?? head;
  return first === questionKeys.choose ? questionKeys.chooseBriefly : (first ?? head);
}

function keysOf(shown: ShownQuestion, now: number): readonly string[] {
  const { state, hasFocus, request } = shown;
  if (state.isSent) return [questionKeys.answered];
  if (ownOf(request) !== null)
    return hasFocus ? [questionKeys.choose, questionKeys.draft, questionKeys.later] : [questionKeys.tab];
  const head = headOf(request, now);
  if (state.isWriting) return request.kind === 'choice' ? questionKeys.own : questionKeys.reason;
  if (state.doubling !== null) {
    const { action, letter } = state.doubling;
    return action === 'once' ? questionKeys.again(letter) : questionKeys.againToSave(letter);
  }
  if (!hasFocus)
    return shown.isSetup === true && request.kind === 'credential' ? questionKeys.paste : [head, questionKeys.tab];
  return [head, ...keysOfKind(shown)];
}

function headOf(request: InputRequest, now: number): string {
  if (isAboutModel(request) && request.expiresAt !== undefined)
    return dockTexts.waiting(paintCountdown(Date.parse(request.expiresAt) - now));
  return request.kind === 'confirmation' && isPlan(request) ? questionKeys.plan : questionKeys.heads[request.kind];
}

function keysOfKind({ request, state, count }: ShownQuestion): readonly string[] {
  const next = count > 1 ? [questionKeys.next] : [];
  const away = [questionKeys.draft, state.isWhole ? questionKeys.collapse : questionKeys.later];
  switch (request.kind) {
    case 'confirmation':
      return [questionKeys.choose, ...away, ...next];
    case 'choice':
      return [
        request.multiple ? questionKeys.choices : questionKeys.choose,
        ...away,
        ...(request.allowsText === true || isAboutModel(request) ? [] : [questionKeys.decline]),
        ...next,
      ];
    case 'text':
      return [questionKeys.enterAnswers, ...away, questionKeys.declineField, questionKeys.newLine];
    case 'credential':
      return [questionKeys.enterAnswers, ...away, questionKeys.declineField];
    default:
      return unreachable(request);
  }
}
