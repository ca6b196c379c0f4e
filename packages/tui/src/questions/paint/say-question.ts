import { unreachable } from '@bowline/protocol/plain';
import { toDiffRows } from '../../diff/to-diff-rows.ts';
import type { DockSection } from '../../paint/frame/paint-dock.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import type { TypedLine } from '../../paint/layout/typed-line.ts';
import { questionKeys, questionTexts } from '../../texts/question-texts.ts';
import { spokenActions, spokenTexts } from '../../texts/spoken-texts.ts';
import { sayChanges, toSentence, toSpokenWords } from '../../texts/to-spoken-words.ts';
import {
  actionsOf,
  isDangerous,
  isDoubled,
  isPlan,
  letterFor,
  type Confirmation,
  type ConfirmationAction,
} from '../confirmation-actions.ts';
import type { QuestionState } from '../question-state.ts';
import { describeAgain, labelOf } from './paint-actions.ts';
import { paintFindings, paintFolder, paintPlace } from './paint-confirmation.ts';
import { optionKeys, type Choice } from '../option-keys.ts';
import { ownOf } from '../own-question.ts';
import { hostOf } from './find-risks.ts';
import { mask } from './paint-field.ts';
import { describeOption } from './paint-options.ts';
import { paintWhat } from './paint-what.ts';
import { askChange, pathOf, splitTitle, titleOf } from './question-title.ts';
import { showInRow, showWhole } from './show-whole.ts';
import type { ShownQuestion } from './shown-question.ts';

/** A question in sentences: what is asked, everything needed to decide, the answers, and the keys that work now. */
export function sayQuestion(shown: ShownQuestion, keys: readonly string[], view: View): DockSection {
  const { request, state, hasFocus } = shown;
  const [title = '', ...more] = sayTitle(shown, view);
  const problem = state.problem === null ? [] : [toSentence(showInRow(state.problem))];
  const line = hasFocus ? toLine(shown) : null;
  const chosen = sayChosen(shown);
  return {
    tone: 'question',
    key: request.inputId,
    title: { left: [title], right: [] },
    rows: [...more, ...sayBody(shown, view), ...sayAgain(shown, view), ...problem],
    keys: hasFocus && !state.isSent ? { left: [sayKeys(keys, state)], right: [] } : null,
    ...(line === null ? {} : { line }),
    ...(chosen === null ? {} : { chosen }),
  };
}

function sayTitle({ request, at, count }: ShownQuestion, view: View): readonly string[] {
  const place = count > 1 ? spokenTexts.place(at + 1, count) : '';
  const expiry = request.expiresAt === undefined ? [] : [spokenTexts.expires(toTime(request.expiresAt))];
  const own = ownOf(request);
  if (own !== null) return [[own.title(view.now).at(-1) ?? '', ...own.right].join(', '), own.about];
  const [first = '', ...more] = splitTitle(titleOf(request, view), request);
  if (request.kind !== 'confirmation') return [spokenTexts.question(place, first), ...more, ...expiry];
  const asked = first.charAt(0).toLowerCase() + first.slice(1);
  const changed = request.display?.type === 'diff' ? [sayDiff(request.display)] : [];
  const words = isDangerous(request)
    ? spokenTexts.danger(place, sayDangerous(request, view))
    : spokenTexts.approval(place, asked);
  return [[words, ...changed].join(' '), ...more, ...expiry];
}

function sayDangerous(request: Confirmation, view: View): string {
  if (request.display?.type === 'command') return spokenTexts.runCommand;
  const path = pathOf(request, view);
  return path === null
    ? showInRow(request.title)
    : askChange(request, path, view).replace(/^./, (letter) => letter.toLowerCase());
}

function sayDiff(display: Extract<Confirmation['display'], { type: 'diff' }>): string {
  const { added, removed } = toDiffRows(display);
  return `${sayChanges(added, removed)}.`;
}

/** The time of day, because a countdown would be said again and again. */
function toTime(at: string): string {
  return new Date(at).toTimeString().slice(0, 5);
}

function sayBody(shown: ShownQuestion, view: View): Lines {
  const { request } = shown;
  switch (request.kind) {
    case 'confirmation':
      return sayConfirmation(request, shown, view);
    case 'choice':
      return [...sayOptions(request, shown, view), ...sayInvitation(shown)];
    case 'text':
      return [...(request.placeholder === undefined ? [] : [showInRow(request.placeholder)]), ...sayInvitation(shown)];
    case 'credential': {
      const host = request.url === undefined ? null : (hostOf(request.url) ?? showWhole(request.url));
      return [questionTexts.secretFor(showWhole(request.service), host), ...sayInvitation(shown)];
    }
    default:
      return unreachable(request);
  }
}

