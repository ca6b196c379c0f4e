import type { AgentEvent } from '@bowline/protocol';
import { useInput } from 'ink';
import { useCallback, useReducer, useRef, type ReactElement } from 'react';
import { letterOf, toPresses, type Press } from '../keys/press.ts';
import { toTrueKeys } from '../lists/to-true-keys.ts';
import {
  createList,
  isLeftByEscape,
  settle,
  stepList,
  type ListShape,
  type ListState,
} from '../lists/choice-list-state.ts';
import { shorten } from '../lists/paint-list.ts';
import { Section } from '../lists/section.tsx';
import { useFieldPaste } from '../lists/use-field-paste.ts';
import { useOnce } from '../lists/use-once.ts';
import type { DockSection } from '../paint/frame/paint-dock.ts';
import { paintCaret } from '../paint/layout/caret.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { panelTexts, turnTexts } from '../texts/panel-texts.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';
import { describeEntry, entryText, paintEntry } from './paint-turn.ts';
import { identityOf, readTurn, type BesideTurn, type TurnEntry } from './read-turn.ts';

export interface TurnPanelProps {
  /** All events of the session: `agent.events()`. */
  readonly events: () => AsyncIterable<AgentEvent>;
  /** What streams now, and what the user ran. */
  readonly beside?: () => BesideTurn;
  /** Whether the turn or a command of the user goes on. */
  readonly isRunning: () => boolean;
  readonly view: View;
  readonly rows: number;
  readonly onCopy: (text: string) => void;
  readonly onPage: (text: string) => void;
  readonly onLeave: () => void;
}

const NONE: readonly TurnEntry[] = [];
/** The height is set on opening: a row for each entry, and room for what one of them holds. */
const LEAST = 10;
const ROOM = 4;

/** Everything that the agent did since the user's last message, one row each, to be opened. */
export function TurnPanel(props: TurnPanelProps): ReactElement {
  const { events, beside, isRunning, view, onCopy, onPage, onLeave } = props;
  const { value, problem } = useOnce(
    useCallback(async () => await readTurn(events(), beside), [events, beside]),
    { mayChange: isRunning },
  );
  const state = useRef<{ readonly list: ListState | null; readonly open: ReadonlySet<string>; readonly rows: number }>({
    list: null,
    open: new Set(),
    rows: LEAST,
  });
  const rows = Math.min(props.rows, state.current.rows);
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const all = value ?? NONE;
  const find = (query: string): readonly TurnEntry[] => filter(all, query, view);
  const shapeOf = (query: string): ListShape => ({ count: find(query).length, rows, isFromEnd: true });
  const list = state.current.list ?? createList(shapeOf(''));
  if (all.length > 0 && state.current.list === null)
    state.current = { ...state.current, list, rows: Math.max(LEAST, all.length + ROOM) };
  const take = (press: Press): void => {
    const before = state.current.list ?? list;
    if (!before.isSearching && act(press, find(before.query)[before.chosen])) return;
    const { state: next, outcome } = stepList(before, press, shapeOf(before.query));
    if (outcome === 'left') onLeave();
    const entry = find(next.query)[next.chosen];
    const { open } = state.current;
    const isToggled = outcome === 'chosen' && entry !== undefined;
    state.current = { ...state.current, list: next, open: isToggled ? toggle(open, keyOf(entry)) : open };
    repaint();
  };
  const act = (press: Press, entry: TurnEntry | undefined): boolean => {
    if (entry === undefined) return false;
    if (letterOf(press) === 'c') onCopy(entryText(entry));
    else if (letterOf(press) === 'o') onPage(entryText(entry));
    else return false;
    return true;
  };
  useInput((input, key) => {
    if (key.ctrl && input === 'o') onLeave();
    else for (const press of toPresses(input, key)) take(press);
  });
  useFieldPaste((text) => {
    if (state.current.list?.isSearching !== true) return false;
    take({ key: 'text', text, isCtrl: false, isMeta: false, isShift: false });
    return true;
  });
  const shown = settle(state.current.list ?? list, shapeOf(list.query));
  const none = problem ?? (value === null ? turnTexts.loading : isRunning() ? turnTexts.nothingYet : turnTexts.none);
  const parts = { entries: find(shown.query), all: all.length, list: shown, open: state.current.open, none, rows };
  return <Section section={paintTurn(parts, view)} />;
}

