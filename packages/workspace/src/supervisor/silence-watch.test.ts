import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SilenceWatch } from './silence-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('reports silence after the interval and after each further one, and restarts on a sound', () => {
  const told: number[] = [];
  const watch = new SilenceWatch(100, (silentMs) => told.push(Math.round(silentMs)));
  vi.advanceTimersByTime(90);
  watch.hear();
  vi.advanceTimersByTime(90);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(told).toEqual([100]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([100, 200]);
  watch.hear();
  vi.advanceTimersByTime(150);
  expect(told).toEqual([100, 200, 100]);
  watch.stop();
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(3);
});
