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
  ])('shows %j', (text, shown) => {
    expect(showWhole(text)).toBe(shown);
  });

  it('leaves no control character but line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(showWhole(text)).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
    );
  });
});
