import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { VIEW } from '../../../../tests/tui/open-prompt.tsx';
import { NO_SESSION } from '../screen/screen-state.ts';
import type { DockSection } from '../paint/frame/paint-dock.ts';
import type { Bottom, BottomPart } from '../terminal/compose-frame.ts';
import { DockPainter, type DockState } from './dock-painter.ts';

const question: DockSection = {
  tone: 'question',
  title: { left: ['? Run this command?'], right: [] },
  rows: ['$ npm ci'],
  keys: { left: ['Needs approval'], right: [] },
};
const panel: DockSection = { ...question, tone: 'focus', title: { left: ['Sessions'], right: [] }, rows: ['one'] };
const state: DockState = {
  section: null,
  covers: false,
  draft: { lines: ['❯ hi'], cursor: { x: 4, y: 0 } },
  hasDraft: true,
  status: { ...NO_SESSION, vimMode: null },
  place: { folder: '~/here', branch: 'main', isConfined: null, note: null, keys: ['? keys'] },
};

function open(isScreenReader = false) {
  const shown: BottomPart[] = [];
  const painter = new DockPainter({
    view: (width) => ({ ...VIEW, width, isScreenReader }),
    activity: () => ({ left: ['Working'], right: ['Esc to interrupt'] }),
    show: (bottom) => void shown.push(bottom),
  });
  const paint = (size: Partial<{ width: number; rows: number }> = {}): Bottom => {
    const bottom = shown.at(-1)?.({ width: 60, rows: 24, ...size });
    if (bottom === undefined) throw new Error('nothing is shown');
    return bottom;
  };
  return { painter, shown, paint };
}

async function paintOnce(given: Partial<DockState>, size: Partial<{ width: number; rows: number }> = {}) {
  const { painter, paint } = open();
  painter.set({ ...state, ...given });
  await nextTurn();
  return paint(size);
}

it('is painted once for all changes of one update, and not before there is a state', async () => {
  const { painter, shown } = open();
  painter.setPanel(panel);
  await nextTurn();
  expect(shown).toEqual([]);
  painter.set(state);
  painter.setPanel(null);
  painter.set({ ...state, hasDraft: false });
  await nextTurn();
  expect(shown).toHaveLength(1);
});

it('has a blank row, what is happening, the draft, the status and the place', async () => {
  const { lines, cursor, covers } = await paintOnce({});
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 3)).toEqual(['', '╭─ Working ────────────────────────────── Esc to interrupt ─', '│ ❯ hi']);
  expect(lines[3]).toMatch(/^╰─ default ─+ no model/);
  expect(lines[4]).toMatch(/^ {2}~\/here · main +\? keys$/);
  expect([cursor, covers]).toEqual([{ above: 2, column: 6 }, false]);
});

it.each([
  [{ rows: 19 }, 3],
  [{ width: 59 }, 4],
  [{ rows: 19, width: 59 }, 3],
])('has no last row in a small window: %j', async (size, count) => {
  const { lines } = await paintOnce({}, size);
  expect(lines).toHaveLength(count);
  expect(lines.join('\n')).not.toContain('~/here');
});

it('shows a question above the draft, which pushes, and hides the cursor while it has the keyboard', async () => {
  const { lines, cursor, covers } = await paintOnce({ section: question, hasDraft: false });
  expect(lines.slice(0, 5)).toEqual([
    '',
    '╭─ ? Run this command? ─────────────────────────────────────',
    '│ $ npm ci',
    '├─ Needs approval ──────────────────────────────────────────',
    '│ ❯ hi',
  ]);
  expect([cursor, covers]).toEqual([null, false]);
});

it('shows completions over the rows above', async () => {
  const { lines, covers } = await paintOnce({ section: question, covers: true });
  expect(covers).toBe(true);
  expect(lines[0]).toContain('╭─ ? Run this command?');
});

it('shows an open panel in place of a question, over the rows above, until it is closed', async () => {
  const { painter, paint } = open();
  painter.set({ ...state, section: question });
  painter.setPanel(panel);
  await nextTurn();
  expect(paint().lines.slice(0, 2)).toEqual(['╭─ Sessions ────────────────────────────────────────────────', '│ one']);
  expect(paint().covers).toBe(true);
  painter.setPanel(null);
  await nextTurn();
  expect(paint().lines.join('\n')).toContain('Run this command?');
  expect(paint().covers).toBe(false);
});

it('has words and no frame for a screen reader', async () => {
  const { painter, paint } = open(true);
  painter.set(state);
  await nextTurn();
  const { lines, spoken } = paint();
  expect(lines).toEqual([]);
  expect(spoken).toMatchObject({ section: null, activity: { words: 'Working' }, news: [] });
  painter.set({ ...state, status: { ...state.status, vimMode: 'normal' }, place: { ...state.place, note: 'Copied' } });
  await nextTurn();
  expect(paint().spoken?.news).toEqual(['Copied.', 'Vim: normal mode.']);
});
