import { createBuffer, EMPTY_BUFFER, toText, type TextBuffer } from './text-buffer.ts';

/** The sent messages and the current position among them. */
export interface InputHistory {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** The number of entries from earlier sessions. */
  readonly older: number;
  /** How many entries back from the draft, which is 0. */
  readonly back: number;
  /** Edited entries and the draft, by how far back they are. Kept until a message is sent. */
  readonly changed: ReadonlyMap<number, TextBuffer>;
}

/** A history search: the text it started from, and its query. */
export interface HistorySearch {
  readonly query: string;
  readonly before: { readonly buffer: TextBuffer; readonly back: number };
  /** Nothing matches. The previous match is still shown. */
  readonly isMissed: boolean;
}

export const EMPTY_HISTORY: InputHistory = { entries: [], older: 0, back: 0, changed: new Map() };

/** Goes to another entry and remembers the current text. Undefined if there is no such entry. */
export function goTo(
  history: InputHistory,
  back: number,
  current: TextBuffer,
): { readonly history: InputHistory; readonly buffer: TextBuffer } | undefined {
  if (back < 0 || back > history.entries.length) return undefined;
  const changed = new Map(history.changed).set(history.back, current);
  const buffer = changed.get(back) ?? createBuffer(history.entries.at(-back) ?? '');
  return { history: { ...history, back, changed }, buffer: back === 0 ? (changed.get(0) ?? EMPTY_BUFFER) : buffer };
}

/** Adds the newest entry and starts a new draft. */
export function addEntry(history: InputHistory, entry: string): InputHistory {
  const isKnown = entry.trim() === '' || history.entries.at(-1) === entry;
  const entries = isKnown ? history.entries : [...history.entries, entry];
  return { entries, older: history.older, back: 0, changed: new Map() };
}

/** Adds the messages of earlier sessions before those of this one. */
export function addOlder(history: InputHistory, older: readonly string[]): InputHistory {
  return { ...history, entries: [...older, ...history.entries.slice(history.older)], older: older.length };
}

/** How far back the next entry with the query is, older or newer. Case-sensitive if the query has capitals. */
export function findEntry(
  history: InputHistory,
  query: string,
  from: { readonly back: number; readonly step: 1 | -1 },
): number | undefined {
  const isExact = query !== query.toLowerCase();
  for (let back = from.back; back > 0 && back <= history.entries.length; back += from.step) {
    const entry = history.changed.has(back)
      ? toText(history.changed.get(back) ?? EMPTY_BUFFER)
      : entryAt(history, back);
    if ((isExact ? entry : entry.toLowerCase()).includes(query)) return back;
  }
  return undefined;
}

function entryAt(history: InputHistory, back: number): string {
  return history.entries.at(-back) ?? '';
}
