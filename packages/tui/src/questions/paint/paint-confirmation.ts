import type { Finding } from '@bowline/protocol';
import { describeProfile } from '@bowline/protocol/plain';
import { toHomePath, withHomePaths } from '../../paint/layout/to-home-path.ts';
import { hang, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { FRAME_CELLS } from '../../paint/frame/paint-dock.ts';
import { NARROW } from '../../paint/status/describe-status.ts';
import { isDangerous, keysFor, actionsOf, type Confirmation } from '../confirmation-actions.ts';
import { findingsBelow } from './paint-command.ts';
import { paintField } from './paint-field.ts';
import { paintWhat } from './paint-what.ts';
import { paintActions, paintBriefActions, paintKeysOnly, type AskedState } from './paint-actions.ts';
import { showInRow, showWhole } from './show-whole.ts';
import { questionTexts, severityLabels } from '../../texts/question-texts.ts';

/** A painted question: fixed parts and a scrollable body. */
export interface PaintedQuestion {
  readonly body: Lines;
  /** The body row that must be visible, if the user does not scroll the body. */
  readonly focus?: number;
  /** Shown below the body, the most important row last. */
  readonly foot: Lines;
  /** A shorter foot for little room: findings may be cut or scroll with the body, answers never. */
  readonly brief: BriefFoot;
  /** A key shows all of it. */
  readonly hasWhole?: boolean;
}

export interface BriefFoot {
  readonly findings: Lines;
  readonly answers: Lines;
  /** The answers on as few rows as possible. */
  readonly least?: Lines;
}

/** Paints what would happen, the findings, the possible answers, and what they cover. */
export function paintConfirmation(request: Confirmation, state: AskedState, view: View): PaintedQuestion {
  const what = paintWhat(request, { ...view, isUnfolded: view.isUnfolded || state.isWhole });
  const all = paintFindings(request.findings, view);
  const findings = paintFindings(findBelow(request, view), view);
  const folder = request.preview === undefined ? paintFolder(request, view) : [];
  const isPreviewed = request.preview !== undefined;
  const place = isPreviewed ? [] : paintPlace(request, view);
  const about = isPreviewed ? [] : paintAbout(request, view);
  const field = state.isWriting ? paintField(state.field, view, { label: questionTexts.reason }) : [];
  const answers = [...field, ...(state.isWriting ? [] : paintBriefActions(request, state, view))];
  const hasWhole = actionsOf(request).includes('whole');
  const least = state.isWriting ? field : paintKeysOnly(request, state, view);
  if (state.isWhole)
    return {
      body: [...what, ...findings, ...folder, ...place, ...about],
      foot: answers,
      brief: { findings: [], answers, least },
      hasWhole,
    };
  // While a saved grant waits for its second key, nothing but that matters.
  const rest = state.doubling === null ? about : [];
  return {
    body: what,
    foot: [
      ...(findings.length === 0 ? [] : ['', ...findings]),
      ...folder,
      ...place,
      '',
      ...paintActions(request, state, view),
      ...(rest.length === 0 ? [] : ['', ...rest]),
      ...field,
    ],
    brief: { findings: [...place, ...all, ...paintFolder(request, view, true)], answers, least },
    hasWhole,
  };
}

const severities = {
  danger: { rank: 0, sign: '✖ ', word: severityLabels.danger },
  warning: { rank: 1, sign: '▲ ', word: severityLabels.warning },
  info: { rank: 2, sign: '· ', word: '' },
} as const;

function findBelow({ display, findings }: Confirmation, view: View): readonly Finding[] {
  return display?.type === 'command' ? findingsBelow(display, findings, view) : findings;
}

/** Paints the findings, worst first. */
export function paintFindings(findings: readonly Finding[], view: View): Lines {
  const { theme, width, isScreenReader, home } = view;
  const styles = { danger: theme.danger, warning: theme.warning, info: theme.dim };
  return findings
    .toSorted((a, b) => severities[a.severity].rank - severities[b.severity].rank)
    .flatMap(({ severity, message }) => {
      const { sign, word } = severities[severity];
      const said = showInRow(withHomePaths(message, home));
      if (isScreenReader) return wrapText(`${word}${said}`, width);
      const text = `${theme.colours === 0 ? word : ''}${said}`;
      const style = severity === 'info' ? theme.dim : theme.plain;
      return hang(styles[severity](sign), wrapText(style(text), Math.max(1, width - widthOf(sign))));
    });
}

/** Paints the folder that a command runs in. */
export function paintFolder(request: Confirmation, { theme, width, home, workspace }: View, isBrief = false): Lines {
  const { display } = request;
  const cwd = display?.type === 'command' ? display.cwd : undefined;
  const shown = (folder: string): string => showInRow(toHomePath(folder, home));
  // With enough room, a dangerous call says so below, as a sentence.
  if (isTurnedOff(request) && (isBrief || isShort(width) || !isDangerous(request)))
    return wrapText(theme.dim(questionTexts.withoutSandbox(shown(cwd ?? workspace))), width);
  return cwd === undefined ? [] : wrapText(theme.dim(questionTexts.workingDirectory(shown(cwd))), width);
}

/** Paints what the call can access where it would run. */
export function paintPlace(request: Confirmation, { theme, width }: View): Lines {
  const place = isTurnedOff(request) ? undefined : describeProfile(request);
  if (place === undefined) return [];
  const { profile, isAside = false } = request;
  const isConfined = isAside || profile === 'observe' || profile === 'work';
  return wrapText((isConfined ? theme.dim : theme.warning)(showInRow(place)), width);
}

/** The user has turned the sandbox off, which the dock says too. */
function isTurnedOff({ profile, noSandbox = '' }: Confirmation): boolean {
  return profile === undefined && noSandbox.startsWith('the sandbox is off');
}

const isShort = (width: number): boolean => width + FRAME_CELLS < NARROW;

const LABEL_CELLS = 8;

/** What the answers other than `once` would cover, and why the question is asked. */
function paintAbout(confirmation: Confirmation, view: View): Lines {
  const { rule, grant, findings, display } = confirmation;
  const { theme, width } = view;
  if (isDangerous({ findings })) {
    if (isShort(width)) return wrapText(theme.dim(questionTexts.onceOnlyBriefly), width);
    const off = isTurnedOff(confirmation) ? ` ${questionTexts.sandboxIsOff}` : '';
    return wrapText(theme.dim(questionTexts.onceOnly(display?.type === 'command') + off), width);
  }
  if (isShort(width)) {
    const keys = actionsOf(confirmation)
      .filter((action) => action === 'session' || action === 'project' || action === 'always')
      .map((action) => keysFor(action, confirmation));
    if (grant === undefined) return [];
    return wrapText(theme.dim(questionTexts.coversBriefly(keys.join(' '), showInRow(grant.text))), width);
  }
  const row = (label: string, text: string): Lines =>
    hang(theme.dim(label.padEnd(LABEL_CELLS)), wrapText(text, Math.max(1, width - LABEL_CELLS)));
  return [
    ...(grant === undefined ? [] : row(questionTexts.covers, showInRow(grant.text))),
    ...(rule === undefined ? [] : row(questionTexts.why, theme.dim(showWhole(rule)))),
  ];
}
