import { placeAt, type EditorState } from '../editor/editor-state.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import type { VimRegister } from './vim-changes.ts';
import type { VimMotion } from './vim-command.ts';
import type { Place } from '../editor/text-buffer.ts';

/** What vim mode knows beside the text. */
export interface VimState {
  readonly mode: 'normal' | 'insert';
  /** Keys of a command that is not whole yet. */
  readonly pending: readonly Keystroke[];
  readonly register: VimRegister;
  /** What `;` looks for again. */
  readonly found: VimMotion | null;
  /** The keys of the last change, for `.` to press again. */
  readonly change: readonly Keystroke[];
  /** Those of a change that is under way, and how much could be undone before it. */
  readonly recorded: { readonly keys: readonly Keystroke[]; readonly depth: number } | null;
}

/** A text in vim mode. */
export interface VimText {
  readonly vim: VimState;
  readonly editor: EditorState;
}

/** One begins by writing. */
export const INITIAL_VIM: VimState = {
  mode: 'insert',
  pending: [],
  register: { text: '', isLines: false },
  found: null,
  change: [],
  recorded: null,
};

export function withEditor(text: VimText, editor: EditorState): VimText {
  return { vim: text.vim, editor };
}

/** Writing begins, here or at another place. */
export function beginInsert({ vim, editor }: VimText, at: Place = editor.buffer.at): VimText {
  return { vim: { ...vim, mode: 'insert' }, editor: placeAt(at)(editor, 0) };
}
