import type { JsonObject } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine, cleanText } from '../layout/clean-text.ts';
import { isNarrow } from '../layout/measure.ts';
import type { View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { toDiffRows } from '../../diff/to-diff-rows.ts';
import { isCommand } from './is-command.ts';
import { readAnswers, type Answered } from './read-answers.ts';
import { callTexts, decisionTexts } from '../../texts/transcript-texts.ts';

/** A longer last row of output is not quoted. */
const QUOTED_CELLS = 40;
/** Shorter durations are not shown. */
const WORTH_SAYING_MS = 1000;

/** The result of a call in short phrases, for its row. Styled. */
export function describeResult(item: CallItem, view: View): string {
  const { theme } = view;
  const { status, result } = item;
  if (status === 'awaiting') return theme.warning(callTexts.needsApproval);
  if (status === 'denied') return theme.warning(describeDenial(item));
  if (result === null) return status === 'interrupted' ? theme.warning(callTexts.interrupted) : '';
  const [failure, facts] = result.isError ? [describeError(result), []] : describeData(item, result);
  const parts = [
    ...(failure === '' ? [] : [theme.danger(failure)]),
    ...facts.map((fact) => theme.dim(fact)),
    ...toTime(item).map((time) => theme.dim(time)),
    ...toDecision(item, facts.length + toTime(item).length, view).map((said) => theme.dim(said)),
  ];
  return parts.join(theme.dim(' · '));
}

/** How the user allowed it, if that says more than that the call ran: an edit was seen, or more than this call is allowed. */
function toDecision({ decision, result }: CallItem, others: number, { width }: View): readonly string[] {
  if (decision === null || (isNarrow(width) && others > 1)) return [];
  const isPlain = decision.outcome === 'once' && result?.display?.type !== 'diff';
  return isPlain ? [] : [decisionTexts[decision.outcome]];
}

type Result = NonNullable<CallItem['result']>;

function describeDenial({ decision, result }: CallItem): string {
  const reason = cleanLine(decision?.reason ?? '');
  if (decision !== null) return reason === '' ? callTexts.denied : callTexts.deniedFor(reason);
  return result?.errorType === 'policy_violation' ? callTexts.deniedByRule : callTexts.denied;
}

/** The user or the end of a process stopped it; its own words are for the model. */
export function isInterrupted(errorType: string | null): boolean {
  return errorType === 'aborted' || errorType === 'interrupted';
}

function describeError({ errorType }: Result): string {
  if (isInterrupted(errorType)) return callTexts.interrupted;
  return errorType === null ? callTexts.failed : cleanLine(errorType).replaceAll('_', ' ');
}

/** What failed, and what else is known. */
function describeData(item: CallItem, result: Result): readonly [failure: string, facts: readonly string[]] {
  if (result.display?.type === 'diff') return ['', [describeChanges(toDiffRows(result.display))]];
  if (item.args['is_background'] === true) return ['', [callTexts.inBackground]];
  const answers = readAnswers(item);
  if (answers !== null) return ['', [toBriefAnswer(answers) ?? callTexts.answered]];
  const failure = describeExit(result.data ?? {});
  if (failure !== '') return [failure, []];
  return ['', describeCounts(result.data ?? {}) ?? describeOutput(item, result)];
}

/** The answer to a single question, if it is short enough for the row. */
export function toBriefAnswer(answers: readonly Answered[]): string | null {
  const [only] = answers;
  if (only === undefined || answers.length > 1 || only.answer.includes('\n')) return null;
  const words = cleanLine(only.answer);
  return widthOf(words) <= QUOTED_CELLS ? words : null;
}

function describeExit({ exitCode, signal }: JsonObject): string {
  if (typeof signal === 'string') return callTexts.endedBy(cleanLine(signal));
  return typeof exitCode === 'number' && exitCode !== 0 ? callTexts.exitCode(exitCode) : '';
}

function describeCounts({ matches, files, lines, pages }: JsonObject): readonly string[] | null {
  if (typeof matches === 'number')
    return [callTexts.matches(matches, typeof files === 'number' && matches > 0 ? files : null)];
  if (typeof files === 'number') return [callTexts.files(files)];
  if (typeof lines === 'number') return [callTexts.lines(lines)];
  return Array.isArray(pages) ? [callTexts.pages(pages.length)] : null;
}

/** The last row of a short output, or how long it is. */
function describeOutput(item: CallItem, { display, content }: Result): readonly string[] {
  if (display?.type === 'todos') {
    const done = display.items.filter(({ status }) => status === 'done').length;
    return [callTexts.steps(done, display.items.length)];
  }
  const whole = (display?.type === 'text' ? display.text : toText(content)).trimEnd();
  const isOutput = isCommand(item);
  const text = cleanText(whole.slice(-LOOKED_AT), { isOutput }).trim();
  if (isOutput && ['', NO_OUTPUT].includes(text)) return [callTexts.noOutput];
  return text === '' ? [] : [quoteLast(text) ?? callTexts.lines(countRows(whole))];
}

/** The last row of an output, if it is short. */
function quoteLast(text: string): string | undefined {
  const rows = text.split('\n');
  const last = cleanLine(rows.at(-1) ?? '').trim();
  const isShort = last.length <= 2 * QUOTED_CELLS && widthOf(last) <= QUOTED_CELLS;
  return isShort && last !== '' ? last : undefined;
}

/** What the model reads of a command that printed nothing. */
const NO_OUTPUT = '(no output)';
/** The number of characters at the end of an output that are read for its last row. */
const LOOKED_AT = 4096;

function countRows(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** How long a call took, if that is worth saying. */
function toTime({ name, startedAt, endedAt }: CallItem): readonly string[] {
  // A question takes as long as the user takes.
  if (startedAt === null || endedAt === null || name === 'ask_user') return [];
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  return ms < WORTH_SAYING_MS ? [] : [paintDuration(ms)];
}

/** Added and removed lines: `+3 −1`. */
export function describeChanges({ added, removed }: { readonly added: number; readonly removed: number }): string {
  return `+${added} −${removed}`;
}
