import { describeProfile } from '@bowline/protocol/plain';
import { toHomePath } from '../../paint/layout/to-home-path.ts';
import { hang, truncate, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import {
  actionsOf,
  isDangerous,
  keysFor,
  letterFor,
  type Confirmation,
  type ConfirmationAction,
} from '../confirmation-actions.ts';
import { paintField } from './paint-field.ts';
import { paintWhat } from './paint-what.ts';
import type { Doubling, QuestionState } from '../question-state.ts';
import { showWhole } from './show-whole.ts';
import { actionLabels, briefActionLabels, questionTexts, severityLabels } from '../../texts/question-texts.ts';

/** A painted question: fixed parts and a scrollable body. */
export interface PaintedQuestion {
  readonly body: Lines;
  /** The body row that must be visible, if the user does not scroll the body. */
  readonly focus?: number;
  /** Shown below the body, the most important row last. */
  readonly foot: Lines;
  /** A shorter foot for little room: findings may be cut after the first row, answers never. */
  readonly brief: { readonly findings: Lines; readonly answers: Lines };
}

/** The state of the question, and whether letters go to it. */
type Asked = QuestionState & { readonly hasFocus: boolean };

/** Paints what would happen, the findings, who asks, and the possible answers. */
export function paintConfirmation(request: Confirmation, state: Asked, view: View): PaintedQuestion {
  const what = paintWhat(request, { ...view, isUnfolded: view.isUnfolded || state.isWhole });
  const findings = paintFindings(request.findings, view);
  const place = paintPlace(request, view);
  const about = [...place, ...paintAbout(request, view)];
  const field = state.isWriting ? paintField(state.field, view, { label: questionTexts.reason }) : [];
  const answers = [...field, ...(state.isWriting ? [] : paintBriefActions(request, state, view))];
  if (state.isWhole) return { body: [...what, ...findings, ...about], foot: answers, brief: { findings: [], answers } };
  return {
    body: what,
    foot: [...findings, ...about, '', ...paintActions(request, state, view), ...field],
    brief: { findings: [...place, ...findings], answers },
  };
}

const severities = {
  danger: { rank: 0, sign: '✖ ', word: severityLabels.danger },
  warning: { rank: 1, sign: '▲ ', word: severityLabels.warning },
  info: { rank: 2, sign: '· ', word: severityLabels.info },
} as const;

/** Paints the findings, worst first. */
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

/** Paints where the call would run and what it can access there. */
function paintPlace(request: Confirmation, { theme, width }: View): Lines {
  const place = describeProfile(request);
  if (place === undefined) return [];
  const isConfined = request.profile === 'observe' || request.profile === 'work';
  return wrapText((isConfined ? theme.dim : theme.warning)(showInRow(place)), width);
}

function paintAbout(confirmation: Confirmation, { theme, width, home }: View): Lines {
  const { rule, grant, findings } = confirmation;
  const isOnceOnly = isDangerous({ findings });
  const texts = [
    ...(rule === undefined ? [] : [questionTexts.askedBecause(showWhole(rule))]),
    ...(grant === undefined || isOnceOnly ? [] : describeScope(grant, home)),
    ...(isOnceOnly ? [questionTexts.onceOnly] : []),
  ];
  return texts.flatMap((text) => wrapText(theme.dim(text), width));
}

type Grant = NonNullable<Confirmation['grant']>;

/** The scope that every grant of this question shares. The rows below state where and how long each one is valid. */
function describeScope({ text, project }: Grant, home: string | undefined): readonly string[] {
  const covers = questionTexts.covers(showInRow(text));
  if (project === undefined) return [covers, questionTexts.scopeSession];
  const where = showInRow(toHomePath(project, home));
  return [covers, questionTexts.scopes(where)];
}

/** Without line breaks, which could look like rows of the question. */
function showInRow(text: string): string {
  return showWhole(text).replaceAll('\n', '␤');
}

function paintActions(request: Confirmation, state: Asked, view: View): Lines {
  if (state.doubling !== null) return paintAgain(request, state.doubling, view);
  const { theme, width, isScreenReader } = view;
  const { chosen, hasFocus } = state;
  return actionsOf(request).map((action, at) => {
    const keys = keysFor(action, request);
    if (isScreenReader) {
      const spoken = keys.length === 1 ? keys : questionTexts.twice(letterFor(action));
      return truncate(`${spoken}: ${actionLabels[action]}${at === chosen ? questionTexts.selected : ''}`, width);
    }
    const text = `${keys.padStart(2)}  ${actionLabels[action]}`;
    if (at === chosen) return truncate(`${theme.accent('❯ ')}${theme.chosen(text)}`, width);
    return truncate(`  ${hasFocus ? text : theme.dim(text)}`, width);
  });
}

/** Replaces the choices: what a second press would allow, and where. */
function paintAgain({ grant }: Confirmation, { action, letter }: Doubling, { theme, width, home }: View): Lines {
  const kept = grant === undefined ? '' : describeKept(action, grant, home);
  const what = `${questionTexts.again(letter, actionLabels[action])}${kept}`;
  return [
    ...hang(theme.accent('❯ '), wrapText(theme.strong(what), Math.max(1, width - 2))),
    ...hang('  ', wrapText(theme.dim(questionTexts.otherKeyCancels), Math.max(1, width - 2))),
  ];
}

function describeKept(action: ConfirmationAction, { text, project = '' }: Grant, home: string | undefined): string {
  if (action !== 'project' && action !== 'always') return '';
  const where =
    action === 'project' ? questionTexts.inFolder(showInRow(toHomePath(project, home))) : questionTexts.inTrusted;
  return questionTexts.kept(showInRow(text), where);
}

function paintBriefActions(request: Confirmation, { chosen, doubling }: Asked, view: View): Lines {
  const { theme, width } = view;
  if (doubling !== null) return paintAgain(request, doubling, view);
  const parts = actionsOf(request).map((action, at) => {
    const text = `${keysFor(action, request)} ${briefActionLabels[action]}`;
    return at === chosen ? theme.chosen(`[${text}]`) : text;
  });
  return flow(parts, width);
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
