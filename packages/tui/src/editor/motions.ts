import { graphemesOf, isSpace, isWord, nextColumn, previousColumn } from './graphemes.ts';
import { endOf, lineOf, type Place, type TextBuffer } from './text-buffer.ts';

/** A cursor motion that depends only on the text. */
export type MotionName =
  | 'left'
  | 'right'
  | 'word_left'
  | 'word_right'
  /** To the previous whitespace: the text that Ctrl-W deletes. */
  | 'blank_left'
  | 'line_start'
  | 'line_end'
  | 'text_start'
  | 'text_end';

/** The target of each motion from the cursor. */
export const MOTIONS: Readonly<Record<MotionName, (buffer: TextBuffer) => Place>> = {
  left,
  right,
  word_left: (buffer) => backwards(buffer, isWord),
  word_right: (buffer) => forwards(buffer, isWord),
  blank_left: (buffer) => backwards(buffer, (text) => !isSpace(text)),
  line_start: ({ at }) => ({ line: at.line, column: 0 }),
  line_end: (buffer) => ({ line: buffer.at.line, column: lineOf(buffer).length }),
  text_start: () => ({ line: 0, column: 0 }),
  text_end: ({ lines }) => endOf(lines),
};

function left(buffer: TextBuffer): Place {
  const { line, column } = buffer.at;
  if (column > 0) return { line, column: previousColumn(lineOf(buffer), column) };
  return line === 0 ? buffer.at : { line: line - 1, column: lineOf(buffer, line - 1).length };
}

function right(buffer: TextBuffer): Place {
  const { line, column } = buffer.at;
  if (column < lineOf(buffer).length) return { line, column: nextColumn(lineOf(buffer), column) };
  return line === buffer.lines.length - 1 ? buffer.at : { line: line + 1, column: 0 };
}

type Test = (grapheme: string) => boolean;

/** Moves back over non-word characters, across lines, and then over the word. */
function backwards(buffer: TextBuffer, isPart: Test): Place {
  let { line, column } = buffer.at;
  for (; line >= 0; line -= 1, column = Infinity) {
    const before = graphemesOf(lineOf(buffer, line)).filter(({ start }) => start < column);
    const last = before.findLastIndex(({ text }) => isPart(text));
    if (last === -1) continue;
    const first = before.slice(0, last).findLastIndex(({ text }) => !isPart(text)) + 1;
    return { line, column: before[first]?.start ?? 0 };
  }
  return { line: 0, column: 0 };
}

function forwards(buffer: TextBuffer, isPart: Test): Place {
  let { line, column } = buffer.at;
  for (; line < buffer.lines.length; line += 1, column = 0) {
    const after = graphemesOf(lineOf(buffer, line)).filter(({ start }) => start >= column);
    const first = after.findIndex(({ text }) => isPart(text));
    if (first === -1) continue;
    const end = after.findIndex(({ text }, index) => index > first && !isPart(text));
    return { line, column: end === -1 ? lineOf(buffer, line).length : (after[end]?.start ?? 0) };
  }
  return endOf(buffer.lines);
}
