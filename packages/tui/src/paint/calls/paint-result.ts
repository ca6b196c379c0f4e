import type { ContentPart, Display } from '@bowline/protocol';
import { toText, unreachable } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine, cleanText } from '../layout/clean-text.ts';
import { measureOf } from '../layout/measure.ts';
import { paintDiff } from '../diff/paint-diff.ts';
import { paintAttached } from '../markdown/paint-attached.ts';
import { paintMarkdown } from '../markdown/paint-markdown.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate, wrapText } from '../layout/wrap.ts';
import { isInterrupted, toBriefAnswer } from './describe-result.ts';
import { readAnswers, type Answered } from './read-answers.ts';
import { hasExitedBadly } from './has-exited-badly.ts';
import { isCommand } from './is-command.ts';
import { dimOutput, paintOutput, paintPlain, paintTail } from './paint-output.ts';
import { paintTodos } from './paint-todos.ts';

type Result = NonNullable<CallItem['result']>;

/** Rows of the output of a command that failed, and of a message that says why a call failed. */
const FAILED_ROWS = 3;
const DIFF_ROWS = 10;
/** Wider than any window. */
const LONGEST_ROW = 1000;

/** What the user should see of a result besides its row: why it failed, and changes that they have not seen. */
export function paintResult(item: CallItem, result: Result, view: View): Lines {
  if (view.isUnfolded) return paintWhole(item, result, view);
  if (item.status === 'denied') return [];
  if (result.isError) return paintFailure(item, result, view);
  if (hasExitedBadly(result)) return paintLast(item, outputOf(result), view);
  if (item.name === 'exit_plan_mode') return paintMarkdown(planOf(item), view);
  const answers = readAnswers(item);
  if (answers !== null) return toBriefAnswer(answers) === null ? paintAnswers(answers, view) : [];
  const { display } = result;
  if (display?.type === 'diff' && item.decision === null) return paintDiff(display, view, DIFF_ROWS);
  return paintAttached(result.content, view);
}

/** Each question with its answer; a single question is already in the row. */
function paintAnswers(answers: readonly Answered[], view: View): Lines {
  const { theme } = view;
  const width = measureOf(view.width);
  return answers.flatMap(({ question, answer }) => {
    const asked = answers.length === 1 ? '' : `${theme.dim(cleanLine(question))} `;
    return wrapText(asked + cleanText(answer), width);
  });
}

/** Everything that is known of a result. */
function paintWhole(item: CallItem, result: Result, view: View): Lines {
  if (item.name === 'exit_plan_mode' && !result.isError) return paintMarkdown(planOf(item), view);
  const text = toText(result.content).trimEnd();
  const paint = isCommand(item) ? paintOutput : paintPlain;
  const shown = result.display === null ? dimOutput(paint(text, view), view) : [];
  return [
    ...(result.isError && result.display !== null ? wrapText(view.theme.danger(cleanText(text)), view.width) : shown),
    ...(result.display === null ? [] : paintDisplay(result.display, view, paint)),
    ...paintAttached(result.content, view),
  ];
}

/** Paints the display of a result. */
function paintDisplay(display: Display, view: View, paint: typeof paintOutput): Lines {
  switch (display.type) {
    case 'diff':
      return paintDiff(display, view);
    case 'todos':
      return paintTodos(display.items, view);
    case 'command':
      return dimOutput(paintPlain(display.command.trimEnd(), view), view);
    case 'text':
      return dimOutput(paint(display.text.trimEnd(), view), view);
    default:
      return unreachable(display);
  }
}

function paintFailure(item: CallItem, { content, display, errorType }: Result, view: View): Lines {
  if (isInterrupted(errorType)) return display?.type === 'text' ? paintLast(item, display.text, view) : [];
  const width = measureOf(view.width);
  const text = toWords(content, display)
    .trim()
    .slice(0, FAILED_ROWS * LONGEST_ROW);
  const words = wrapText(view.theme.danger(cleanText(text)), width);
  const said =
    words.length <= FAILED_ROWS ? words : [...words.slice(0, FAILED_ROWS - 1), `${words[FAILED_ROWS - 1] ?? ''} …`];
  return display?.type === 'text' ? [...said, ...paintLast(item, display.text, view)] : said;
}

/** The last rows of output. */
function paintLast(item: CallItem, output: string, view: View): Lines {
  const rows = isCommand(item)
    ? paintTail(output, view, FAILED_ROWS)
    : paintPlain(output.trimEnd(), view).slice(-FAILED_ROWS);
  return dimOutput(rows, view).map((row) => truncate(row, view.width));
}

function outputOf({ display, content }: Result): string {
  return display?.type === 'text' ? display.text : toText(content);
}

/** The error text, without output that is shown separately. */
function toWords(content: readonly ContentPart[], display: Display | null): string {
  const text = toText(content);
  return display?.type === 'text' ? (text.split('\n')[0] ?? '') : text;
}

function planOf({ args }: CallItem): string {
  return typeof args['plan'] === 'string' ? args['plan'] : '';
}
