import type { SlashCommand } from '../host/slash-command.ts';
import type { CompletionMenu } from '../completion/completion-menu.ts';
import { searchFor } from '../editor/edit-history.ts';
import { paste } from '../editor/edit-text.ts';
import { EMPTY_EDITOR, type Edit, type EditorState } from '../editor/editor-state.ts';
import { rowAt, rowsOf } from '../editor/layout-rows.ts';
import type { Submission } from './submission.ts';
import { INITIAL_VIM, type VimState } from '../vim/vim-state.ts';

/** The complete state of the prompt, kept while a question has the keyboard. */
export interface PromptState {
  readonly editor: EditorState;
  /** Null if Vim mode is off. */
  readonly vim: VimState | null;
  readonly menu: CompletionMenu | null;
  /** The first key of a chord. */
  readonly prefix: string | null;
  /** The first visible row. */
  readonly top: number;
  /** When characters last arrived in a way that only a paste produces. */
  readonly burstAt: number;
}

/** An outcome of a key that the caller must handle. */
export type PromptOutcome =
  | { readonly kind: 'submit'; readonly submission: Submission }
  | { readonly kind: 'escape' | 'interrupt' | 'leave' | 'edit_elsewhere' | 'read_image' }
  /** A pasted API key, which is not added to the text. */
  | { readonly kind: 'key_refused'; readonly owner: string }
  | { readonly kind: 'shortcut'; readonly chord: string };

/** What the prompt needs to know about its inputs. */
export interface PromptScene {
  /** The width of a row of text, and the number of visible rows. */
  readonly limit: number;
  readonly visible: number;
  readonly commands: readonly SlashCommand[];
  /** Milliseconds. */
  readonly now: number;
}

export interface PromptStep {
  readonly state: PromptState;
  readonly outcome: PromptOutcome | null;
}

export const EMPTY_PROMPT: PromptState = {
  editor: EMPTY_EDITOR,
  vim: null,
  menu: null,
  prefix: null,
  top: 0,
  burstAt: -Infinity,
};

/** The parts of a paste arrive closer together than keys. */
const BURST_GAP = 100;

/** Changes the text and closes the menu. */
export function applyEdit(state: PromptState, change: Edit, scene: PromptScene): PromptState {
  return scrollTo({ ...state, editor: change(state.editor, scene.limit), menu: null }, scene);
}

/** Inserts a bracketed paste. */
export function pasteText(state: PromptState, text: string, scene: PromptScene): PromptState {
  const { search } = state.editor;
  return applyEdit(state, search === null ? paste(text) : searchFor(search.query + text), scene);
}

/** Inserts a paste from a terminal without bracketed paste. */
export function pasteBurst(state: PromptState, text: string, scene: PromptScene): PromptState {
  return { ...applyEdit(state, paste(text, isInBurst(state, scene.now)), scene), burstAt: scene.now };
}

/** Whether input now may continue such a paste. */
export function isInBurst(state: PromptState, now: number): boolean {
  return now - state.burstAt <= BURST_GAP;
}

/** Turns Vim mode on or off and keeps the text. */
export function setVim(state: PromptState, isVim: boolean): PromptState {
  if (isVim === (state.vim !== null)) return state;
  return { ...state, vim: isVim ? INITIAL_VIM : null };
}

/** Scrolls no more than needed to keep the cursor visible. */
export function scrollTo(state: PromptState, { limit, visible }: PromptScene): PromptState {
  const rows = rowsOf(state.editor.buffer, limit);
  const top = firstRow(state.top, { row: rowAt(rows, state.editor.buffer.at), rows: rows.length, visible });
  return top === state.top ? state : { ...state, top };
}

/** The first row to show so that a given row is visible. */
export function firstRow(
  top: number,
  seen: { readonly row: number; readonly rows: number; readonly visible: number },
): number {
  const lowest = Math.max(0, seen.rows - seen.visible);
  return Math.min(lowest, Math.max(seen.row - seen.visible + 1, Math.min(top, seen.row)));
}
