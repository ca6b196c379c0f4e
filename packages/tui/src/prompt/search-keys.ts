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

/** Whether an open search uses a key. Any other key keeps the match and then performs its action. */
export function isSearchKey({ chord, text }: Keystroke): boolean {
  return text !== '' || chord === 'backspace' || KEYS[chord] !== undefined;
}

/** The edit for a search key. */
export function searchEditOf({ query }: HistorySearch, { chord, text }: Keystroke): Edit {
  if (chord === 'backspace') return searchFor(query.slice(0, previousColumn(query, query.length)));
  return KEYS[chord] ?? searchFor(query + text);
}
