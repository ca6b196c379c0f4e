import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle, toLine } from './cut-middle.ts';

describe('a text that is cut in the middle', () => {
  it('keeps both ends and says how much was cut', () => {
    const text = `${'a'.repeat(500)}${'b'.repeat(500)}`;
    const cut = cutMiddle(text, 100, '| ');
    expect(cut).toMatch(/^a+\n\| \[\.\.\. \d+ characters cut \.\.\.\]\n\| b+$/u);
    const kept = cut.replace(/\n\| \[.*\]\n\| /u, '').length;
    expect(cut).toContain(`[... ${1000 - kept} characters cut ...]`);
  });

  it('stays within the limit, stays whole if it fits, and is not cut twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 0, max: 300 }), (text, max) => {
        const cut = cutMiddle(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cutMiddle(cut, max)).toBe(cut);
        if (text.length <= max) expect(cut).toBe(text);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a line', () => {
  it('has no line breaks, and an ellipsis where it was cut', () => {
    expect(toLine('  a\n\n b\tc ', 10)).toBe('a b c');
    expect(toLine('abcdefgh', 5)).toBe('abcd…');
  });

  it('does not change when processed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, max) => {
        const line = toLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(toLine(line, max)).toBe(line);
      }),
    );
  });
});
