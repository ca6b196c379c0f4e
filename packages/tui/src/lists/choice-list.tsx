import { useInput } from 'ink';
import { useEffect, useReducer, useRef, type ReactElement } from 'react';
import { fuzzySearch } from './fuzzy.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { Section } from './section.tsx';
import { useFieldPaste } from './use-field-paste.ts';
import { toTrueKeys } from './to-true-keys.ts';
import { createList, isLeftByEscape, settle, stepList, type ListShape, type ListState } from './choice-list-state.ts';
import { paintList, type ListRow } from './paint-list.ts';
import { toPresses, type Press } from '../keys/press.ts';

export interface ChoiceListProps<Item> {
  readonly title: string;
  /** Follows the number of rows in the title. */
  readonly note?: string;
  /** Replaces the number of rows in the title. */
  readonly right?: string;
  /** The names of columns, above the rows. */
  readonly head?: string;
  readonly items: readonly Item[];
  /** The text that is searched. */
  readonly textOf: (item: Item) => string;
  /** Identifies an item, so that it stays marked when the items change. */
  readonly keyOf?: (item: Item) => string;
  readonly rowOf: (item: Item) => ListRow;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  /** All typing searches. Otherwise `/` starts a search. */
  readonly searchesAtOnce?: boolean;
  /** The last item is marked first. */
  readonly isFromEnd?: boolean;
  /** Letters do not move the mark: the list's owner uses them. */
  readonly hasOwnLetters?: boolean;
  /** The item to mark first, unless `isFromEnd` is set. */
  readonly first?: Item | undefined;
  readonly empty: string;
  readonly hint: string;
  /** In place of the hint. */
  readonly alert?: string;
  readonly onChoose: (item: Item) => void;
  readonly onLeave: () => void;
  /** Sees every key first. True if it was used, and the list must not see it. */
  readonly takesFirst?: (press: Press) => boolean;
  /** A key that the list does not use. */
  readonly onOther?: (press: Press, item: Item | undefined) => void;
  /** Called with the marked item when it changes. */
  readonly onMark?: (item: Item | undefined) => void;
  /** Rows below the list, in addition to `rows`. */
  readonly below?: Lines;
  /** Adds other content beside the rows of the list. */
  readonly around?: (rows: Lines) => Lines;
}

/** A list to choose from with arrows, page keys and search. Paints only visible rows. */
export function ChoiceList<Item>(props: ChoiceListProps<Item>): ReactElement {
  const { items, rowOf, view, rows, isActive, onMark } = props;
  const stateRef = useRef<ListState | null>(null);
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const find = useSearch(props);
  const found = find(stateRef.current?.query ?? '');
  const shape = toShape(props, found.length);
  const kept = useKept(props, found);
  const state = stateRef.current === null ? open(props, shape) : settle(kept(stateRef.current), shape);
  // A list that starts at its end needs its items first.
  if (items.length > 0) stateRef.current = state;

  const marked = found[state.chosen];
  kept.mark(marked);
  useEffect(() => {
    onMark?.(marked);
  }, [marked, onMark]);
  const press = (each: Press): void => {
    if (props.takesFirst?.(each) === true) return;
    // Uses the current state, not the painted one: keys may arrive faster than frames.
    const before = stateRef.current ?? state;
    const { state: next, outcome } = stepList(before, each, toShape(props, find(before.query).length));
    if (items.length > 0 || next.query !== '') stateRef.current = next;
    repaint();
    const item = find(next.query)[next.chosen];
    // The items may change before the next frame.
    kept.mark(item);
    if (outcome === 'left') props.onLeave();
    else if (outcome === 'other') props.onOther?.(each, item);
    else if (outcome === 'chosen' && item !== undefined) props.onChoose(item);
  };
  useInput(
    (input, key) => {
      for (const each of toPresses(input, key)) press(each);
    },
    { isActive },
  );
  useFieldPaste((text) => {
    if (!isActive || !(stateRef.current ?? state).isSearching) return false;
    press({ key: 'text', text, isCtrl: false, isMeta: false, isShift: false });
    return true;
  });
  const { title, note, right, head, empty, hint, alert, below } = props;
  const shown = { ...state, query: cleanLine(state.query) };
  const list = {
    ...{ title, empty, count: found.length, all: items.length },
    hint: toTrueKeys(hint, { ...state, count: found.length, isLeftByEscape: isLeftByEscape(state, shape) }),
    rowAt: (at: number): ListRow => toRow(found[at], rowOf),
    ...(note === undefined ? {} : { note }),
    ...(alert === undefined ? {} : { alert }),
    ...(right === undefined ? {} : { right }),
    ...(head === undefined ? {} : { head }),
    ...(below === undefined ? {} : { below }),
  };
  const section = paintList(list, shown, { ...view, rows });
  const { around } = props;
  return <Section section={around === undefined ? section : { ...section, rows: around(section.rows) }} />;
}

interface Kept<Item> {
  (state: ListState): ListState;
  readonly mark: (item: Item | undefined) => void;
}

/** Moves the mark with its item when the items change. */
function useKept<Item>({ items, keyOf }: ChoiceListProps<Item>, found: readonly Item[]): Kept<Item> {
  const last = useRef<{ readonly items: readonly Item[]; readonly key: string | undefined } | null>(null);
  const before = last.current;
  const keep = (state: ListState): ListState => {
    if (keyOf === undefined || before?.key === undefined || before.items === items) return state;
    const at = found.findIndex((item) => keyOf(item) === before.key);
    return at === -1 ? state : { ...state, chosen: at };
  };
  const mark = (item: Item | undefined): void => {
    last.current = { items, key: item === undefined ? undefined : keyOf?.(item) };
  };
  return Object.assign(keep, { mark });
}

function open<Item>({ items, first }: ChoiceListProps<Item>, shape: ListShape): ListState {
  const at = first === undefined ? -1 : items.indexOf(first);
  return at === -1 ? createList(shape) : createList(shape, at);
}

/** Returns a search that caches its results by query. */
function useSearch<Item>({ items, textOf }: ChoiceListProps<Item>): (query: string) => readonly Item[] {
  const last = useRef<{ query: string; items: readonly Item[]; found: readonly Item[] } | null>(null);
  return (query) => {
    if (query === '') return items;
    if (last.current?.query !== query || last.current.items !== items)
      last.current = { query, items, found: fuzzySearch(query, items, textOf) };
    return last.current.found;
  };
}

function toShape<Item>(
  { rows, searchesAtOnce = false, isFromEnd = false, hasOwnLetters = false }: ChoiceListProps<Item>,
  count: number,
): ListShape {
  return { count, rows: Math.max(1, rows), searchesAtOnce, isFromEnd, hasOwnLetters };
}

function toRow<Item>(item: Item | undefined, rowOf: (item: Item) => ListRow): ListRow {
  if (item === undefined) return { text: '' };
  const { text, note, ...rest } = rowOf(item);
  return {
    ...rest,
    text: rest.isPainted === true ? text : cleanLine(text),
    ...(note === undefined ? {} : { note: cleanLine(note) }),
  };
}
