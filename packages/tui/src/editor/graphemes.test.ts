import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, graphemeAt, graphemesOf, nextColumn, previousColumn, toBoundary } from './graphemes.ts';

const LABEL = '[pasted 3 KB, 12 lines #1]';

describe('graphemes', () => {
  it.each([
    ['ab', ['a', 'b']],
    ['e\u0301x', ['e\u0301', 'x']],
    ['👨‍👩‍👧‍👦🇩🇪', ['👨‍👩‍👧‍👦', '🇩🇪']],
    [`a ${LABEL}b`, ['a', ' ', LABEL, 'b']],
    ['[image my shot.png #2]', ['[image my shot.png #2]']],
    ['[pasted #1]', ['[', 'p', 'a', 's', 't', 'e', 'd', ' ', '#', '1', ']']],
    ['', []],
  ])('%j', (line, expected) => {
    expect(graphemesOf(line).map(({ text }) => text)).toEqual(expected);
  });

  it('match the Unicode standard for any characters', () => {
    const characters = fc.oneof(
      fc.constantFrom(
        '\u0301',
        '\u200d',
        '\ufe0f',
        '🙂',
        '🇩',
        'ा',
        'क',
        '한',
        'ᄒ',
        'ᅡ',
        '©',
        '®',
        '…',
        '„',
        'ё',
        'か',
        '\u3099',
      ),
      fc.integer({ min: 0x20, max: 0x52f }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0x2010, max: 0x2027 }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0x3001, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
    );
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
        const line = parts.join('');
        const expected = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
        expect(graphemesOf(line).map(({ text }) => text)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('are found from any column inside them', () => {
    const line = `a👨‍👩‍👧‍👦${LABEL}b`;
    for (const grapheme of graphemesOf(line)) {
      for (let at = grapheme.start; at < grapheme.end; at++) expect(graphemeAt(line, at)).toEqual(grapheme);
      expect(nextColumn(line, grapheme.start)).toBe(grapheme.end);
      expect(previousColumn(line, grapheme.end)).toBe(grapheme.start);
      expect(toBoundary(line, grapheme.end)).toBe(grapheme.end);
    }
    expect(toBoundary(line, 2)).toBe(line.indexOf('['));
  });

  it.each([
    ['a', 1],
    ['中', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['e\u0301', 1],
    ['\t', 4],
    ['\u202e', 8],
  ])('%j takes %d cells', (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });
});
