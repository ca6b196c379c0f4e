import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sectionRows } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { Lines } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import { createList, type ListState } from './choice-list-state.ts';
import { paintList, type PaintedList } from './paint-list.ts';

const list: PaintedList = {
  title: 'Sessions',
  count: 4,
  all: 4,
  rowAt: (n) => ({ text: `session number ${n}`, note: `${n} h ago` }),
  empty: 'None.',
  hint: 'Enter open · Ctrl-F fork · Esc close',
};
const state = createList({ count: 4, rows: 4 }, 1);

function paint(painted: PaintedList, at: ListState, [width, rows]: readonly [number, number]): Lines {
  const view = viewOf(width);
  return sectionRows(paintList(painted, at, { ...view, rows }), view).map((row) => stripVTControlCharacters(row));
}

describe('paintList', () => {
  it('shows rows with their notes', () => {
    expect(paint(list, state, [44, 10])).toEqual([
      '╭─ Sessions ─────────────────────── 4 of 4 ─',
      '│   session number 0               0 h ago',
      '│ ❯ session number 1               1 h ago',
      '│   session number 2               2 h ago',
      '│   session number 3               3 h ago',
      '├─ Enter open · Ctrl-F fork · Esc close ────',
    ]);
  });

  it('shows the rows around the choice if not all fit, and fewer keys in a narrow window', () => {
    const three = createList({ count: 4, rows: 3 }, 3);
    expect(paint(list, three, [24, 3])).toEqual([
      '╭─ Sessions ─── 4 of 4 ─',
      '│   session …  1 h ago',
      '│   session …  2 h ago',
      '│ ❯ session …  3 h ago',
      '├─ Enter open ──────────',
    ]);
  });

  it('has the names of columns above the rows, and other content below them', () => {
    const one = { ...list, count: 1, all: 1, head: '  title', below: ['', 'about it'], note: 'Tab: all folders' };
    expect(paint(one, createList({ count: 1, rows: 4 }), [44, 4])).toEqual([
      '╭─ Sessions ──── 1 of 1 · Tab: all folders ─',
      '│   title',
      '│ ❯ session number 0               0 h ago',
      '│',
      '│ about it',
      '├─ Enter open · Ctrl-F fork · Esc close ────',
    ]);
    expect(paint({ ...one, right: 'Tab next' }, state, [44, 4])[0]).toBe(
      '╭─ Sessions ───────────────────── Tab next ─',
    );
    // The note goes before the count does.
    expect(paint(one, state, [30, 4])[0]).toBe('╭─ Sessions ───────── 1 of 1 ─');
  });

  it('cuts paths in the middle, other texts at the end', () => {
    const rowAt = (n: number) => ({ text: 'src/a/long/path/of/a/file.ts', isPath: n === 0 });
    expect(paint({ ...list, count: 2, all: 2, rowAt }, createList({ count: 2, rows: 2 }), [24, 2]).slice(1, 3)).toEqual(
      ['│ ❯ src/a/long/…ile.ts', '│   src/a/long/path/o…'],
    );
  });

  it('keeps its height while a search finds less', () => {
    const found = paint({ ...list, count: 1 }, { ...state, chosen: 0, isSearching: true, query: 'x' }, [44, 3]);
    expect(found.slice(1)).toEqual([
      '│ ❯ session number 0               0 h ago',
      '│',
      '│',
      '├─ Enter open · Ctrl-F fork · Esc close ────',
    ]);
  });

  it('paints the chosen row over the whole width', () => {
    const theme = createTheme('dark', { colours: 24 });
    const { rows } = paintList(list, state, { ...viewOf(44, { theme }), rows: 4 });
    expect(rows[1]).toContain('\u001B[K');
    expect(rows[1]?.startsWith(theme.selection('x').split('x', 1)[0] ?? '?')).toBe(true);
    expect(rows[0]).not.toContain('\u001B[K');
  });

  it('uses words for a screen reader', () => {
    const view = viewOf(80, { isScreenReader: true });
    const searching = { ...state, isSearching: true, query: 'x' };
    const section = paintList(list, searching, { ...view, rows: 10 });
    expect(sectionRows(section, view)).toEqual([
      'Sessions.',
      '2 of 4: session number 1, 1 hour ago.',
      'Enter open, Ctrl-F fork, Escape close.',
    ]);
    expect(section.line).toEqual({ label: 'Search:', text: 'x', cursor: 1 });
  });

  it('says the names of columns to a screen reader', () => {
    const view = viewOf(80, { isScreenReader: true });
    const rowAt = () => ({ text: 'gemini-2.5-pro   1M   1.25', note: 'current' });
    const models = { ...list, head: '  name   context   in $/1M', rowAt };
    expect(sectionRows(paintList(models, state, { ...view, rows: 10 }), view)[1]).toBe(
      '2 of 4: gemini-2.5-pro, context 1 million, in dollars per million 1.25, current.',
    );
  });

  it('shows the query, and a text for an empty list', () => {
    const none = paint({ ...list, count: 0, all: 2 }, { ...state, isSearching: true, query: 'zz' }, [44, 10]);
    expect(none).toEqual([
      '╭─ Sessions › zz  ───────────────── 0 of 2 ─',
      '│ None.',
      '│',
      '├─ Enter open · Ctrl-F fork · Esc close ────',
    ]);
  });

  it('paints only the visible rows of ten thousand', () => {
    let asked = 0;
    const many = {
      ...list,
      count: 10_000,
      all: 10_000,
      rowAt: (n: number) => {
        asked += 1;
        return { text: `漢字 ${n} `.repeat(20), note: 'x'.repeat(100) };
      },
    };
    const lines = paint(many, createList({ count: 10_000, rows: 18 }, 5000), [60, 18]);
    expect(asked).toBe(18);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60);
  });
});
