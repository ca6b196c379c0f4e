import type { Display, Finding } from '@bowline/protocol';
import { hang, padStart, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Style, Theme } from '../../paint/theme/theme.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { findRisks, findWordRisks, type Risk, type RiskSpan } from './find-risks.ts';
import { showWhole } from './show-whole.ts';
import { questionTexts, riskLabels } from '../../texts/question-texts.ts';

type Command = Extract<Display, { type: 'command' }>;

/** Paints a command as it would run, with its risks marked, then each program with its arguments. */
export function paintCommand(display: Command, findings: readonly Finding[], view: View): Lines {
  const { command, programs } = display;
  const { theme, width } = view;
  const risks = findRisks(command, findings);
  const marked = markSpans(command, risks, theme);
  const sign = view.isScreenReader ? questionTexts.command : theme.accent('$ ');
  return [
    ...hang(sign, wrapText(marked, width - widthOf(sign))),
    ...(needsWords(view) ? describeRisks(command, risks, view) : []),
    ...paintPrograms(programs, findings, view),
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

function paintPrograms(programs: Command['programs'], findings: readonly Finding[], view: View): Lines {
  const { theme, width, isScreenReader } = view;
  // One program is the command itself.
  if (programs === undefined || programs.length < 2) return [];
  const digits = String(programs.length).length;
  const rows = programs.flatMap((argv, at) => {
    const risk = worstOf(argv, findings);
    const mark = risk === 'danger' ? theme.danger('✖') : risk === null ? theme.dim('·') : theme.warning('▲');
    const sign = isScreenReader ? questionTexts.program : `${mark} ${theme.dim(padStart(String(at + 1), digits))}  `;
    return hang(sign, wrapText(markWords(argv, theme), Math.max(1, width - widthOf(sign))));
  });
  return ['', ...rows];
}

/** The worst of what its words and the findings about it say. */
function worstOf(argv: readonly string[], findings: readonly Finding[]): Risk | null {
  const command = argv.join(' ');
  const about = findings.filter(({ message }) => {
    const [, quoted = ''] = /^(?:\w+ )?`([^`]+)`/.exec(message) ?? [];
    return quoted !== '' && (command === quoted || command.startsWith(`${quoted} `) || argv[0] === quoted);
  });
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
