import { describe, expect, it, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { NO_WORDS, paintRule } from '../frame/paint-rule.ts';
import { paintDock, type PlaceRow } from '../frame/paint-dock.ts';
import { widthOf } from '../layout/wrap.ts';
import { createTheme } from '../theme/create-theme.ts';
import { describePlace, describeStatus, hintsFor, type PlaceFacts, type StatusFacts } from './describe-status.ts';

const view = viewOf(80, { now: 0 });
const start: StatusFacts = {
  mode: 'default',
  vimMode: null,
  model: 'gemini-2.5-pro',
  context: { tokens: 0, window: 1_000_000 },
  cost: 0,
};
const later: StatusFacts = { ...start, context: { tokens: 120_000, window: 1_000_000 }, cost: 0.021 };

function ruleOf(facts: StatusFacts, width: number): string {
  return paintRule('bottom', describeStatus(facts, { ...view, width }), { width, style: (text) => text });
}

describe('the bottom rule', () => {
  it.each<[string, StatusFacts, readonly [number, string]]>([
    [
      'a wide window has a gauge',
      start,
      [
        120,
        '╰─ default ─────────────────────────────────────────────────────────────────────── gemini-2.5-pro · ────────── 0% · $0 ─',
      ],
    ],
    [
      'the gauge fills',
      later,
      [
        120,
        '╰─ default ─────────────────────────────────────────────────────────────────── gemini-2.5-pro · ━━──────── 12% · $0.02 ─',
      ],
    ],
    [
      'no model',
      { ...start, model: null },
      [
        120,
        '╰─ default ───────────────────────────────────────────────────────────────────────────── no model · ────────── 0% · $0 ─',
      ],
    ],
    [
      'a plan in a wide window',
      { ...later, mode: 'plan' },
      [
        120,
        '╰─ plan · changes nothing ──────────────────────────────────────────────────── gemini-2.5-pro · ━━──────── 12% · $0.02 ─',
      ],
    ],
    ['a start', start, [80, '╰─ default ────────────────────────────────────────── gemini-2.5-pro · 0% · $0 ─']],
    ['a session', later, [80, '╰─ default ────────────────────────────────────── gemini-2.5-pro · 12% · $0.02 ─']],
    [
      'a plan',
      { ...later, mode: 'plan' },
      [80, '╰─ plan · changes nothing ─────────────────────── gemini-2.5-pro · 12% · $0.02 ─'],
    ],
    [
      'edits without questions',
      { ...later, mode: 'auto_edit' },
      [80, '╰─ auto_edit · edits without asking ───────────── gemini-2.5-pro · 12% · $0.02 ─'],
    ],
    ['a narrow window names no model', start, [40, '╰─ default ─────────────────── 0% · $0 ─']],
    ['a narrow window', later, [40, '╰─ default ─────────────── 12% · $0.02 ─']],
  ])('%s', (_, facts, [width, expected]) => {
    expect(ruleOf(facts, width)).toBe(expected);
  });

  it.each([
    [99, '╰─ auto_edit · edits without asking ─── a-provider/some-model-with-a-long-name · 12% · $0.02 ─'],
    [80, '╰─ auto_edit · edits without asking ─── a-provide…g-name · 12% · $0.02 ─'],
    [60, '╰─ auto_edit · edits without asking ─── 12% · $0.02 ─'],
    [30, '╰─ auto_edit ─── 12% · $0.02 ─'],
  ])('at %i columns gives away the model first, then the words about the mode', (width, expected) => {
    const facts: StatusFacts = { ...later, mode: 'auto_edit', model: 'a-provider/some-model-with-a-long-name' };
    expect(ruleOf(facts, width).replace(/─{3,}/, '───')).toBe(expected);
    expect(widthOf(ruleOf(facts, width))).toBe(width);
  });

  it('colors the mode by how much it lets pass', () => {
    const theme = createTheme('dark', { colours: 24 });
    const toLeft = (mode: StatusFacts['mode']): string =>
      describeStatus({ ...start, mode }, { ...view, theme }).left[0] ?? '';
    expect(toLeft('default')).toBe(theme.dim('default'));
    expect(toLeft('plan')).toBe(theme.accent('plan · changes nothing'));
    expect(toLeft('auto_edit')).toBe(theme.warning('auto_edit · edits without asking'));
    expect(toLeft('yolo')).toBe(theme.danger('yolo · runs everything no rule forbids'));
  });

  it('names the mode of the vim editor, and no cost without a known price', () => {
    expect(ruleOf({ ...later, vimMode: 'normal', cost: null }, 40)).toBe('╰─ default · NORMAL ────────────── 12% ─');
  });

  it('shows no sequences of a model name', () => {
    const { right } = describeStatus({ ...start, model: 'a\u001B]0;t\u0007b\nc' }, view);
    expect(right[0]).toBe('ab␤c · 0% · $0');
  });
});

const place: PlaceFacts = {
  folder: '~/code/proj',
  branch: 'main',
  isConfined: false,
  note: null,
  keys: hintsFor(120),
};

function placeOf(facts: PlaceFacts, width: number): string {
  return lastRow(describePlace(facts, { ...view, width }), width);
}

function lastRow(row: PlaceRow, width: number): string {
  const draft = { lines: [''], cursor: { x: 0, y: 0 } };
  const parts = { section: null, activity: NO_WORDS, draft, hasDraft: true, status: NO_WORDS, place: row };
  return paintDock(parts, { ...view, width }).lines.at(-1) ?? '';
}

describe('the last row', () => {
  it.each<[string, PlaceFacts, readonly [number, string]]>([
    [
      'a wide window',
      place,
      [
        120,
        '  ~/code/proj · main · sandbox off                                Shift-Tab mode · / commands · Ctrl-P search · ? keys',
      ],
    ],
    [
      'a usual window',
      { ...place, keys: hintsFor(80) },
      [80, '  ~/code/proj · main                      Shift-Tab mode · / commands · ? keys'],
    ],
    [
      'background tasks',
      { ...place, keys: hintsFor(80, 1) },
      [80, '  ~/code/proj · main                 1 background task · Ctrl-T steps · ? keys'],
    ],
    [
      'background tasks in a wide window',
      { ...place, keys: hintsFor(120, 2) },
      [
        120,
        '  ~/code/proj · main · sandbox off                                          2 background tasks · Ctrl-T steps · ? keys',
      ],
    ],
    [
      'a note',
      { ...place, note: 'Press Ctrl-C again to quit' },
      [80, '  ~/code/proj · main                                Press Ctrl-C again to quit'],
    ],
    [
      'a confined session outside a repository',
      { ...place, branch: null, isConfined: true, keys: ['? keys'] },
      [100, '  ~/code/proj · sandbox on                                                                  ? keys'],
    ],
  ])('%s', (_, facts, [width, expected]) => {
    expect(placeOf(facts, width)).toBe(expected);
  });

  it('says nothing of a sandbox that is not yet known', () => {
    expect(placeOf({ ...place, isConfined: null }, 120)).toMatch(/^ {2}~\/code\/proj · main {5,}Shift-Tab/);
  });

  const long: PlaceFacts = {
    ...place,
    folder: '~/code/some/long/path/to/a/project',
    branch: 'feature/some-branch',
    keys: hintsFor(80),
  };

  it('shortens the folder and the keys before either is left out', () => {
    expect(placeOf(long, 80)).toBe('  ~/code/some/long/path/to/a/project · feature/some-branch              ? keys');
    expect(placeOf({ ...long, folder: `~/code/some/${'long/'.repeat(10)}project` }, 80)).toMatch(
      /^ {2}~\/code\/some\S*…\S*project · feature\/some-branch {2,}\/ commands · \? keys$/,
    );
  });

  it.each([60, 80])('keeps what a note says in %i columns', (width) => {
    expect(placeOf({ ...long, note: 'Press Ctrl-C again to quit' }, width)).toMatch(/Press Ctrl-C again to quit$/);
  });
});

test('no rule or last row is wider than the window, down to ten columns', () => {
  const theme = createTheme('dark', { colours: 24 });
  const long: PlaceFacts = { ...place, folder: '~/code/some/long/path/to/project', branch: 'feature/some-branch' };
  const facts: StatusFacts = {
    ...later,
    mode: 'yolo',
    model: 'a-provider/some-model-with-a-long-name',
    vimMode: 'insert',
  };
  for (let width = 10; width < 210; width += 1) {
    const narrow = { ...view, theme, width };
    const rule = paintRule('bottom', describeStatus(facts, narrow), { width, style: theme.accent });
    expect(widthOf(rule)).toBe(width);
    expect(widthOf(lastRow(describePlace(long, narrow), width))).toBeLessThanOrEqual(width);
  }
});
