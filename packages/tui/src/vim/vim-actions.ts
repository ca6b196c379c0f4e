import { replaceSpan } from '../editor/edit-text.ts';
import { placeAt, redo, undo, type Edit, type EditorState } from '../editor/editor-state.ts';
import { nextColumn } from '../editor/graphemes.ts';
import { lineOf, type Place } from '../editor/text-buffer.ts';
import {
  clearPiece,
  deletePiece,
  linesPiece,
  motionPiece,
  otherCase,
  putRegister,
  registerOf,
  replaceCharacters,
  type VimChanged,
  type VimPiece,
} from './vim-changes.ts';
import type { VimCommand } from './vim-command.ts';
import { firstOf } from './vim-motions.ts';
import { beginInsert, withEditor, type VimText } from './vim-state.ts';

type Act = (text: VimText, count: number, argument: string | null) => VimText;

/** The commands of one key, or one key and a character argument. */
const ACTS: Readonly<Record<string, Act>> = {
  x: (text, count) => remove(text, toMotion(text.editor, 'l', count)),
  X: (text, count) => remove(text, toMotion(text.editor, 'h', count)),
  D: (text) => remove(text, toMotion(text.editor, '$', 1)),
  C: (text) => rewrite(text, toMotion(text.editor, '$', 1)),
  s: (text, count) => rewrite(text, toMotion(text.editor, 'l', count)),
  S: (text, count) => rewrite(text, linesPiece(text.editor.buffer, count)),
  Y: ({ vim, editor }, count) => {
    return { vim: { ...vim, register: registerOf(editor.buffer, linesPiece(editor.buffer, count)) }, editor };
  },
  i: (text) => beginInsert(text),
  a: (text) => beginInsert(text, behind(text.editor)),
  I: (text) => beginInsert(text, firstOf(text.editor.buffer, text.editor.buffer.at.line)),
  A: (text) => beginInsert(text, endOfLine(text.editor)),
  o: (text) => beginInsert(withEditor(text, putNewline(text.editor, endOfLine(text.editor)))),
  O: (text) => beginInsert(withEditor(text, openAbove(text.editor))),
  p: (text, count) => put(text, count, 'behind'),
  P: (text, count) => put(text, count, 'before'),
  u: (text, count) => withEditor(text, repeat(text.editor, count, undo)),
  'ctrl+r': (text, count) => withEditor(text, repeat(text.editor, count, redo)),
  '~': (text, count) => withEditor(text, replaceCharacters(text.editor, count, otherCase)),
  r: replaceByOne,
  J: (text) => withEditor(text, joinLines(text.editor)),
};

/** Executes a command of normal mode. */
export function actVim(text: VimText, { name, argument, count }: Extract<VimCommand, { kind: 'act' }>): VimText {
  return ACTS[name]?.(text, count ?? 1, argument) ?? text;
}

function toMotion({ buffer }: EditorState, name: string, count: number): VimPiece | undefined {
  return motionPiece(buffer, 'd', { motion: { name, sought: null }, count });
}

function changed({ vim }: VimText, { editor, register }: VimChanged): VimText {
  return { vim: register.text === '' ? vim : { ...vim, register }, editor };
}

function remove(text: VimText, piece: VimPiece | undefined): VimText {
  return piece === undefined ? text : changed(text, deletePiece(text.editor, piece));
}

function rewrite(text: VimText, piece: VimPiece | undefined): VimText {
  return piece === undefined ? text : beginInsert(changed(text, clearPiece(text.editor, piece)));
}

function put(text: VimText, count: number, where: 'before' | 'behind'): VimText {
  const { register } = text.vim;
  if (register.text === '' && !register.isLines) return text;
  const separator = register.isLines ? '\n' : '';
  const all = Array.from({ length: count }, () => register.text).join(separator);
  return withEditor(text, putRegister(text.editor, { ...register, text: all }, where));
}

function repeat(editor: EditorState, count: number, edit: Edit): EditorState {
  return count <= 0 ? editor : repeat(edit(editor, 0), count - 1, edit);
}

function behind({ buffer }: EditorState): Place {
  return { line: buffer.at.line, column: nextColumn(lineOf(buffer), buffer.at.column) };
}

function endOfLine({ buffer }: EditorState): Place {
  return { line: buffer.at.line, column: lineOf(buffer).length };
}

function putNewline(editor: EditorState, at: Place): EditorState {
  return replaceSpan({ from: at, to: at }, '\n')(editor, 0);
}

function openAbove(editor: EditorState): EditorState {
  const { line } = editor.buffer.at;
  return placeAt({ line, column: 0 })(putNewline(editor, { line, column: 0 }), 0);
}

function joinLines(editor: EditorState): EditorState {
  const { buffer } = editor;
  const { line } = buffer.at;
  if (line === buffer.lines.length - 1) return editor;
  const from = endOfLine(editor);
  return placeAt(from)(replaceSpan({ from, to: firstOf(buffer, line + 1) }, ' ')(editor, 0), 0);
}

/** `r` leaves the cursor on the last replaced character. */
function replaceByOne(text: VimText, count: number, argument: string | null): VimText {
  const { buffer } = text.editor;
  const piece = toMotion(text.editor, 'l', count);
  if (argument === null || piece === undefined) return text;
  const replaced = replaceCharacters(text.editor, count, () => argument);
  if (replaced === text.editor) return text;
  const { line, column } = replaced.buffer.at;
  const last = { line, column: Math.max(buffer.at.column, column - argument.length) };
  return withEditor(text, placeAt(last)(replaced, 0));
}
