import { replaceSpan } from '../editor/edit-text.ts';
import { placeAt, type EditorState } from '../editor/editor-state.ts';
import { graphemesOf, nextColumn, previousColumn } from '../editor/graphemes.ts';
import { MOTIONS } from '../editor/motions.ts';
import {
  comparePlaces,
  lineOf,
  moveTo,
  textBetween,
  toSpan,
  type Place,
  type Span,
  type TextBuffer,
} from '../editor/text-buffer.ts';
import type { VimMotion, VimOperator } from './vim-command.ts';
import { firstOf, moveVim } from './vim-motions.ts';

/** The last deleted or yanked text: a piece, or whole lines. */
export interface VimRegister {
  readonly text: string;
  readonly isLines: boolean;
}

/** What an operator works on. */
export interface VimPiece {
  readonly span: Span;
  readonly isLines: boolean;
}

/** The result of a change. */
export interface VimChanged {
  readonly editor: EditorState;
  readonly register: VimRegister;
}

/** A number of lines from the cursor on. */
export function linesPiece({ lines, at }: TextBuffer, count: number): VimPiece {
  const last = Math.min(at.line + count, lines.length) - 1;
  return {
    span: { from: { line: at.line, column: 0 }, to: { line: last, column: (lines[last] ?? '').length } },
    isLines: true,
  };
}

/** From the cursor to the target of a motion. Undefined if the motion fails. */
export function motionPiece(
  buffer: TextBuffer,
  operator: VimOperator,
  { motion, count }: { readonly motion: VimMotion; readonly count: number | null },
): VimPiece | undefined {
  // `cw` does not change the space after the word.
  const isWordChanged = operator === 'c' && motion.name === 'w' && /^\S/.test(lineOf(buffer).slice(buffer.at.column));
  const target = moveVim(buffer, isWordChanged ? { name: 'e', sought: null } : motion, count);
  if (target === undefined) return undefined;
  const span = toSpan(buffer.at, target.at);
  if (target.isLines) {
    const to = { line: span.to.line, column: lineOf(buffer, span.to.line).length };
    return { span: { from: { line: span.from.line, column: 0 }, to }, isLines: true };
  }
  if (target.isInclusive) {
    const { line, column } = span.to;
    return {
      span: { from: span.from, to: { line, column: nextColumn(lineOf(buffer, line), column) } },
      isLines: false,
    };
  }
  return { span: motion.name === 'w' ? withinLine(buffer, span) : span, isLines: false };
}

/** Deleting the last word of a line keeps the line end. */
function withinLine(buffer: TextBuffer, span: Span): Span {
  const { line, column } = span.to;
  if (line === span.from.line || column > firstOf(buffer, line).column) return span;
  const to: Place = { line: line - 1, column: lineOf(buffer, line - 1).length };
  return comparePlaces(to, span.from) > 0 ? { from: span.from, to } : span;
}

export function registerOf(buffer: TextBuffer, { span, isLines }: VimPiece): VimRegister {
  return { text: textBetween(buffer, span), isLines };
}

/** Deletes a piece. Whole lines are deleted with one of their line ends. */
export function deletePiece(editor: EditorState, piece: VimPiece): VimChanged {
  const { buffer } = editor;
  const register = registerOf(buffer, piece);
  if (!piece.isLines) return { editor: clear(editor, piece.span), register };
  const { from, to } = piece.span;
  const isLast = to.line === buffer.lines.length - 1;
  const start = isLast && from.line > 0 ? endOfLine(buffer, from.line - 1) : from;
  const end = isLast ? to : { line: to.line + 1, column: 0 };
  const rest = clear(editor, { from: start, to: end });
  const line = Math.min(from.line, rest.buffer.lines.length - 1);
  return { editor: placeAt(firstOf(rest.buffer, line))(rest, 0), register };
}

/** Deletes a piece for `c`. Of whole lines, one empty line stays. */
export function clearPiece(editor: EditorState, piece: VimPiece): VimChanged {
  return { editor: clear(editor, piece.span), register: registerOf(editor.buffer, piece) };
}

function clear(editor: EditorState, span: Span): EditorState {
  return replaceSpan(span, '')(editor, 0);
}

function endOfLine(buffer: TextBuffer, line: number): Place {
  return { line, column: lineOf(buffer, line).length };
}

/** Inserts a register after or before the cursor. */
export function putRegister(editor: EditorState, register: VimRegister, where: 'before' | 'behind'): EditorState {
  const { buffer } = editor;
  const { line, column } = buffer.at;
  if (register.isLines) {
    const at = where === 'behind' ? endOfLine(buffer, line) : { line, column: 0 };
    const text = where === 'behind' ? `\n${register.text}` : `${register.text}\n`;
    const put = replaceSpan({ from: at, to: at }, text)(editor, 0);
    return placeAt(firstOf(put.buffer, where === 'behind' ? line + 1 : line))(put, 0);
  }
  const at = where === 'behind' ? { line, column: nextColumn(lineOf(buffer), column) } : buffer.at;
  const put = replaceSpan({ from: at, to: at }, register.text)(editor, 0);
  return placeAt(MOTIONS.left(put.buffer))(put, 0);
}

/** Changes `count` characters: `r` makes them all the same, `~` toggles their case. Does nothing if there are fewer. */
export function replaceCharacters(editor: EditorState, count: number, change: (text: string) => string): EditorState {
  const { buffer } = editor;
  const { line, column } = buffer.at;
  const found = graphemesOf(lineOf(buffer)).filter(({ start }) => start >= column);
  const taken = found.slice(0, count);
  const last = taken.at(-1);
  if (last === undefined) return editor;
  const span = { from: buffer.at, to: { line, column: last.end } };
  return replaceSpan(span, taken.map(({ text }) => change(text)).join(''))(editor, 0);
}

export function otherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** In normal mode the cursor is on a character, never after the last one. */
export function settled(buffer: TextBuffer): TextBuffer {
  const { line, column } = buffer.at;
  const text = lineOf(buffer);
  if (column < text.length || column === 0) return buffer;
  return moveTo(buffer, { line, column: previousColumn(text, column) });
}
