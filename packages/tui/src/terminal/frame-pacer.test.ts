import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFramePacer } from './frame-pacer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('paints at once after a pause, and at most about thirty times a second', () => {
  let painted = 0;
  const pacer = createFramePacer(() => (painted += 1), Date.now);
  pacer.request();
  vi.advanceTimersByTime(1);
  expect(painted).toBe(1);
  for (let ms = 0; ms < 1000; ms += 2) {
    pacer.request();
    vi.advanceTimersByTime(2);
  }
  expect(painted).toBeGreaterThan(25);
  expect(painted).toBeLessThan(33);
});

it('has no timer if nothing changes', () => {
  const pacer = createFramePacer(() => undefined, Date.now);
  pacer.request();
  pacer.requestIn(120);
  vi.advanceTimersByTime(200);
  expect(vi.getTimerCount()).toBe(0);
});

it('paints earlier if something changes first', () => {
  let painted = 0;
  const pacer = createFramePacer(() => (painted += 1), Date.now);
  pacer.requestIn(1000);
  pacer.request();
  vi.advanceTimersByTime(10);
  expect(painted).toBe(1);
});
