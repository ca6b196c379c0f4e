import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showWhole } from './show-whole.ts';

describe('showWhole', () => {
  it.each([
    ['ls -la', 'ls -la'],
    ['rm -rf /\rls', 'rm -rf /␍ls'],
    ['rm\b\bls', 'rm␈␈ls'],
    ['a\u001B[2Kb', 'a␛[2Kb'],
    ['a\u001B]0;title\u0007', 'a␛]0;title␇'],
    ['one\n\ttwo', 'one\n    two'],
    ['\u202Etxt.exe', '⟨U+202E⟩txt.exe'],
    ['\u007F', '␡'],
    ['\uFEFFrm x', '⟨U+FEFF⟩rm x'],
    ['rm 1\uFE0F', 'rm 1⟨U+FE0F⟩'],
    ['rm a\u00A0b\u2800c', 'rm a⟨U+00A0⟩b⟨U+2800⟩c'],
    ['می\u200Cخ', 'می⟨U+200C⟩خ'],
    ['\u{1F3F4}\u{E0072}\u{E006D}\u{E007F}', '\u{1F3F4}⟨U+E0072⟩⟨U+E006D⟩⟨U+E007F⟩'],
    ['git commit -m 👩‍👩‍👧❤️', 'git commit -m 👩‍👩‍👧❤️'],
    [`e${'\u0301'.repeat(10)}`, `e${'\u0301'.repeat(8)}⟨U+0301⟩⟨U+0301⟩`],
  ])('shows %j', (text, shown) => {
    expect(showWhole(text)).toBe(shown);
  });

  it('leaves no control characters except line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(showWhole(text)).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
    );
  });
});
