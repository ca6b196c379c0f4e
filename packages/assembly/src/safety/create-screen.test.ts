import { expect, test } from 'vitest';
import { createScreen } from './create-screen.ts';

const KEY = 'AIzaSy-canary_0123456789abcdefghijklmno';
const TAGS = Array.from('ignore', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const { redact, output } = createScreen([KEY]);

test.each([
  ['tags', TAGS],
  ['a zero-width space', '\u200B'],
  ['a change of direction', '\u202E'],
])('a key that is cut by %s is left out, of a whole text and of one in pieces', (_, hidden) => {
  for (let at = 1; at < KEY.length; at += 1) {
    const text = `key=${KEY.slice(0, at)}${hidden}${KEY.slice(at)};`;
    expect(redact(text)).toBe('key=[redacted];');
    for (let cut = 0; cut <= text.length; cut += 1) {
      const live = output.pieces();
      const shown = live(text.slice(0, cut)) + live(text.slice(cut)) + live('\n');
      expect(shown).toBe('key=[redacted];\n');
    }
  }
});

test('invisible characters that hide no key stay in a whole text', () => {
  expect(redact(`a${TAGS}b`)).toBe(`a${TAGS}b`);
});
