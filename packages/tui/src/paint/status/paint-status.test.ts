import { expect, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintContextBar } from './paint-context-bar.ts';
import { paintCost, paintCount, paintRoundCost, paintUsage } from './paint-cost.ts';
import { paintCountdown, paintDuration, paintElapsed } from './paint-duration.ts';
import { paintSpinner, SPINNER_MS } from './paint-spinner.ts';

const view = viewOf(80, { now: 0 });

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
  [-1, '0 s'],
  [999, '0 s'],
  [12_999, '12 s'],
  [60_000, '1 min'],
  [61_999, '1 min 1 s'],
  [7_319_000, '2 h 1 min'],
])('counts %i ms up as %s', (ms, words) => {
  expect(paintElapsed(ms)).toBe(words);
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
  [0, '$0'],
  [0.0049, '<$0.01'],
  [0.021, '$0.02'],
  [0.31, '$0.31'],
  [12.345, '$12.35'],
])('formats a running total of %f dollars as %s', (dollars, words) => {
  expect(paintRoundCost(dollars)).toBe(words);
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
  [12, 10, '━━──────── 12%'],
  [50, 4, '━━── 50%'],
  [100, 4, '━━━━ 100%'],
  [150, 4, '━━━━ 100%'],
  [50, 0, '50%'],
])('%i of 100 tokens in %i cells: %s', (tokens, cells, bar) => {
  expect(paintContextBar({ tokens, window: 100 }, view, cells)).toBe(bar);
});

test('warns of a context that is nearly full', () => {
  const theme = createTheme('dark', { colours: 24 });
  const bars = [59, 60, 85].map((tokens) => paintContextBar({ tokens, window: 100 }, { ...view, theme }, 0));
  expect(bars).toEqual([theme.dim('59%'), theme.warning('60%'), theme.danger('85%')]);
});

test('turns the spinner in ten steps, unless nothing may move', () => {
  const frames = Array.from({ length: 11 }, (_, at) => paintSpinner({ ...view, now: at * SPINNER_MS }));
  expect(frames.join('')).toBe('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋');
  expect(paintSpinner({ ...view, now: 3 * SPINNER_MS, isStill: true })).toBe('•');
});
