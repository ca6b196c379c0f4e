import { expect, it } from 'vitest';
import { NO_KEYS, onEscape, onInterrupt } from './leaving.ts';

it('stops the running turn on the first Ctrl-C, and quits on a second one soon after', () => {
  const [first, keys] = onInterrupt(NO_KEYS, 1000, true);
  expect(first).toBe('stop');
  expect(onInterrupt(keys, 2400, true)[0]).toBe('leave');
  expect(onInterrupt(keys, 2600, false)[0]).toBe('warn');
});

it('asks for a second Ctrl-C if nothing runs', () => {
  const [first, keys] = onInterrupt(NO_KEYS, 0, false);
  expect([first, onInterrupt(keys, 1500, false)[0]]).toEqual(['warn', 'leave']);
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
