import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { sessionTitle, titleOfMessage } from './session-title.ts';

describe('titleOfMessage', () => {
  it.each([
    ['Fix the parser tests', 'Fix the parser tests'],
    ['Fix the parser tests.', 'Fix the parser tests'],
    ['Why is CI slow?', 'Why is CI slow?'],
    ['Please fix the parser tests!', 'fix the parser tests'],
    ['Could you please fix the parser', 'fix the parser'],
    ['Fix the parser, please.', 'Fix the parser'],
    ['please', 'please'],
    ['Fix the parser. Then run the tests.', 'Fix the parser'],
    ['Hello! Fix the parser.', 'Fix the parser'],
    ['\n  \n---\nFix the parser\nand more', 'Fix the parser'],
    ['@src/parse.ts @src/print.ts why does this fail?', 'why does this fail?'],
    ['Explain @src/deep/parse.ts:10-40 to me', 'Explain parse.ts to me'],
    ['@src/deep/', 'deep'],
    ['/review uncommitted changes', 'uncommitted changes'],
    ['/init', '/init'],
    ['"Fix" the `tokenize` loop', 'Fix the tokenize loop'],
    ["'quoted' but don't cut it", "quoted but don't cut it"],
    ['Upgrade to v1.2 of the parser', 'Upgrade to v1.2 of the parser'],
    ['The parser tests fail since yesterday, find out why', 'The parser tests fail since yesterday…'],
    [`https://example.com/${'x'.repeat(60)}`, `https://example.com/${'x'.repeat(19)}…`],
    ['', ''],
  ])('makes of %j the title %j', (message, title) => {
    expect(titleOfMessage(message)).toBe(title);
  });

  it('counts wide letters as two cells', () => {
    expect(titleOfMessage('漢字'.repeat(30))).toBe(`${'漢字'.repeat(9)}漢…`);
  });

  it('is one row of at most 40 characters, whatever the message is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (message) => {
        const title = titleOfMessage(message);
        expect(Array.from(title).length).toBeLessThanOrEqual(40);
        expect(title).not.toContain('\n');
      }),
    );
  });
});

describe('sessionTitle', () => {
  it('is the title that was set, or one made from the first message', () => {
    expect(sessionTitle({ title: 'Parser', firstMessage: 'please fix it now' })).toBe('Parser');
    expect(sessionTitle({ title: '', firstMessage: 'please fix it now' })).toBe('fix it now');
    expect(sessionTitle({ title: null, firstMessage: null })).toBe('');
  });
});
