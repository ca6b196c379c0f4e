import { expect, test } from 'vitest';
import { createTheme } from '../theme/create-theme.ts';
import type { View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';
import { fitParts } from './fit-parts.ts';
import { paintContextBar } from './paint-context-bar.ts';
import { paintCost, paintCount, paintUsage } from './paint-cost.ts';
import { paintCountdown, paintDuration } from './paint-duration.ts';
import { paintFooter, type FooterFacts } from './paint-footer.ts';
import { paintHeader } from './paint-header.ts';

const view: View = {
  width: 80,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};

test.each<[number, string]>([
  [0, '0.0 s'],
  [340, '0.3 s'],
  [9960, '10 s'],
  [59_600, '60 s'],
  [119_400, '119 s'],
  [200_000, '3 min 20 s'],
  [599_999, '10 min'],
  [3_600_000, '60 min'],
  [9_000_000, '2 h 30 min'],
  [-5, '0.0 s'],
])('formats %i ms as %s', (ms, words) => {
  expect(paintDuration(ms)).toBe(words);
});

test.each<[number, string]>([
  [-1, '0 s'],
  [1, '1 s'],
  [59_001, '1 min'],
  [61_000, '1 min 1 s'],
  [7_260_000, '2 h 1 min'],
])('counts %i ms down as %s', (ms, words) => {
  expect(paintCountdown(ms)).toBe(words);
});

test.each<[number, string]>([
  [0, '$0'],
  [0.0001, '<$0.001'],
  [0.0432, '$0.043'],
  [12.345, '$12.35'],
])('formats %f dollars as %s', (dollars, words) => {
  expect(paintCost(dollars)).toBe(words);
});

test.each<[number, string]>([
  [999, '999'],
  [1000, '1k'],
  [12_345, '12.3k'],
  [99_960, '100k'],
  [999_600, '1M'],
  [1_250_000, '1.3M'],
])('formats %i tokens as %s', (count, words) => {
  expect(paintCount(count)).toBe(words);
});

test('shows usage with the cached share', () => {
  const usage = { inputTokens: 1000, outputTokens: 10, thoughtTokens: 5, cachedTokens: 800 };
  expect(paintUsage(usage)).toBe('1k in (80% cached), 15 out');
});

test.each<[number, number, string]>([
  [0, 5, '───── 0%'],
  [1, 5, '━──── 1%'],
  [50, 4, '━━── 50%'],
  [100, 4, '━━━━ 100%'],
  [150, 4, '━━━━ 100%'],
  [50, 0, '50%'],
])('%i of 100 tokens in %i cells: %s', (tokens, cells, bar) => {
  expect(paintContextBar({ tokens, window: 100 }, view, cells)).toBe(bar);
});

test('shortens the lightest part first, and all parts before any is omitted', () => {
  const parts = [
    { forms: ['aaaa', 'aa', ''], weight: 1 },
    { forms: ['bbbb', 'bb'], weight: 2 },
  ];
  const rows = [9, 7, 5, 4, 2].map((width) => fitParts(parts, width, ' '));
  expect(rows).toEqual(['aaaa bbbb', 'aa bbbb', 'aa bb', 'bbbb', 'bb']);
});

const facts: FooterFacts = {
  folder: '~/code/some/long/path/to/project',
  branch: 'feature/some-branch',
  model: 'gemini-3-pro-preview',
  mode: 'default',
  context: { tokens: 42, window: 100 },
  cost: 0.12,
  sandbox: null,
  pending: { approvals: 1, questions: 0 },
  hints: ['Enter sends', 'Esc stop', '/help', 'Ctrl-O shows all'],
};

test.each<[number, readonly string[]]>([
  [40, ['default · 1 pending · ━━─── 42% · $0.12', 'Enter sends · Esc stop · /help']],
  [
    80,
    [
      'project · default · 1 approval pending · no sandbox · gemini-3-… · 42% · $0.12',
      'Enter sends · Esc stop · /help · Ctrl-O shows all',
    ],
  ],
])('paints a footer of %i columns', (width, expected) => {
  expect(paintFooter(facts, { ...view, width })).toEqual(expected);
});

test('no header or footer is wider than the window, down to ten columns', () => {
  const theme = createTheme('dark', { colours: 24 });
  const header = {
    version: '1.0.0',
    folder: facts.folder,
    branch: facts.branch,
    title: 'A title\nof two lines',
  };
  for (let width = 10; width < 210; width += 1)
    for (const isScreenReader of [true, false]) {
      const narrow = { ...view, theme, width, isScreenReader };
      for (const row of [...paintHeader(header, narrow), ...paintFooter(facts, narrow)])
        expect(widthOf(row)).toBeLessThanOrEqual(width);
    }
});

test('puts the facts of a wide footer at both ends', () => {
  const [row = ''] = paintFooter(facts, { ...view, width: 180 });
  expect(row).toMatch(/^~\/code\/some\/long\/path\/to\/project · .* {5,}no sandbox · .*\$0\.12$/);
  expect(widthOf(row)).toBe(180);
});
