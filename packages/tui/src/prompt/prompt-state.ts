import type { SlashCommand } from '../host/slash-command.ts';
import type { CompletionMenu } from '../completion/completion-menu.ts';
import { searchFor } from '../editor/edit-history.ts';
import { paste } from '../editor/edit-text.ts';
import { EMPTY_EDITOR, type Edit, type EditorState } from '../editor/editor-state.ts';
import { rowAt, rowsOf } from '../editor/layout-rows.ts';
import type { Submission } from './submission.ts';
import { INITIAL_VIM, type VimState } from '../vim/vim-state.ts';

/** All that the prompt knows. It is kept while a question has the keyboard. */
export interface PromptState {
  readonly editor: EditorState;
  /** Null when vim mode is off. */
  readonly vim: VimState | null;
  readonly menu: CompletionMenu | null;
  /** A key that waits for a second one. */
  readonly prefix: string | null;
  /** The first row that is shown. */
  readonly top: number;
  /** When characters last came as only a paste sends them. */
  readonly burstAt: number;
}

/** What a key means for others. */
export type PromptOutcome =
  | { readonly kind: 'submit'; readonly submission: Submission }
  | { readonly kind: 'escape' | 'interrupt' | 'leave' | 'edit_elsewhere' | 'read_image' }
  | { readonly kind: 'shortcut'; readonly chord: string };

/** What the prompt has to know of what is around it. */
export interface PromptScene {
  /** How many cells a row of text has, and how many rows are shown. */
  readonly limit: number;
  readonly visible: number;
  readonly isBusy: boolean;
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

/** Parts of one paste come closer to each other than keys do. */
const BURST_GAP = 100;

/** Changes the text in a way that no list goes along with. */
export function applyEdit(state: PromptState, change: Edit, scene: PromptScene): PromptState {
  return scrollTo({ ...state, editor: change(state.editor, scene.limit), menu: null }, scene);
}

/** Text that came by bracketed paste. */
export function pasteText(state: PromptState, text: string, scene: PromptScene): PromptState {
  const { search } = state.editor;
  return applyEdit(state, search === null ? paste(text) : searchFor(search.query + text), scene);
}

/** Text that came as a paste does from a terminal that does not mark it. */
export function pasteBurst(state: PromptState, text: string, scene: PromptScene): PromptState {
  return { ...applyEdit(state, paste(text, isInBurst(state, scene.now)), scene), burstAt: scene.now };
}

/** Whether what comes now may go on with such a paste. */
export function isInBurst(state: PromptState, now: number): boolean {
  return now - state.burstAt <= BURST_GAP;
}

/** Vim mode on or off; the text stays as it is. */
export function setVim(state: PromptState, isVim: boolean): PromptState {
  if (isVim === (state.vim !== null)) return state;
  return { ...state, vim: isVim ? INITIAL_VIM : null };
}

/** Keeps the cursor in sight, and moves no more than that takes. */
export function scrollTo(state: PromptState, { limit, visible }: PromptScene): PromptState {
  const rows = rowsOf(state.editor.buffer, limit);
  const top = firstRow(state.top, { row: rowAt(rows, state.editor.buffer.at), rows: rows.length, visible });
  return top === state.top ? state : { ...state, top };
}

/** The first row to show, so that a row is among those that are seen. */
export function firstRow(
  top: number,
  seen: { readonly row: number; readonly rows: number; readonly visible: number },
): number {
  const lowest = Math.max(0, seen.rows - seen.visible);
  return Math.min(lowest, Math.max(seen.row - seen.visible + 1, Math.min(top, seen.row)));
}
