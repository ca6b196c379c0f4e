import { truncate, widthOf, wrapText } from '../paint/wrap.ts';
import type { Lines, View } from '../paint/view.ts';
import { actionsOf, letterFor, type Confirmation, type ConfirmationAction } from './confirmation-actions.ts';
import { paintField } from './paint-field.ts';
import { paintWhat } from './paint-what.ts';
import type { QuestionState } from './question-state.ts';
import { showWhole } from './show-whole.ts';

/** A painted question: what stays, and what is scrolled between it. */
export interface PaintedQuestion {
  readonly body: Lines;
  /** The row of the body that must be in sight, where it is not for the person to scroll it. */
  readonly focus?: number;
  /** Below the body, the most important last. */
  readonly foot: Lines;
  /** The same in as few rows as can be. */
  readonly briefFoot: Lines;
}

const labels: Readonly<Record<ConfirmationAction, string>> = {
  once: 'Allow once',
  session: 'Allow for this session',
  always: 'Allow always',
  edit: 'Edit before it runs',
  deny: 'Deny',
  reason: 'Deny, and say why',
};

/** What would happen, what was found, who asks, and what can be done about it. */
export function paintConfirmation(request: Confirmation, state: QuestionState, view: View): PaintedQuestion {
  const what = paintWhat(request, { ...view, isUnfolded: view.isUnfolded || state.isWhole });
  const findings = paintFindings(request.findings, view);
  const about = paintAbout(request, view);
  const field = state.isWriting ? paintField(state.field, view, { label: 'Why not:' }) : [];
  const brief = [...field, ...(state.isWriting ? [] : paintBriefActions(request, state, view))];
  if (state.isWhole) return { body: [...what, ...findings, ...about], foot: brief, briefFoot: brief };
  return {
    body: what,
    foot: [...findings, ...about, '', ...paintActions(request, state, view), ...field],
    briefFoot: [...findings, ...brief],
  };
}

const severities = {
  danger: { rank: 0, sign: '✖ ', word: 'Danger: ' },
  warning: { rank: 1, sign: '▲ ', word: 'Warning: ' },
  info: { rank: 2, sign: '· ', word: 'Note: ' },
} as const;

/** What the checks found, the worst first. */
export function paintFindings(findings: Confirmation['findings'], { theme, width, isScreenReader }: View): Lines {
  const styles = { danger: theme.bad, warning: theme.warning, info: theme.dim };
  return findings
    .toSorted((a, b) => severities[a.severity].rank - severities[b.severity].rank)
    .flatMap(({ severity, message }) => {
      const { sign, word } = severities[severity];
      const text = `${isScreenReader ? '' : sign}${severity === 'info' ? '' : word}${showWhole(message)}`;
      return wrapText(styles[severity](text.replaceAll('\n', '␤')), width);
    });
}

function paintAbout({ rule, grant }: Confirmation, { theme, width }: View): Lines {
  return [
    ...(rule === undefined ? [] : wrapText(theme.dim(`asked by: ${showWhole(rule)}`), width)),
    ...(grant === undefined ? [] : wrapText(theme.dim(`session or always allows: ${showWhole(grant.text)}`), width)),
  ];
}

function paintActions(request: Confirmation, { chosen }: QuestionState, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  return actionsOf(request).map((action, at) => {
    const text = `${letterFor(action)}  ${labels[action]}`;
    if (isScreenReader)
      return truncate(`${letterFor(action)}: ${labels[action]}${at === chosen ? ' (chosen)' : ''}`, width);
    return truncate(at === chosen ? `${theme.accent('❯ ')}${theme.chosen(text)}` : `  ${text}`, width);
  });
}

function paintBriefActions(request: Confirmation, { chosen }: QuestionState, { theme, width }: View): Lines {
  const parts = actionsOf(request).map((action, at) => {
    const text = `${letterFor(action)} ${action === 'reason' ? 'deny with reason' : action}`;
    return at === chosen ? theme.chosen(`[${text}]`) : text;
  });
  return flow(parts, width);
}

/** Parts one after the other, in as many rows as they need; none of them is broken. */
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
