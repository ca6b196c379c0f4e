import { expect, it } from 'vitest';
import { NO_KEYS, onEscape, onInterrupt } from './leaving.ts';

it('stops what runs at the first Ctrl-C, and leaves at a second one soon after', () => {
  const [first, keys] = onInterrupt(NO_KEYS, 1000, true);
  expect(first).toBe('stop');
  expect(onInterrupt(keys, 2400, true)[0]).toBe('leave');
  expect(onInterrupt(keys, 2600, false)[0]).toBe('warn');
});

it('asks for a second Ctrl-C when nothing runs', () => {
  const [first, keys] = onInterrupt(NO_KEYS, 0, false);
  expect([first, onInterrupt(keys, 1500, false)[0]]).toEqual(['warn', 'leave']);
});

it('looks back at a second Escape, but not at one that stops something', () => {
  const [first, keys] = onEscape(NO_KEYS, 1000, false);
  expect([first, onEscape(keys, 1400, false)[0], onEscape(keys, 1600, false)[0]]).toEqual([
    'nothing',
    'rewind',
    'nothing',
  ]);
  const [stopped, after] = onEscape(keys, 1200, true);
  expect([stopped, onEscape(after, 1300, false)[0]]).toEqual(['stop', 'nothing']);
});
