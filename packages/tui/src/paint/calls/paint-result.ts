import type { ContentPart, Display } from '@bowline/protocol';
import { toText, unreachable } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanText } from '../layout/clean-text.ts';
import { paintFolded } from '../layout/fold-rows.ts';
import { paintDiff } from '../diff/paint-diff.ts';
import { paintAttached } from '../markdown/paint-attached.ts';
import { paintMarkdown } from '../markdown/paint-markdown.ts';
import type { Lines, View } from '../layout/view.ts';
import { wrapText } from '../layout/wrap.ts';
import { dimOutput, paintOutput } from './paint-output.ts';
import { paintTodos } from './paint-todos.ts';

type Result = NonNullable<CallItem['result']>;

const OUTPUT = { head: 3, tail: 5 };
const OTHER = { head: 4, tail: 0 };
/** Longer errors are cut in the middle. */
const ERROR = { head: 30, tail: 10 };
const DIFF_ROWS = 24;

/** Of these tools, the model sees the text and the user sees only counts. */
const counted: ReadonlySet<string> = new Set([
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'web_fetch',
  'save_memory',
  'write_todos',
  'enter_plan_mode',
]);

/** Paints the result of a call, folded to a few rows. */
export function paintResult(item: CallItem, result: Result, view: View): Lines {
  if (result.isError) return paintFailure(result, view);
  if (item.name === 'exit_plan_mode') return paintMarkdown(planOf(item), view);
  if (result.display !== null) return paintDisplay(result.display, view);
  const text = toText(result.content).trimEnd();
  const paintPart = (part: string): Lines => dimOutput(paintOutput(part, view), view);
  const media = paintAttached(result.content, view);
  if (counted.has(item.name) && !view.isUnfolded) return media;
  return [...paintFolded(text, view, { ...OTHER, paint: paintPart }), ...media];
}

/** Paints the display of a call or its result. */
export function paintDisplay(display: Display, view: View): Lines {
  switch (display.type) {
    case 'diff':
      return paintDiff(display, view, view.isUnfolded ? Infinity : DIFF_ROWS);
    case 'todos':
      return paintTodos(display.items, view);
    case 'command':
    case 'text': {
      const text = display.type === 'text' ? display.text : display.command;
      return paintFolded(text.trimEnd(), view, {
        ...OUTPUT,
        paint: (part) => dimOutput(paintOutput(part, view), view),
      });
    }
    default:
      return unreachable(display);
  }
}

function paintFailure({ content, display }: Result, view: View): Lines {
  const paintWords = (part: string): Lines => wrapText(cleanText(part), view.width).map(view.theme.bad);
  const rows = paintFolded(toWords(content, display).trim(), view, { ...ERROR, paint: paintWords });
  if (display?.type !== 'text') return rows;
  return [
    ...rows,
    ...paintFolded(display.text.trimEnd(), view, { ...OUTPUT, paint: (part) => paintOutput(part, view) }),
  ];
}

/** The error text, without output that is shown separately. */
function toWords(content: readonly ContentPart[], display: Display | null): string {
  const text = toText(content);
  return display?.type === 'text' ? (text.split('\n')[0] ?? '') : text;
}

function planOf({ args }: CallItem): string {
  return typeof args['plan'] === 'string' ? args['plan'] : '';
}
