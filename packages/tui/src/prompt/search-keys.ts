import { acceptSearch, cancelSearch, searchFor, searchOn } from '../editor/edit-history.ts';
import type { Edit } from '../editor/editor-state.ts';
import { previousColumn } from '../editor/graphemes.ts';
import type { HistorySearch } from '../editor/input-history.ts';
import type { Keystroke } from '../keys/keystroke.ts';

const KEYS: Readonly<Record<string, Edit>> = {
  'ctrl+r': searchOn(1),
  up: searchOn(1),
  'ctrl+s': searchOn(-1),
  down: searchOn(-1),
  escape: cancelSearch,
  'ctrl+g': cancelSearch,
  'ctrl+c': cancelSearch,
  enter: acceptSearch,
  tab: acceptSearch,
};

/** Whether a key belongs to a search that is open. Any other keeps what was found, and then does what it does. */
export function isSearchKey({ chord, text }: Keystroke): boolean {
  return text !== '' || chord === 'backspace' || KEYS[chord] !== undefined;
}

/** What such a key does. */
export function searchEditOf({ query }: HistorySearch, { chord, text }: Keystroke): Edit {
  if (chord === 'backspace') return searchFor(query.slice(0, previousColumn(query, query.length)));
  return KEYS[chord] ?? searchFor(query + text);
}
