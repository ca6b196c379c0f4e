import { placeAt, type EditorState } from '../editor/editor-state.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import type { VimRegister } from './vim-changes.ts';
import type { VimMotion } from './vim-command.ts';
import type { Place } from '../editor/text-buffer.ts';

/** The state of Vim mode besides the text. */
export interface VimState {
  readonly mode: 'normal' | 'insert';
  /** The keys of an incomplete command. */
  readonly pending: readonly Keystroke[];
  readonly register: VimRegister;
  /** The search that `;` repeats. */
  readonly found: VimMotion | null;
  /** The keys of the last change, which `.` repeats. */
  readonly change: readonly Keystroke[];
  /** The keys of a change in progress, and the undo depth before it. */
  readonly recorded: { readonly keys: readonly Keystroke[]; readonly depth: number } | null;
}

/** A text in Vim mode. */
export interface VimText {
  readonly vim: VimState;
  readonly editor: EditorState;
}

/** Starts in insert mode. */
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

/** Enters insert mode, optionally at another place. */
export function beginInsert({ vim, editor }: VimText, at: Place = editor.buffer.at): VimText {
  return { vim: { ...vim, mode: 'insert' }, editor: placeAt(at)(editor, 0) };
}
