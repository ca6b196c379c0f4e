import { expect, it } from 'vitest';
import { NO_KEYS, onEscape, onInterrupt } from './leaving.ts';

const unwarned = { isBusy: false, isWarned: false };

it('stops the running turn on the first Ctrl-C, and warns before the next one quits, even if it goes on', () => {
  const [first, keys] = onInterrupt(NO_KEYS, 1000, { ...unwarned, isBusy: true });
  expect(first).toBe('stop');
  expect(onInterrupt(keys, 1100, unwarned)[0]).toBe('warn');
  expect(onInterrupt(keys, 1100, { ...unwarned, isBusy: true })[0]).toBe('warn');
  expect(onInterrupt(keys, 9000, { ...unwarned, isBusy: true })[0]).toBe('stop');
});

it.each([true, false])('quits only while the user sees that Ctrl-C does (busy: %s)', (isBusy) => {
  expect(onInterrupt(NO_KEYS, 0, { isBusy, isWarned: true })[0]).toBe('leave');
  expect(onInterrupt(NO_KEYS, 0, { isBusy, isWarned: false })[0]).not.toBe('leave');
});

it('opens the rewind panel on a second Escape, but not on one that stops something', () => {
  const [first, keys] = onEscape(NO_KEYS, 1000, false);
  expect([first, onEscape(keys, 1400, false)[0], onEscape(keys, 1600, false)[0]]).toEqual([
    'nothing',
    'rewind',
    'nothing',
  ]);
  const [stopped, after] = onEscape(keys, 1200, true);
  expect([stopped, onEscape(after, 1300, false)[0]]).toEqual(['stop', 'nothing']);
});
