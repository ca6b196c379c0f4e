import { panelTexts } from '../texts/panel-texts.ts';
import type { ListState } from './choice-list-state.ts';

/** What decides which keys a list takes now. */
export interface KeyFacts extends Pick<ListState, 'isSearching'> {
  /** The number of rows that match. */
  readonly count: number;
  /** Escape closes the list. Otherwise it ends the search. */
  readonly isLeftByEscape: boolean;
}

/** The hint of a list without the keys that do nothing now: Enter without a row, and letters that go to the search. */
export function toTrueKeys(hint: string, { isSearching, count, isLeftByEscape }: KeyFacts): string {
  return hint
    .split(' · ')
    .filter((part) => !(count === 0 && part.startsWith('Enter ')))
    .filter((part) => !(isSearching && /^\S /.test(part)))
    .map((part) => (!isLeftByEscape && part.startsWith('Esc ') ? panelTexts.endSearch : part))
    .join(' · ');
}
