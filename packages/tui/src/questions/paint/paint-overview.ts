import type { InputRequest } from '@bowline/protocol';
import { toDiffRows } from '../../diff/to-diff-rows.ts';
import { describeCall } from '../../paint/calls/describe-call.ts';
import { describeChanges } from '../../paint/calls/describe-result.ts';
import { FRAME_CELLS, type DockSection } from '../../paint/frame/paint-dock.ts';
import type { RuleWords } from '../../paint/frame/paint-rule.ts';
import { fillRow } from '../../paint/layout/fill-row.ts';
import { measureOf } from '../../paint/layout/measure.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { padEnd, truncate, widthOf } from '../../paint/layout/wrap.ts';
import { NARROW } from '../../paint/status/describe-status.ts';
import { dockTexts } from '../../texts/dock-texts.ts';
import { checkWords, overviewTexts, questionKeys, questionTexts, severityLabels } from '../../texts/question-texts.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';
import { toSentence, toSpokenWords } from '../../texts/to-spoken-words.ts';
import { describePending } from '../../texts/screen-texts.ts';
import { toolVerbs } from '../../texts/transcript-texts.ts';
import { isDangerous, type Confirmation } from '../confirmation-actions.ts';
import { listedEdits } from '../overview.ts';
import type { QueueState } from '../queue-state.ts';
import { findRisks } from './find-risks.ts';
import { NO_SCROLL, type PaintedSection } from './paint-question.ts';
import { showInRow } from './show-whole.ts';
import { keysIfTooSmall, paintTooSmall, TOO_SMALL } from './too-small.ts';

/** The pending questions, and what their list depends on. */
export interface ShownOverview {
  readonly requests: readonly InputRequest[];
  readonly queue: QueueState;
  readonly isDraftEmpty: boolean;
  readonly isBusy: boolean;
}

/** Paints the list of pending approvals, with at most `rows` rows between its rules. */
export function paintOverview(shown: ShownOverview, view: View, rows: number): PaintedSection {
  if (view.isScreenReader) return { section: sayOverview(shown, view), range: NO_SCROLL };
  const { theme } = view;
  const open = shown.requests.filter(({ inputId }) => shown.queue.byId.get(inputId)?.isSent !== true);
  const problems = open.flatMap(({ inputId }) => {
    const problem = shown.queue.byId.get(inputId)?.problem ?? null;
    return problem === null ? [] : [theme.danger(truncate(showInRow(problem), view.width))];
  });
  const foot = paintAnswers(shown, view, rows - problems.length - 1);
  const room = rows - problems.length - (foot?.length ?? 0);
  const approvals = open.filter(({ kind }) => kind === 'confirmation').length;
  const pending = describePending({ approvals, questions: open.length - approvals });
  const sign = `${theme.warning('?')} `;
  const canOpen = shown.queue.hasFocus || shown.isDraftEmpty;
  const section: DockSection = {
    tone: 'question',
    title: {
      left: [`${sign}${theme.strong(pending)}`],
      right: canOpen && !isShort(view) ? overviewTexts.next.map((form) => theme.dim(form)) : [],
    },
    rows: foot === null ? [paintTooSmall(view)] : [...paintRows(open, { ...shown, room }, view), ...problems, ...foot],
    keys: foot === null && shown.queue.hasFocus ? keysIfTooSmall(view) : paintKeys(open, shown, view),
  };
  return { section, range: foot === null ? TOO_SMALL : NO_SCROLL };
}

