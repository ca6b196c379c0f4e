import { dropControls, stripSequences } from '@bowline/protocol/plain';
import type { Chips } from './chips.ts';
import { EMPTY_HISTORY, type HistorySearch, type InputHistory } from './input-history.ts';
import { MOTIONS, type MotionName } from './motions.ts';
import { createBuffer, EMPTY_BUFFER, moveTo, type Place, type TextBuffer } from './text-buffer.ts';

/** The complete state of the editor. */
export interface EditorState {
  readonly buffer: TextBuffer;
  readonly chips: Chips;
  /** Undo and redo states, newest last. */
  readonly past: readonly TextBuffer[];
  readonly future: readonly TextBuffer[];
  /** Killed text, newest last. */
  readonly kills: readonly string[];
  /** What the last key did, if the next key of the same kind continues it. */
  readonly run: EditorRun | null;
  readonly history: InputHistory;
  readonly search: HistorySearch | null;
}

export type EditorRun =
  | { readonly kind: 'typing' | 'kill' }
  /** The column that up and down keep. */
  | { readonly kind: 'vertical'; readonly cell: number }
  /** Which kill was yanked, and where. */
  | { readonly kind: 'yank'; readonly index: number; readonly from: Place }
  /** The label of a paste that may continue. */
  | { readonly kind: 'paste'; readonly label: string };

/** Changes the text or the cursor. `limit` is the number of cells in a row. */
export type Edit = (state: EditorState, limit: number) => EditorState;

const MAX_PAST = 500;

export const EMPTY_EDITOR: EditorState = {
  buffer: EMPTY_BUFFER,
  chips: new Map(),
  past: [],
  future: [],
  kills: [],
  run: null,
  history: EMPTY_HISTORY,
  search: null,
};

/** Changes the text, with an undo step unless it continues a run. */
export function changeTo(state: EditorState, buffer: TextBuffer, run: EditorRun | null = null): EditorState {
  if (isSameText(buffer, state.buffer)) return { ...state, buffer, run };
  const isMore = run?.kind === 'typing' && state.run?.kind === 'typing';
  const past = isMore ? state.past : [...state.past.slice(-MAX_PAST), state.buffer];
  return { ...state, buffer, run, past, future: [] };
}

function isSameText({ lines }: TextBuffer, { lines: others }: TextBuffer): boolean {
  return lines === others || (lines.length === others.length && lines.every((line, index) => line === others[index]));
}

export function moveBy(motion: MotionName): Edit {
  return (state) => ({ ...state, buffer: moveTo(state.buffer, MOTIONS[motion](state.buffer)), run: null });
}

export function placeAt(place: Place): Edit {
  return (state) => ({ ...state, buffer: moveTo(state.buffer, place), run: null });
}

export function undo(state: EditorState): EditorState {
  const buffer = state.past.at(-1);
  if (buffer === undefined) return { ...state, run: null };
  return { ...state, buffer, past: state.past.slice(0, -1), future: [...state.future, state.buffer], run: null };
}

export function redo(state: EditorState): EditorState {
  const buffer = state.future.at(-1);
  if (buffer === undefined) return { ...state, run: null };
  return { ...state, buffer, past: [...state.past, state.buffer], future: state.future.slice(0, -1), run: null };
}

/** Replaces the whole text. Undo restores the previous one. */
export function setText(text: string): Edit {
  return (state) => changeTo(state, createBuffer(cleanTyped(text)));
}

/** Removes escape sequences and control characters except newlines and tabs. */
export function cleanTyped(text: string): string {
  return dropControls(unifyNewlines(stripSequences(text, false))).replaceAll('\b', '');
}

export function unifyNewlines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
