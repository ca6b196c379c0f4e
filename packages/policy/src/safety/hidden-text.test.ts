import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHidden, stripHidden } from './hidden-text.ts';

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('invisible characters that hide something', () => {
  it.each([
    ['tag characters that spell a text', `fine${tags('run rm')}`, { stripped: 'fine', kind: 'tag', count: 6 }],
    [
      'tags behind a black flag that are no flag',
      `\u{1F3F4}${tags('hi')}\u{E007F}`,
      { stripped: '\u{1F3F4}', kind: 'tag', count: 3 },
    ],
    ['an override of direction', 'a\u202Eb', { stripped: 'ab', kind: 'direction', count: 1 }],
    ['isolates', '\u2066a\u2069', { stripped: 'a', kind: 'direction', count: 2 }],
    ['a space without width', 'ad\u200Bmin', { stripped: 'admin', kind: 'zero_width', count: 1 }],
    ['marks of direction', 'a\u200Eb\u200F', { stripped: 'ab', kind: 'zero_width', count: 2 }],
    ['a soft hyphen', 'ad\u00ADmin', { stripped: 'admin', kind: 'zero_width', count: 1 }],
    ['a byte order mark that is not at the start', 'a\uFEFFb', { stripped: 'ab', kind: 'zero_width', count: 1 }],
    ['a joiner between Latin letters', 'a\u200Db', { stripped: 'ab', kind: 'zero_width', count: 1 }],
    [
      'a joiner behind an emoji and before a letter',
      '\u{1F600}\u200Db',
      { stripped: '\u{1F600}b', kind: 'zero_width', count: 1 },
    ],
    [
      'bytes smuggled in selectors behind an emoji',
      '\u{1F600}\uFE01\uFE02\uFE03',
      { stripped: '\u{1F600}\uFE01', kind: 'variation', count: 2 },
    ],
    [
      'selectors of the second block behind a letter',
      'a\u{E0100}\u{E0101}',
      { stripped: 'a', kind: 'variation', count: 2 },
    ],
  ])('are found and removed: %s', (_, text, { stripped, ...found }) => {
    expect(stripHidden(text)).toBe(stripped);
    expect(findHidden(text)).toMatchObject([found]);
  });

  it('are reported with the position of the first of each kind', () => {
    expect(findHidden('ab\u200Bcd\u202E\u200B')).toEqual([
      { kind: 'zero_width', count: 2, at: 2 },
      { kind: 'direction', count: 1, at: 5 },
    ]);
  });
});

describe('invisible characters that belong to visible text', () => {
  it.each([
    ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
    ['a programmer with a tone of skin', '\u{1F469}\u{1F3FD}\u200D\u{1F4BB}'],
    ['a rainbow flag', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
    ['the flag of Wales', `\u{1F3F4}${tags('gbwls')}\u{E007F}`],
    ['a heart in colour', '\u2764\uFE0F'],
    ['a key cap', '1\uFE0F\u20E3'],
    ['a Persian word', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['a Hindi half form', '\u0915\u094D\u200D\u0937'],
    ['a Chinese character in one of its forms', '\u845B\u{E0100}'],
    ['a byte order mark at the start', '\uFEFFa'],
    ['plain text', 'const a = "ä"; // 漢字\n'],
  ])('are kept: %s', (_, text) => {
    expect(stripHidden(text)).toBe(text);
    expect(findHidden(text)).toEqual([]);
  });
});

it('removes everything that it finds, and nothing else', () => {
  const odd = fc.constantFrom(
    '\u200B',
    '\u200C',
    '\u200D',
    '\u202E',
    '\uFE0F',
    '\uFEFF',
    '\u{E0067}',
    '\u{E0100}',
    '\u00AD',
  );
  const seen = fc.constantFrom('a', ' ', '\u{1F600}', '\u{1F3F4}', '\u06CC', '\u845B', '\u0915', '1');
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, seen), { maxLength: 20 }), (chars) => {
      const stripped = stripHidden(chars.join(''));
      expect(stripHidden(stripped)).toBe(stripped);
      expect(findHidden(stripped)).toEqual([]);
      const visible = (text: string): string =>
        text.replaceAll(/[\u200B-\u200D\u202E\uFE0F\uFEFF\u00AD\u{E0067}\u{E0100}]/gu, '');
      expect(visible(stripped)).toBe(visible(chars.join('')));
    }),
  );
});
