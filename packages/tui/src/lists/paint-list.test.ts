import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { createList } from './choice-list-state.ts';
import { itemRows, paintList, type PaintedList } from './paint-list.ts';

const view = (width: number, rows: number, isScreenReader = false): View & { rows: number } => ({
  width,
  rows,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
});
const list: PaintedList = {
  title: 'Sessions',
  count: 4,
  rowAt: (n) => ({ text: `session number ${n}`, note: `${n} h ago` }),
  empty: 'None.',
  hint: 'Enter opens',
};
const state = createList({ count: 4, rows: 3 }, 1);

describe('paintList', () => {
  it('shows rows with their notes', () => {
    expect(paintList(list, state, view(40, 10))).toEqual([
      'Sessions',
      '  session number 0               0 h ago',
      '❯ session number 1               1 h ago',
      '  session number 2               2 h ago',
      '  session number 3               3 h ago',
      'Enter opens',
    ]);
  });

  it('shows the position if not all rows fit', () => {
    const three = createList({ count: 4, rows: itemRows(5) }, 3);
    expect(paintList(list, three, view(20, 5))).toEqual(
      [
        'Sessions',
        '  session n…  1 h ago',
        '  session n…  2 h ago',
        '❯ session n…  3 h ago',
        '4 of 4 · Enter opens',
      ].map((line) => line.replace('session n…', 'session …')),
    );
  });

  it('uses words for a screen reader', () => {
    const lines = paintList(list, { ...state, isSearching: true, query: 'x' }, view(80, 10, true));
    expect(lines[0]).toBe('Sessions, search: x');
    expect(lines[2]).toBe('session number 1, 1 h ago (selected)');
  });

  it('shows the query, and a text for an empty list', () => {
    const lines = paintList({ ...list, count: 0 }, { ...state, isSearching: true, query: 'zz' }, view(40, 10));
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(['Sessions › zz ', 'None.', 'Enter opens']);
  });

  it('paints only the visible rows of ten thousand', () => {
    let asked = 0;
    const many = {
      ...list,
      count: 10_000,
      rowAt: (n: number) => {
        asked += 1;
        return { text: `漢字 ${n} `.repeat(20), note: 'x'.repeat(100) };
      },
    };
    const lines = paintList(many, createList({ count: 10_000, rows: itemRows(20) }, 5000), view(60, 20));
    expect(asked).toBe(18);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60);
  });
});
