import { goDown, goRows, goUp } from '../editor/edit-history.ts';
import { placeAt, type EditorState } from '../editor/editor-state.ts';
import { graphemesOf } from '../editor/graphemes.ts';
import { editOf } from '../editor/key-bindings.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import { MOTIONS } from '../editor/motions.ts';
import { actVim } from './vim-actions.ts';
import { clearPiece, deletePiece, linesPiece, motionPiece, registerOf, settled } from './vim-changes.ts';
import { parseKeys, type VimCommand, type VimMotion } from './vim-command.ts';
import { moveVim } from './vim-motions.ts';
import { beginInsert, withEditor, type VimState, type VimText } from './vim-state.ts';

/** The result of a key in Vim mode. `isTyped`: it inserted text. */
export type VimStep = VimText & { readonly isTyped: boolean };

/** Keys that are commands although they type nothing. */
const COMMAND_KEYS = new Set(['left', 'right', 'up', 'down', 'home', 'end', 'backspace', 'delete', 'ctrl+r']);

/** Handles a key in Vim mode. Undefined if Vim does not use it: Escape with nothing to leave, Enter, and similar. */
export function pressVim(text: VimText, key: Keystroke, limit: number): VimStep | undefined {
  return text.vim.mode === 'insert' ? pressInsert(text, key, limit) : pressNormal(text, key, limit);
}

function pressInsert(text: VimText, key: Keystroke, limit: number): VimStep | undefined {
  if (key.chord === 'escape') return { ...leaveInsert(text, key), isTyped: false };
  const edit = editOf(key);
  if (edit === undefined) return undefined;
  const { recorded } = text.vim;
  const vim = recorded === null ? text.vim : { ...text.vim, recorded: { ...recorded, keys: [...recorded.keys, key] } };
  return { vim, editor: edit(text.editor, limit), isTyped: key.text !== '' || key.chord === 'backspace' };
}

/** Undo reverts everything typed in one insert, together with the command that started it. */
function leaveInsert({ vim, editor }: VimText, key: Keystroke): VimText {
  const { recorded } = vim;
  const past = recorded === null ? editor.past : editor.past.slice(0, recorded.depth + 1);
  const { line, column } = editor.buffer.at;
  const at = column === 0 ? { line, column } : MOTIONS.left(editor.buffer);
  const change = recorded === null ? vim.change : [...recorded.keys, key];
  return { vim: { ...vim, mode: 'normal', recorded: null, change }, editor: placeAt(at)({ ...editor, past }, 0) };
}

function pressNormal(text: VimText, key: Keystroke, limit: number): VimStep | undefined {
  const { vim } = text;
  if (key.chord === 'escape') return vim.pending.length === 0 ? undefined : { ...calm(text), isTyped: false };
  if (key.chord === 'text') return pressEach(text, key.text, limit);
  if (key.text === '' && !COMMAND_KEYS.has(key.chord)) return undefined;
  const keys = [...vim.pending, key];
  const parsed = parseKeys(keys.map(({ chord }) => chord));
  if (parsed === 'partial') return { vim: { ...vim, pending: keys }, editor: text.editor, isTyped: false };
  if (parsed === 'invalid') return { ...calm(text), isTyped: false };
  const done = runCommand(calm(text), parsed, limit);
  return { ...record(text, done, { keys, command: parsed }), isTyped: false };
}

function calm({ vim, editor }: VimText): VimText {
  return { vim: { ...vim, pending: [] }, editor };
}

/** Keys that arrive together are pressed one after the other. */
function pressEach(text: VimText, typed: string, limit: number): VimStep {
  return pressAll(
    text,
    graphemesOf(typed).map((grapheme) => ({ chord: grapheme.text, text: grapheme.text })),
    limit,
  );
}

function pressAll(text: VimText, keys: readonly Keystroke[], limit: number): VimStep {
  const first: VimStep = { ...text, isTyped: false };
  return keys.reduce((step, key) => pressVim(step, key, limit) ?? step, first);
}

const UNREPEATED = new Set(['u', 'ctrl+r', '.', 'Y']);