/** The list in sentences. */
function sayOverview({ requests, queue }: ShownOverview, view: View): DockSection {
  const open = requests.filter(({ inputId }) => queue.byId.get(inputId)?.isSent !== true);
  const edits = listedEdits(queue, requests).length;
  const approvals = open.filter(({ kind }) => kind === 'confirmation').length;
  const say = (request: InputRequest): string => {
    const { verb, target } = whatOf(request, view);
    const word = request.kind === 'confirmation' && isDangerous(request) ? severityLabels.danger : '';
    return [`${word}${verb} ${target}`, ...aboutOf(request).map((part) => toSpokenWords(part))].join(', ');
  };
  const marked = open.find(({ inputId }) => inputId === queue.shownId) ?? open[0];
  return {
    tone: 'question',
    key: 'overview',
    title: { left: [describePending({ approvals, questions: open.length - approvals })], right: [] },
    rows: [
      ...open.map((request, at) => toSentence(`${at + 1} ${say(request)}`)),
      ...(queue.allEditsAt === null
        ? [spokenTexts.overview(edits > 0, queue.hasFocus)]
        : [toSentence(overviewTexts.again(edits))]),
    ],
    keys: null,
    ...(marked === undefined ? {} : { chosen: say(marked) }),
  };
}

/** The rows around the marked one. */
function paintRows(
  open: readonly InputRequest[],
  { queue, isDraftEmpty, room }: ShownOverview & { readonly room: number },
  view: View,
): Lines {
  const count = Math.max(1, open.length > room ? room - 1 : room);
  const at = Math.max(
    0,
    open.findIndex(({ inputId }) => inputId === queue.shownId),
  );
  const first = Math.max(0, Math.min(at - Math.floor(count / 2), open.length - count));
  const isMarked = (n: number): boolean => n === at && (queue.hasFocus || isDraftEmpty);
  const rows = open.slice(first, first + count).map((request, n) => paintRow(request, isMarked(first + n), view));
  const after = open.length - first - rows.length;
  const hidden = [
    ...(first === 0 ? [] : [overviewTexts.earlier(first)]),
    ...(after <= 0 ? [] : [overviewTexts.later(after)]),
  ];
  return hidden.length === 0 || room < 2 ? rows : [...rows, view.theme.dim(`  … ${hidden.join(', ')}`)];
}

const VERB_CELLS = 7;
/** At least this much of what would be allowed is shown, */
const LEAST_TARGET = 8;
/** and no less than this of what is said about it. */
const LEAST_ABOUT = 4;

function paintRow(request: InputRequest, isMarked: boolean, view: View): string {
  const { theme } = view;
  const { verb, target } = whatOf(request, view);
  const about = aboutOf(request).join(' · ');
  const named = truncate(verb, Math.max(VERB_CELLS, Math.floor(view.width / 3)));
  const name = isShort(view) ? named : padEnd(named, VERB_CELLS);
  const sign = `${isMarked ? theme.accent('❯') : ' '} ${glyphOf(request, view)} `;
  // The same right edge as the results in the transcript.
  const cells = measureOf(view.width + FRAME_CELLS) - 2 * FRAME_CELLS;
  const left = cells - widthOf(sign) - widthOf(name) - 1;
  const most = Math.min(Math.floor(cells / 2), left - Math.min(LEAST_TARGET, widthOf(target)) - 2);
  const end = most < LEAST_ABOUT ? '' : truncate(about, most);
  const room = left - (end === '' ? 0 : widthOf(end) + 2);
  const start = `${sign}${theme.dim(name)} ${truncate(target, Math.max(1, room))}`;
  const row = end === '' ? start : padEnd(start, cells - widthOf(end)) + theme.dim(end);
  return isMarked ? fillRow(row, theme.selection, view) : row;
}

function whatOf(request: InputRequest, { workspace }: View): { readonly verb: string; readonly target: string } {
  if (request.kind !== 'confirmation') return { verb: toolVerbs.ask_user, target: showInRow(request.title) };
  const { verb, target } = describeCall(request.tool, request.args, workspace);
  return { verb: showInRow(verb), target: showInRow(target) };
}

function glyphOf(request: InputRequest, { theme }: View): string {
  if (request.kind !== 'confirmation') return theme.warning('?');
  if (isDangerous(request)) return theme.danger('✖');
  const isRisky = request.findings.some(({ severity }) => severity === 'warning') || risksOf(request).length > 0;
  return theme.warning(isRisky ? '▲' : '?');
}

