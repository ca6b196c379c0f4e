import type { InputOutcome, InputRequest } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { cleanLine, showLine } from '../layout/clean-text.ts';
import { toHomePath } from '../layout/to-home-path.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate, widthOf, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { answerTexts } from '../../texts/transcript-texts.ts';

/** Paints a user's answer on one row. If it is too long, cuts the question before the answer. */
export function paintAnswer({ request, outcome, by }: ItemOf<'answer'>, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const { words, isRefusal } = describeOutcome(request, outcome, view.home);
  const style = isRefusal ? theme.warning : theme.success;
  const sign = isScreenReader ? '' : `    ${style(isRefusal ? '⊘' : '✓')} `;
  const who = by === null || by === view.user ? '' : theme.dim(` (${cleanLine(by)})`);
  const title = showLine(request.title.split('\n')[0] ?? '');
  const question = `${title}${title.endsWith('?') ? '' : ':'}`;
  const toRow = (asked: string): string => `${sign}${theme.dim(`${asked} `)}${style(words)}${who}`;
  if (view.isUnfolded) return wrapText(toRow(question), width);
  const room = width - widthOf(toRow(''));
  return [truncate(toRow(truncate(question, Math.max(room, Math.floor(width / 3)))), width)];
}

interface Described {
  readonly words: string;
  readonly isRefusal: boolean;
}

function describeOutcome(request: InputRequest, outcome: InputOutcome, home: string | undefined): Described {
  switch (outcome.kind) {
    case 'confirmation':
      return describeConfirmation(outcome, request.kind === 'confirmation' ? request.grant : undefined, home);
    case 'choice':
      return { words: describeChoice(request, outcome.optionIds), isRefusal: false };
    case 'text':
      return { words: outcome.text === '' ? answerTexts.empty : cleanLine(outcome.text), isRefusal: false };
    case 'credential':
      return { words: answerTexts.secret, isRefusal: false };
    case 'declined':
      return { words: answerTexts.declined, isRefusal: true };
    case 'expired':
      return { words: answerTexts.expired, isRefusal: true };
    default:
      return unreachable(outcome);
  }
}

type Grant = Extract<InputRequest, { kind: 'confirmation' }>['grant'];

function describeConfirmation(
  { outcome, reason }: Extract<InputOutcome, { kind: 'confirmation' }>,
  grant: Grant,
  home: string | undefined,
): Described {
  const covers = grant === undefined ? '' : `: ${showLine(grant.text)}`;
  switch (outcome) {
    case 'once':
      return { words: answerTexts.once, isRefusal: false };
    case 'session':
      return { words: answerTexts.session + covers, isRefusal: false };
    case 'project':
      return { words: answerTexts.project(toFolder(grant, home)) + covers, isRefusal: false };
    case 'always':
      return { words: answerTexts.always + covers, isRefusal: false };
    case 'edited':
      return { words: answerTexts.edited, isRefusal: false };
    case 'denied':
      return { words: answerTexts.denied(cleanLine(reason ?? '')), isRefusal: true };
    default:
      return unreachable(outcome);
  }
}

function toFolder(grant: Grant, home: string | undefined): string | null {
  return grant?.project === undefined ? null : cleanLine(toHomePath(grant.project, home));
}

function describeChoice(request: InputRequest, ids: readonly string[]): string {
  const options = request.kind === 'choice' ? request.options : [];
  const labels = ids.map((id) => options.find((option) => option.id === id)?.label ?? id);
  return labels.length === 0 ? answerTexts.none : cleanLine(labels.join(', '));
}
