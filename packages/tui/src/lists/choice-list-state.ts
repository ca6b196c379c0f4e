import { previousColumn } from '../editor/graphemes.ts';
import { ctrlOf, letterOf, type Press } from '../keys/press.ts';

/** The position in a list. Only the length of the list matters here, not its items. */
export interface ListState {
  readonly chosen: number;
  /** The first visible row. */
  readonly top: number;
  readonly query: string;
  /** Letters go to the search, not to the commands of the list. */
  readonly isSearching: boolean;
}

/** What a step needs to know about the list. */
export interface ListShape {
  readonly count: number;
  /** The number of rows that fit. */
  readonly rows: number;
  /** All typing searches. Otherwise `/` starts a search. */
  readonly searchesAtOnce?: boolean;
  /** Starts at the end, as for the latest messages. */
  readonly isFromEnd?: boolean;
  /** Letters do not move: the list's owner uses them. */
  readonly hasOwnLetters?: boolean;
}

/** The result of a key: a new position, a choice, a request to close, or a key that the list does not use. */
export interface ListStep {
  readonly state: ListState;
  readonly outcome: 'moved' | 'chosen' | 'left' | 'other';
}

/** The initial state of a list. */
export function createList(shape: ListShape, chosen = shape.isFromEnd === true ? shape.count - 1 : 0): ListState {
  return settle({ chosen, top: 0, query: '', isSearching: shape.searchesAtOnce ?? false }, shape);
}

/** Adjusts the list after its length or height changed, so that the choice stays valid and visible. */
export function settle(state: ListState, { count, rows }: Pick<ListShape, 'count' | 'rows'>): ListState {
  const chosen = Math.max(0, Math.min(state.chosen, count - 1));
  const room = Math.max(1, rows);
  const lowest = Math.max(0, count - room);
  const top = Math.min(Math.max(state.top, chosen - room + 1), chosen, lowest);
  return chosen === state.chosen && top === state.top ? state : { ...state, chosen, top: Math.max(0, top) };
}

/** The list after a key. */
export function stepList(state: ListState, press: Press, shape: ListShape): ListStep {
  const moved = move(state, press, shape);
  if (moved !== null) return { state: settle({ ...state, chosen: moved }, shape), outcome: 'moved' };
  if (press.key === 'enter') return { state, outcome: shape.count > 0 ? 'chosen' : 'moved' };
  if (press.key === 'escape') return leave(state, shape);
  const searched = search(state, press, shape);
  return searched === null ? { state, outcome: 'other' } : { state: searched, outcome: 'moved' };
}

/** No search is to be ended first. */
export function isLeftByEscape({ query, isSearching }: ListState, { searchesAtOnce = false }: ListShape): boolean {
  return query === '' && (!isSearching || searchesAtOnce);
}

/** Escape first ends a search, then closes the list. */
function leave(state: ListState, shape: ListShape): ListStep {
  if (isLeftByEscape(state, shape)) return { state, outcome: 'left' };
  const isSearching = shape.searchesAtOnce ?? false;
  return { state: { ...state, query: '', isSearching, chosen: 0, top: 0 }, outcome: 'moved' };
}

type Direction = 'up' | 'down' | 'pageup' | 'pagedown' | 'home' | 'end';

const directions: ReadonlyMap<string, Direction> = new Map<string, Direction>([
  ['k', 'up'],
  ['j', 'down'],
  ['g', 'home'],
  ['G', 'end'],
]);

/** The key, or the direction of a letter that moves. */
function directionOf({ isSearching }: ListState, press: Press, { hasOwnLetters = false }: ListShape): string {
  const letter = isSearching || hasOwnLetters ? undefined : directions.get(letterOf(press));
  return letter ?? press.key;
}

function move(state: ListState, press: Press, shape: ListShape): number | null {
  const { chosen } = state;
  const last = shape.count - 1;
  const page = Math.max(1, shape.rows - 1);
  switch (directionOf(state, press, shape)) {
    case 'up':
      return chosen <= 0 ? last : chosen - 1;
    case 'down':
      return chosen >= last ? 0 : chosen + 1;
    case 'pageup':
      return Math.max(0, chosen - page);
    case 'pagedown':
      return Math.min(last, chosen + page);
    case 'home':
      return 0;
    case 'end':
      return last;
    default:
      return null;
  }
}

function search(state: ListState, press: Press, { searchesAtOnce = false }: ListShape): ListState | null {
  const { query, isSearching } = state;
  if (!isSearching) return letterOf(press) === '/' ? { ...state, isSearching: true } : null;
  if (press.key === 'backspace') {
    if (query === '' && !searchesAtOnce) return { ...state, isSearching: false };
    return { ...state, query: query.slice(0, previousColumn(query, query.length)), chosen: 0, top: 0 };
  }
  if (ctrlOf(press) === 'u') return { ...state, query: '', chosen: 0, top: 0 };
  if (press.key !== 'text' || press.isCtrl || press.isMeta) return null;
  return { ...state, query: query + press.text.replaceAll(/\s+/g, ' '), chosen: 0, top: 0 };
}