function risksOf({ display, findings }: Confirmation): ReturnType<typeof findRisks> {
  return display?.type === 'command' ? findRisks(display.command, findings) : [];
}

/** The size of a change, and in a few words what is risky. */
function aboutOf(request: InputRequest): readonly string[] {
  if (request.kind !== 'confirmation') return [overviewTexts.question];
  const { display, findings, effect } = request;
  const found = findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ check }) => checkWords[check] ?? check.replaceAll('_', ' '));
  const connects = effect === 'network' || risksOf(request).some(({ risk }) => risk === 'network');
  const size = display?.type === 'diff' ? [sizeOf(display)] : [];
  return [...new Set([...size, ...(connects ? [overviewTexts.network] : []), ...found])];
}

function sizeOf(display: Extract<Confirmation['display'], { type: 'diff' }>): string {
  const rows = toDiffRows(display);
  return display.before === '' ? overviewTexts.newFile(rows.added) : describeChanges(rows);
}

/** The three answers, or what the second press of `e` would allow, in at most `most` rows. Null if they do not fit. */
function paintAnswers(shown: ShownOverview, view: View, most: number): Lines | null {
  const answers = shown.queue.allEditsAt === null ? paintLetters(shown, view) : paintAgain(shown, view);
  return [['', ...answers.whole], answers.whole, answers.brief].find((rows) => rows.length <= most) ?? null;
}

interface Answers {
  readonly whole: Lines;
  /** For little room. */
  readonly brief: Lines;
}

function paintAgain({ requests, queue }: ShownOverview, { theme, width }: View): Answers {
  const edits = listedEdits(queue, requests).length;
  const brief = [truncate(`${theme.accent('❯')} ${theme.strong(overviewTexts.again(edits))}`, width)];
  return { whole: [...brief, `  ${theme.dim(questionTexts.otherKeyCancels)}`], brief };
}

function paintLetters({ requests, queue }: ShownOverview, view: View): Answers {
  const { theme } = view;
  const style = queue.hasFocus ? theme.accent : theme.dim;
  const toKey = (keys: string): string => style(keys.padStart(2));
  const answers = [
    { keys: 'y', label: overviewTexts.allow, cells: 23 },
    ...(listedEdits(queue, requests).length === 0 ? [] : [{ keys: 'ee', label: overviewTexts.edits, cells: 24 }]),
    { keys: 'n', label: overviewTexts.deny, cells: 0 },
  ];
  const row =
    `  ${answers.map(({ keys, label, cells }) => padEnd(`${toKey(keys)}  ${label}`, cells)).join('')}`.trimEnd();
  return {
    whole: isShort(view) ? answers.map(({ keys, label }) => `  ${toKey(keys)}  ${label}`) : [row],
    brief: [`  ${answers.map(({ keys }) => style(keys)).join('  ')}`],
  };
}

function paintKeys(open: readonly InputRequest[], { queue, isBusy }: ShownOverview, view: View): RuleWords {
  const { theme } = view;
  const isDanger = open.some((request) => request.kind === 'confirmation' && isDangerous(request));
  const head = questionKeys.heads.confirmation;
  if (queue.allEditsAt !== null) return toKeys(overviewTexts.againKeys, view);
  if (!queue.hasFocus)
    return {
      ...toKeys(isShort(view) ? [questionKeys.tab] : [head, questionKeys.tab], view),
      right: isBusy ? dockTexts.interrupt.map((key) => theme.dim(key)) : [],
    };
  if (isShort(view)) return toKeys([questionKeys.chooseBriefly], view);
  return toKeys([head, questionKeys.draft, ...(isDanger ? [overviewTexts.alone] : [questionKeys.later])], view);
}

function toKeys([first = '', ...others]: readonly string[], { theme }: View): RuleWords {
  return {
    left: [theme.warning(first) + others.map((key) => theme.dim(` · ${key}`)).join(''), theme.warning(first)],
    right: [],
  };
}

const isShort = ({ width }: View): boolean => width + FRAME_CELLS < NARROW;
