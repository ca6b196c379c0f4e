import { addText, type Chips } from './chips.ts';
import { changeTo, EMPTY_EDITOR, placeAt, type Edit, type EditorState } from './editor-state.ts';
import { addEntry, addOlder, findEntry, goTo } from './input-history.ts';
import { cellAt, placeAt as placeOnRow, rowAt, rowsOf } from './layout-rows.ts';
import { endOf, moveTo, toText } from './text-buffer.ts';

/** Moves a row up, from the first row to the previous history entry, and from the oldest entry to the start. */
export function goUp(state: EditorState, limit: number): EditorState {
  return goRows(state, -1, limit) ?? goBack(1)(state) ?? placeAt({ line: 0, column: 0 })(state, limit);
}

/** Moves a row down, from the last row to the next history entry, and from the newest entry to the draft. */
export function goDown(state: EditorState, limit: number): EditorState {
  return goRows(state, 1, limit) ?? goBack(-1)(state) ?? placeAt(endOf(state.buffer.lines))(state, limit);
}

/** Moves up or down by rows, if such a row exists. Keeps the column across shorter rows. */
export function goRows(state: EditorState, by: number, limit: number): EditorState | undefined {
  const { buffer, run } = state;
  const rows = rowsOf(buffer, limit);
  const from = rowAt(rows, buffer.at);
  const here = rows[from];
  const there = rows[from + by];
  if (here === undefined || there === undefined) return undefined;
  const cell = run?.kind === 'vertical' ? run.cell : cellAt(buffer, here, buffer.at.column);
  return { ...state, buffer: moveTo(buffer, placeOnRow(buffer, there, cell)), run: { kind: 'vertical', cell } };
}

function goBack(by: number): (state: EditorState) => EditorState | undefined {
  return (state) => {
    const found = goTo(state.history, state.history.back + by, state.buffer);
    return found === undefined ? undefined : { ...changeTo(state, found.buffer), history: found.history };
  };
}

export const olderEntry: Edit = (state) => goBack(1)(state) ?? state;
export const newerEntry: Edit = (state) => goBack(-1)(state) ?? state;

/** Adds the text, sent or cleared, to the history and starts a new one. */
export function finish(state: EditorState): EditorState {
  const { chips, kills, buffer } = state;
  const past = toText(buffer) === '' ? state.past : [...state.past, buffer];
  return { ...EMPTY_EDITOR, chips, kills, past, history: addEntry(state.history, toText(buffer)) };
}

/** Longer entries are shown as a label, because they are too long to edit. */
const MAX_EDITED = 20_000;

/** Adds the messages of earlier sessions to the history. */
export function loadOlder(entries: readonly string[]): Edit {
  return (state) => {
    const kept = entries
      .filter(({ length }) => length > MAX_EDITED)
      .reduce(keepPaste, { chips: state.chips, labels: new Map() });
    const shown = entries.map((entry) => kept.labels.get(entry) ?? entry);
    return { ...state, chips: kept.chips, history: addOlder(state.history, shown) };
  };
}

interface Kept {
  readonly chips: Chips;
  readonly labels: ReadonlyMap<string, string>;
}

function keepPaste({ chips, labels }: Kept, text: string): Kept {
  const added = addText(chips, text);
  return { chips: added.chips, labels: new Map(labels).set(text, added.label) };
}

/** Starts a search, or continues to the next match, older or newer. */
export function searchOn(step: 1 | -1): Edit {
  return (state) => {
    const { search, history, buffer } = state;
    if (search === null)
      return { ...state, search: { query: '', before: { buffer, back: history.back }, isMissed: false } };
    return searchFrom(state, search.query, { back: history.back + step, step });
  };
}

/** Changes the query. */
export function searchFor(query: string): Edit {
  return (state) => {
    if (state.search === null) return state;
    const from = query.startsWith(state.search.query) ? Math.max(1, state.history.back) : 1;
    return searchFrom(state, query, { back: from, step: 1 });
  };
}

function searchFrom(state: EditorState, query: string, from: { back: number; step: 1 | -1 }): EditorState {
  const { search, history } = state;
  if (search === null) return state;
  const back = query === '' ? undefined : findEntry(history, query, from);
  const found = back === undefined ? undefined : goTo(history, back, state.buffer);
  if (found === undefined) return { ...state, search: { ...search, query, isMissed: query !== '' } };
  return { ...state, buffer: found.buffer, history: found.history, search: { ...search, query, isMissed: false } };
}

/** Keeps the match for editing. Undo restores the text before the search. */
export function acceptSearch(state: EditorState): EditorState {
  if (state.search === null) return state;
  const { buffer } = state.search.before;
  return { ...changeTo({ ...state, buffer }, state.buffer), search: null };
}

/** Restores the text before the search. */
export function cancelSearch(state: EditorState): EditorState {
  if (state.search === null) return state;
  const found = goTo(state.history, state.search.before.back, state.buffer);
  return {
    ...state,
    history: found?.history ?? state.history,
    buffer: state.search.before.buffer,
    search: null,
    run: null,
  };
}
