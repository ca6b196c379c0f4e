import type { Display, Finding } from '@bowline/protocol';
import { hang, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Style, Theme } from '../../paint/theme/theme.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { findRisks, findWordRisks, type Risk, type RiskSpan } from './find-risks.ts';
import { showWhole } from './show-whole.ts';
import { questionTexts, riskLabels } from '../../texts/question-texts.ts';

type Command = Extract<Display, { type: 'command' }>;

/** Paints a command as it would run, with its risks marked, then each program with its arguments. */
export function paintCommand(display: Command, findings: readonly Finding[], view: View): Lines {
  const { command, cwd, programs } = display;
  const { theme, width } = view;
  const risks = findRisks(command, findings);
  const marked = markSpans(command, risks, theme);
  const sign = view.isScreenReader ? questionTexts.command : theme.accent('$ ');
  return [
    ...hang(sign, wrapText(marked, width - widthOf(sign))),
    ...(needsWords(view) ? describeRisks(command, risks, view) : []),
    ...(cwd === undefined ? [] : wrapText(theme.dim(questionTexts.workingDirectory(showWhole(cwd))), width)),
    ...paintPrograms(programs, view),
  ];
}

/** The style of a risk, which differs even without colors. */
export function riskStyle(risk: Risk, theme: Theme): Style {
  if (risk === 'danger') return (text) => theme.bad(theme.strong(text));
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

function paintPrograms(programs: Command['programs'], view: View): Lines {
  const { theme, width, isScreenReader } = view;
  if (programs === undefined || programs.length === 0) return [];
  const label = questionTexts.programs(programs.length);
  const sign = isScreenReader ? questionTexts.program : '  • ';
  const rows = programs.flatMap((argv) => hang(theme.dim(sign), wrapText(markWords(argv, theme), width - sign.length)));
  return [theme.dim(label), ...rows];
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