/** A row of its own, without which no other row is said again when the question gets the focus. */
function sayInvitation({ isSetup = false, request, hasFocus }: ShownQuestion): Lines {
  if (hasFocus) return [];
  return [isSetup && request.kind === 'credential' ? spokenTexts.pasteKey : spokenTexts.pressTab];
}

function sayConfirmation(request: Confirmation, shown: ShownQuestion, view: View): Lines {
  const { state } = shown;
  const { rule, grant, display } = request;
  const isDanger = isDangerous(request);
  const words = (lines: Lines): Lines =>
    lines.map((line) => toSentence(toSpokenWords(line)).replace(/^in /, spokenTexts.inFolder));
  const why = isDanger || rule === undefined ? [] : [toSentence(spokenTexts.why(showInRow(rule)))];
  return [
    ...paintWhat(request, { ...view, isUnfolded: view.isUnfolded || state.isWhole }),
    ...paintFindings(request.findings, view),
    ...words(paintFolder(request, view)),
    ...words(paintPlace(request, view)),
    ...(isDanger || grant === undefined ? [] : [toSentence(spokenTexts.covers(showInRow(grant.text)))]),
    ...(isDanger ? [questionTexts.onceOnly(display?.type === 'command')] : []),
    ...why,
    ...sayInvitation(shown),
    sayActions(request),
  ];
}

function sayActions(request: Confirmation): string {
  const said = actionsOf(request).map(
    (action, at) => `${keysOf(action, request)} ${nameOf(action, request)}${at === 0 ? spokenTexts.isChosen : ''}`,
  );
  return spokenTexts.answer(said);
}

function keysOf(action: ConfirmationAction, request: Confirmation): string {
  return isDoubled(action, request) ? `${letterFor(action)} twice` : letterFor(action);
}

function nameOf(action: ConfirmationAction, request: Confirmation): string {
  if (action === 'whole' || isPlan(request)) return labelOf(action, request).toLowerCase();
  return spokenActions[action];
}

function sayOptions(request: Choice, { state: { ticked } }: ShownQuestion, view: View): Lines {
  const keys = optionKeys(request);
  const said = request.options.map((option, at) => {
    const isTicked = ticked.includes(option.id);
    const mark = request.multiple ? spokenTexts.ticked(isTicked) : at === 0 ? spokenTexts.isChosen : '';
    const description = describeOption(option, request, view);
    const about = description === '' ? '' : `: ${showInRow(description)}`;
    return toSentence(`${keys[at] ?? ''} ${showInRow(option.label)}${mark}${about}`);
  });
  const own = keys.slice(request.options.length).map((key) => toSentence(`${key} ${questionTexts.ownAnswer}`));
  return [...said, ...own];
}

/** The chosen answer. */
function sayChosen({ request, state }: ShownQuestion): string | null {
  if (request.kind === 'choice') {
    if (state.isWriting) return null;
    const label = request.options[state.chosen]?.label ?? questionTexts.ownAnswer;
    return `${optionKeys(request)[state.chosen] ?? ''} ${showInRow(label)}`;
  }
  if (request.kind !== 'confirmation' || state.doubling !== null || state.isWriting) return null;
  const action = actionsOf(request)[state.chosen];
  return action === undefined ? null : `${keysOf(action, request)} ${nameOf(action, request)}`;
}

/** What a second press would do. */
function sayAgain({ request, state }: ShownQuestion, view: View): Lines {
  if (request.kind !== 'confirmation' || state.doubling === null) return [];
  const { what, saved } = describeAgain(request, state.doubling, view);
  return [questionTexts.again(state.doubling.letter, what).replace(/ {2}/, ': '), ...saved].map(toSentence);
}

/** The keys that work now, without the head that the drawn rule has. */
function sayKeys(keys: readonly string[], { isWriting, doubling }: QuestionState): string {
  if (isWriting || doubling !== null) return keys.join(' · ');
  return spokenTexts.answering(
    keys
      .slice(1)
      .map((key) => (key === questionKeys.choose ? spokenTexts.choose : key))
      .join(' · '),
  );
}

/** The text that is being typed in the question. */
function toLine({ request, state: { field, isWriting } }: ShownQuestion): TypedLine | null {
  if (request.kind === 'credential') {
    const { text, cursor } = mask(field);
    return { label: questionTexts.secret, text: text.replaceAll('•', '*'), cursor };
  }
  if (request.kind !== 'text' && !isWriting) return null;
  const label = request.kind === 'confirmation' ? questionTexts.reason : spokenTexts.answerLabel;
  const before = showInRow(field.text.slice(0, field.cursor));
  return { label, text: before + showInRow(field.text.slice(field.cursor)), cursor: before.length };
}