function isGrowing({ items }: TurnEntry): boolean {
  return items.some((item) =>
    item.kind === 'agent' ? !item.isWhole : item.kind === 'call' && item.status === 'running',
  );
}

/** Stays the same when the turn is read again. */
function keyOf({ items: [first], isThought }: TurnEntry): string {
  return `${first === undefined ? '' : identityOf(first)} ${isThought}`;
}

function toggle(open: ReadonlySet<string>, entry: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(entry)) next.add(entry);
  return next;
}

function filter(entries: readonly TurnEntry[], query: string, view: View): readonly TurnEntry[] {
  if (query === '') return entries;
  const words = query.toLowerCase();
  return entries.filter((entry) => {
    const { verb, target } = describeEntry(entry, view);
    return `${verb} ${target}\n${entryText(entry)}`.toLowerCase().includes(words);
  });
}

interface TurnParts {
  readonly entries: readonly TurnEntry[];
  readonly all: number;
  readonly list: ListState;
  readonly open: ReadonlySet<string>;
  readonly none: string;
  readonly rows: number;
}

/** Paints as many rows as fit, with the chosen entry at the top if it is long. */
export function paintTurn({ entries, all, list, open, none, rows }: TurnParts, view: View): DockSection {
  if (view.isScreenReader) return sayTurn({ entries, all, list, open, none, rows }, view);
  const { theme } = view;
  const blocks = entries.map((entry, at) =>
    paintEntry(entry, { isChosen: at === list.chosen, isOpen: open.has(keyOf(entry)) }, view),
  );
  const lines = blocks.flat();
  const start = blocks.slice(0, list.chosen).reduce((sum, block) => sum + block.length, 0);
  const end = start + (blocks[list.chosen]?.length ?? 0);
  const first = Math.max(0, Math.min(start, Math.max(end - rows, 0), lines.length - rows));
  const chosen = entries[list.chosen];
  // The end of what still grows.
  const top = end - rows > start ? (chosen !== undefined && isGrowing(chosen) ? end - rows : start) : first;
  const title = list.isSearching
    ? `${theme.strong(turnTexts.title)} ${theme.accent('›')} ${cleanLine(list.query)}${paintCaret(' ')}`
    : theme.strong(turnTexts.title);
  const facts = {
    ...list,
    count: entries.length,
    isLeftByEscape: isLeftByEscape(list, { count: entries.length, rows }),
  };
  const count = list.isSearching ? panelTexts.count(entries.length, all) : turnTexts.entries(all);
  const keys = toTrueKeys(list.isSearching ? turnTexts.spokenKeys : turnTexts.keys, facts);
  return {
    tone: 'focus',
    title: { left: [title], right: [theme.dim(count), ...(list.isSearching ? [] : [theme.dim(turnTexts.brief)])] },
    rows: fill(entries.length === 0 ? [theme.dim(none)] : lines.slice(top, top + rows), rows),
    keys: { left: shorten(keys).map((form) => theme.dim(form)), right: [] },
  };
}

function fill(lines: Lines, rows: number): Lines {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => '')];
}

/** A screen reader says the chosen entry only, and what is in it if it is open. */
function sayTurn({ entries, list, open, none }: TurnParts, view: View): DockSection {
  const entry = entries[list.chosen];
  const { isSearching, query } = list;
  const [head = none, ...body] =
    entry === undefined ? [] : paintEntry(entry, { isChosen: true, isOpen: open.has(keyOf(entry)) }, view);
  return {
    tone: 'focus',
    key: turnTexts.title,
    title: { left: [turnTexts.title], right: [] },
    rows: [entry === undefined ? none : spokenTexts.row(list.chosen + 1, entries.length, head), ...body],
    keys: { left: [turnTexts.spokenKeys], right: [] },
    ...(isSearching ? { line: { label: spokenTexts.searchLabel, text: query, cursor: query.length } } : {}),
  };
}