/** Records a change for `.`, at once or when insert mode ends. */
function record(
  before: VimText,
  after: VimText,
  { keys, command }: { readonly keys: readonly Keystroke[]; readonly command: VimCommand },
): VimText {
  if (after.vim.mode === 'insert') {
    const recorded = { keys, depth: before.editor.past.length };
    return { vim: { ...after.vim, recorded }, editor: after.editor };
  }
  const editor: EditorState = { ...after.editor, buffer: settled(after.editor.buffer) };
  const isChange =
    (command.kind === 'operate' && command.operator !== 'y') ||
    (command.kind === 'act' && !UNREPEATED.has(command.name));
  return { vim: isChange ? { ...after.vim, change: keys } : after.vim, editor };
}

function runCommand(text: VimText, command: VimCommand, limit: number): VimText {
  switch (command.kind) {
    case 'move':
      return move(text, command, limit);
    case 'operate':
      return operate(text, command);
    case 'act':
      return command.name === '.' ? pressAll(text, text.vim.change, limit) : actVim(text, command);
  }
}

function move(text: VimText, command: Extract<VimCommand, { kind: 'move' }>, limit: number): VimText {
  const { name } = command.motion;
  if (name === 'j' || name === 'k')
    return withEditor(text, moveRows(text.editor, name, { count: command.count, limit }));
  const { vim, motion } = resolveFind(text.vim, command.motion);
  const target = motion === undefined ? undefined : findTarget(text, motion, command);
  return target === undefined ? text : { vim, editor: placeAt(target.at)(text.editor, limit) };
}

/** Moves over visible rows, and beyond the first or last one to history. */
function moveRows(
  editor: EditorState,
  name: 'j' | 'k',
  { count, limit }: { count: number | null; limit: number },
): EditorState {
  if (count === null) return name === 'j' ? goDown(editor, limit) : goUp(editor, limit);
  const step = name === 'j' ? 1 : -1;
  let moved = editor;
  for (let done = 0; done < count; done++) moved = goRows(moved, step, limit) ?? moved;
  return moved;
}

function findTarget(
  text: VimText,
  motion: VimMotion,
  { count, motion: typed }: { count: number | null; motion: VimMotion },
) {
  const { buffer } = text.editor;
  const target = moveVim(buffer, motion, count);
  // Repeating `t` would find the character that the cursor is already before.
  const isStuck = typed.sought === null && motion.sought !== null && target?.at.column === buffer.at.column;
  return isStuck ? moveVim(buffer, motion, (count ?? 1) + 1) : target;
}

const REVERSED: Readonly<Record<string, string>> = { f: 'F', F: 'f', t: 'T', T: 't' };

/** Resolves `;` and `,` to the last search, and remembers a new search. */
function resolveFind(
  vim: VimState,
  motion: VimMotion,
): { readonly vim: VimState; readonly motion: VimMotion | undefined } {
  if (motion.sought !== null) return { vim: { ...vim, found: motion }, motion };
  if (motion.name !== ';' && motion.name !== ',') return { vim, motion };
  if (vim.found === null) return { vim, motion: undefined };
  const name = motion.name === ';' ? vim.found.name : (REVERSED[vim.found.name] ?? vim.found.name);
  return { vim, motion: { ...vim.found, name } };
}

function operate(text: VimText, { operator, motion, count }: Extract<VimCommand, { kind: 'operate' }>): VimText {
  const { buffer } = text.editor;
  const { vim, motion: resolved } = motion === 'lines' ? { vim: text.vim, motion } : resolveFind(text.vim, motion);
  if (resolved === undefined) return text;
  const piece =
    resolved === 'lines' ? linesPiece(buffer, count ?? 1) : motionPiece(buffer, operator, { motion: resolved, count });
  if (piece === undefined) return text;
  if (operator === 'y') {
    const at = piece.isLines ? buffer.at : piece.span.from;
    return { vim: { ...vim, register: registerOf(buffer, piece) }, editor: placeAt(at)(text.editor, 0) };
  }
  const { editor, register } = (operator === 'd' ? deletePiece : clearPiece)(text.editor, piece);
  const changed = { vim: { ...vim, register }, editor };
  return operator === 'd' ? changed : beginInsert(changed);
}
