import { createBuffer, EMPTY_BUFFER, toText, type TextBuffer } from './text-buffer.ts';

/** What was sent before, and how far back one looks. */
export interface InputHistory {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** How many of them earlier sessions sent. */
  readonly older: number;
  /** Entries back from what is being written, which is 0. */
  readonly back: number;
  /** What was changed on the way, by how far back it is; the draft too. Kept until something is sent. */
  readonly changed: ReadonlyMap<number, TextBuffer>;
}

/** A search through what was sent: from which text it began, and where it is. */
export interface HistorySearch {
  readonly query: string;
  readonly before: { readonly buffer: TextBuffer; readonly back: number };
  /** Nothing was found: what was found before is still shown. */
  readonly isMissed: boolean;
}

export const EMPTY_HISTORY: InputHistory = { entries: [], older: 0, back: 0, changed: new Map() };

/** Goes to another entry; what is written here is found again on the way back. Undefined where there is none. */
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

/** After something was sent or put aside: it is the newest entry, and one is back at a new draft. */
export function addEntry(history: InputHistory, entry: string): InputHistory {
  const isKnown = entry.trim() === '' || history.entries.at(-1) === entry;
  const entries = isKnown ? history.entries : [...history.entries, entry];
  return { entries, older: history.older, back: 0, changed: new Map() };
}

/** What earlier sessions sent, before what this one did. */
export function addOlder(history: InputHistory, older: readonly string[]): InputHistory {
  return { ...history, entries: [...older, ...history.entries.slice(history.older)], older: older.length };
}

/** How far back the next entry is that holds the query, older or newer; capitals count when the query has some. */
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
