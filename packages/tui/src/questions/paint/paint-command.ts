import type { Display, Finding } from '@bowline/protocol';
import { FRAME_CELLS } from '../../paint/frame/paint-dock.ts';
import { withHomePaths } from '../../paint/layout/to-home-path.ts';
import { hang, indent, padEnd, padStart, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import { NARROW, WIDE } from '../../paint/status/describe-status.ts';
import type { Style, Theme } from '../../paint/theme/theme.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { findRisks, findWordRisks, type Risk, type RiskSpan } from './find-risks.ts';
import { sortByProgram, withoutProgram } from './findings-beside.ts';
import { showInRow, showWhole } from './show-whole.ts';
import { questionTexts, riskLabels } from '../../texts/question-texts.ts';

type Command = Extract<Display, { type: 'command' }>;

/** So many rows of the body are visible, or the rest becomes brief. */
export const ENOUGH = 6;

/** Paints a command as it would run, with its risks marked, then each program with what was found about it. */
export function paintCommand(display: Command, findings: readonly Finding[], view: View): Lines {
  const beside = paintRows(display, findings, { view, isBeside: true });
  return isBeside(beside, view) ? beside : paintRows(display, findings, { view, isBeside: false });
}

/** The findings that are not beside a program. */
export function findingsBelow(display: Command, findings: readonly Finding[], view: View): readonly Finding[] {
  const { programs } = display;
  if (!hasSeveral(programs) || !isBeside(paintRows(display, findings, { view, isBeside: true }), view)) return findings;
  return sortByProgram(programs, findings, view.home).others;
}

/** Findings are beside the programs only where they are always visible. A screen reader says them afterwards. */
function isBeside(rows: Lines, { width, isScreenReader }: View): boolean {
  return rows.length <= ENOUGH && width + FRAME_CELLS >= NARROW && !isScreenReader;
}

interface Beside {
  readonly view: View;
  readonly isBeside: boolean;
}

function paintRows(display: Command, findings: readonly Finding[], beside: Beside): Lines {
  const { command, programs } = display;
  const { view } = beside;
  const { theme, width } = view;
  const risks = findRisks(command, findings);
  const marked = markSpans(command, risks, theme);
  const sign = view.isScreenReader ? questionTexts.command : theme.accent('$ ');
  return [
    ...hang(sign, wrapText(marked, width - widthOf(sign))),
    ...(needsWords(view) ? describeRisks(command, risks, view) : []),
    ...paintPrograms(programs, findings, beside),
  ];
}

/** The style of a risk, which differs even without colors. */
export function riskStyle(risk: Risk, theme: Theme): Style {
  if (risk === 'danger') return (text) => theme.danger(theme.strong(text));
  if (risk === 'warning') return theme.warning;
  return (text) => theme.accent(theme.strong(text));
}

/** Without colors, words mark the risks. */
export function needsWords({ theme, isScreenReader }: View): boolean {
  return isScreenReader || theme.colours === 0;
}

function markSpans(command: string, risks: readonly RiskSpan[], theme: Theme): string {
  let shown = '';
  let at = 0;
  for (const { from, to, risk } of risks) {
    shown += showWhole(command.slice(at, from)) + styleLines(command.slice(from, to), riskStyle(risk, theme));
    at = to;
  }
  return shown + showWhole(command.slice(at));
}

/** Styles each line separately, because a style across a line break would be cut there. */
function styleLines(text: string, style: Style): string {
  return showWhole(text)
    .split('\n')
    .map((line) => (line === '' ? '' : style(line)))
    .join('\n');
}

function describeRisks(command: string, risks: readonly RiskSpan[], { theme, width }: View): Lines {
  const parts = risks
    .map(({ from, to, risk }) => ({ text: showWhole(command.slice(from, to)).trim(), risk }))
    .filter(({ text }) => text !== '')
    .map(({ text, risk }) => `${text} (${riskLabels[risk]})`);
  if (parts.length === 0) return [];
  return wrapText(theme.warning(questionTexts.check([...new Set(parts)])), width);
}

/** The column of what was found about a program, in a normal and in a wide window. */
const PROGRAM_CELLS = { normal: 24, wide: 36 } as const;

function paintPrograms(programs: Command['programs'], findings: readonly Finding[], { view, isBeside }: Beside): Lines {
  const { theme, isScreenReader } = view;
  // One program is the command itself.
  if (!hasSeveral(programs)) return [];
  const { beside } = sortByProgram(programs, findings, view.home);
  const digits = String(programs.length).length;
  const rows = programs.flatMap((argv, at) => {
    const about = beside[at] ?? [];
    const risk = worstOf(argv, about);
    const mark = risk === 'danger' ? theme.danger('✖') : risk === null ? theme.dim('·') : theme.warning('▲');
    const sign = isScreenReader ? questionTexts.program : `${mark} ${theme.dim(padStart(String(at + 1), digits))}  `;
    return paintProgram({ sign, words: markWords(argv, theme), about: isBeside ? about : [] }, view);
  });
  return ['', ...rows];
}

/** Whether the programs of a command are listed below it. */
function hasSeveral(programs: Command['programs']): programs is NonNullable<Command['programs']> {
  return programs !== undefined && programs.length > 1;
}

interface ProgramParts {
  readonly sign: string;
  readonly words: string;
  readonly about: readonly Finding[];
}

/** A program, with what was found about it beside it, or below it if it is long. */
function paintProgram({ sign, words, about }: ProgramParts, view: View): Lines {
  const { theme, width, home } = view;
  const room = Math.max(1, width - widthOf(sign));
  const said = about.map(({ message }) => showInRow(withHomePaths(withoutProgram(message), home))).join('; ');
  if (said === '') return hang(sign, wrapText(words, room));
  const cells = width + FRAME_CELLS < WIDE ? PROGRAM_CELLS.normal : PROGRAM_CELLS.wide;
  if (widthOf(words) + 2 > cells) return hang(sign, [...wrapText(words, room), ...wrapText(theme.dim(said), room)]);
  const [first = '', ...more] = wrapText(theme.dim(said), Math.max(1, room - cells));
  return hang(sign, [padEnd(words, cells) + first, ...indent(more, ' '.repeat(cells))]);
}

/** The worst of what its words and the findings about it say. */
function worstOf(argv: readonly string[], about: readonly Finding[]): Risk | null {
  const risks: readonly (Risk | null)[] = [
    ...findWordRisks(argv),
    ...about.map(({ severity }) => (severity === 'info' ? null : severity)),
  ];
  return (['danger', 'warning', 'network'] as const).find((risk) => risks.includes(risk)) ?? null;
}

function markWords(argv: readonly string[], theme: Theme): string {
  const risks = findWordRisks(argv);
  return argv
    .map((word, at) => {
      const risk = risks[at] ?? null;
      const style = risk === null ? (at === 0 ? theme.strong : theme.plain) : riskStyle(risk, theme);
      return style(showWord(word));
    })
    .join(' ');
}

/** Quotes an empty word or one with spaces, so that it looks like one word. */
function showWord(word: string): string {
  const shown = showWhole(word).replaceAll('\n', '␤');
  return /^[^\s'"]+$/.test(shown) ? shown : `'${shown}'`;
}
