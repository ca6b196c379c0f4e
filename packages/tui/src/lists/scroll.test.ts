import { describe, expect, it } from 'vitest';
import type { Press, PressedKey } from '../keys/press.ts';
import { stepScroll } from './scroll.ts';

const press = (word: string): Press => ({
  key: word.length > 1 ? (word as PressedKey) : 'text',
  text: word.length > 1 ? '' : word,
  isCtrl: false,
  isMeta: false,
  isShift: false,
});

describe('stepScroll', () => {
  it.each([
    [['down', 'down', 'up'], 1],
    [['up'], 0],
    [['pagedown'], 9],
    [['pagedown', 'pagedown', 'pageup'], 9],
    [['end'], 90],
    [['end', 'down', 'pagedown'], 90],
    [['end', 'home'], 0],
  ])('scrolls with %j', (words, top) => {
    const shape = { count: 100, rows: 10 };
    expect(words.map(press).reduce((at, each) => stepScroll(at, each, shape) ?? at, 0)).toBe(top);
  });

  it('does not move if everything is visible, and ignores other keys', () => {
    expect(stepScroll(0, press('down'), { count: 3, rows: 10 })).toBe(0);
    expect(stepScroll(0, press('q'), { count: 30, rows: 10 })).toBeNull();
    expect(stepScroll(70, press('up'), { count: 30, rows: 10 })).toBe(19);
  });
});
