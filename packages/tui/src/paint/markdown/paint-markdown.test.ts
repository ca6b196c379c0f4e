import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createTheme } from '../theme/create-theme.ts';
import type { View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';
import { createStreamPainter } from './create-stream-painter.ts';
import { loadLanguage } from '../code/highlight.ts';
import { loadMarkdown } from './load-markdown.ts';
import { paintMarkdown } from './paint-markdown.ts';

const plain: View = {
  width: 40,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};
const coloured: View = { ...plain, theme: createTheme('dark', { colours: 4 }) };

beforeAll(async () => {
  await loadMarkdown();
  await loadLanguage('ts');
});

test.each<[string, string, readonly string[]]>([
  ['a paragraph', 'one\ntwo', ['one two']],
  ['a line that would overwrite itself', 'one\rtwo', ['one␍two']],
  ['code that would overwrite itself', '```\none\rtwo\n```', ['  one␍two']],
  ['paragraphs', 'one\n\n\ntwo', ['one', '', 'two']],
  ['a heading', '# One\ntext', ['# One', '', 'text']],
  ['a heading in a text', 'text\n## Two', ['text', '', '## Two']],
  ['emphasized words', 'a **b** *c* ~~d~~ `e`', ['a b c d `e`']],
  ['a list', '- a\n- b\n  - c\n- d', ['• a', '• b', '  • c', '• d']],
  ['a list directly after a sentence', 'These:\n- a\n- b', ['These:', '• a', '• b']],
  ['a loose list', '- a\n\n- b', ['• a', '', '• b']],
  ['numbers', '1. a\n2. b\n3. c', ['1. a', '2. b', '3. c']],
  ['list numbers that are all 1', '1. a\n1. b\n1. c', ['1. a', '2. b', '3. c']],
  ['list numbers that start later', '7. a\n8. b', ['7. a', '8. b']],
  ['a number in a sentence', 'it was\n2024. What a year', ['it was 2024. What a year']],
  ['tasks', '- [x] a\n- [ ] b', ['✓ a', '○ b']],
  ['a quote', '> a\n> b\n\nc', ['│ a b', '', 'c']],
  ['code', '```ts\nconst a = 1;\n\n  b\n```\nafter', ['  const a = 1;', '', '    b', 'after']],
  ['code in a list', '1. a\n\n   ```\n   x\n\n   y\n   ```\n2. b', ['1. a', '', '     x', '', '     y', '2. b']],
  ['code with a long fence', '````\n```\n````', ['  ```']],
  ['a rule', 'a\n\n---\n\nb', ['a', '', '─'.repeat(40), '', 'b']],
  ['a link', '[text](https://x.y/z)', ['text (https://x.y/z)']],
  ['a link whose text is its URL', '<https://x.y> and [x.y/z](https://x.y/z)', ['https://x.y and x.y/z']],
  [
    'a link whose text is another URL',
    '[https://good.example](https://bad.example)',
    ['https://good.example', '(https://bad.example/)'],
  ],
  ['an image', '![a cat](cat.png)', ['[image: a cat] (cat.png)']],
  ['html', '<div>\nhi\n</div>', ['<div>', 'hi', '</div>']],
  ['a line break', 'a<br>b  \nc', ['a', 'b', 'c']],
  ['character references in a URL', '[t](https://x.y/?a=1&amp;b=2)', ['t (https://x.y/?a=1&b=2)']],
  ['character references', 'a &lt;b&gt; &amp; &#x1b;[2J&#8238;c', ['a <b> & ⟨U+202E⟩c']],
  [
    'invalid character references',
    'a &constructor; &ampb &nosuch; &ouml;&check;',
    ['a &constructor; &ampb &nosuch; ö✓'],
  ],
  ['sources', 'as said [1]\n\n[1]: https://x.y/z "Z"', ['as said [1]', '', '[1] https://x.y/z']],
  ['a table', '| a | b |\n|---|--:|\n| c | 12 |', ['a    b', '──────', 'c   12']],
  ['escapes', 'a\u001B[2Jb', ['ab']],
  ['nothing', '', []],
])('%s', (_, text, expected) => {
  expect(paintMarkdown(text, plain)).toEqual(expected);
});

test('shrinks a table until its words would break, then shows it as a list', () => {
  const table = '| Name | Meaning |\n|---|---|\n| parse | reads a text and gives its tokens |\n| lex | cuts |';
  expect(paintMarkdown(table, { ...plain, width: 24 })).toEqual([
    'Name    Meaning',
    '────────────────────────',
    'parse   reads a text and',
    '        gives its tokens',
    '',
    'lex     cuts',
  ]);
  expect(paintMarkdown(table, { ...plain, width: 12 })).toEqual([
    'Name: parse',
    'Meaning:',
    'reads a text',
    'and gives',
    'its tokens',
    '',
    'Name: lex',
    'Meaning:',
    'cuts',
  ]);
});

test('colors code once its language is loaded', () => {
  expect(paintMarkdown('```ts\nconst a = 1;\n```', coloured)).toEqual([
    '  \u001B[34mconst\u001B[39m a = \u001B[33m1\u001B[39m;',
  ]);
});

test('makes terminal links only for the web and files', () => {
  expect(paintMarkdown('[t](https://x.y/)', coloured)).toEqual([
    '\u001B]8;;https://x.y/\u0007\u001B[36m\u001B[4mt\u001B[39m\u001B[24m\u001B]8;;\u0007 \u001B[2m(https://x.y/)\u001B[22m',
  ]);
  for (const href of ['javascript:alert(1)', 'vscode://x', 'x.md'])
    expect(paintMarkdown(`[t](${href})`, coloured).join('')).not.toContain('\u001B]8');
});

test('uses words for a screen reader', () => {
  const text = '# A\n\n> b\n\n```ts\nc\n```\n\n- [x] d\n\n| e |\n|---|\n| f |';
  expect(paintMarkdown(text, { ...plain, isScreenReader: true })).toEqual([
    'Heading: A',
    '',
    'Quote:',
    '  b',
    '',
    'Code, ts:',
    '  c',
    'End of code.',
    '',
    'done: d',
    '',
    'e: f',
  ]);
});

test.each<[string, readonly string[]]>([
  ['```ts\nconst a', ['  const a']],
  ['```ts\nconst a\n``', ['  const a']],
  ['| a | b', ['a   b', '─────']],
  ['| a | b |\n|--', ['a   b', '─────']],
  ['a **bo', ['a bo']],
  ['a **', ['a']],
  ['a `co', ['a `co`']],
  ['1. a\n2', ['1. a 2']],
])('shows incomplete text as if it ended here: %j', (text, expected) => {
  expect(createStreamPainter()(text, plain, true)).toEqual(expected);
});

const pieces = fc.constantFrom(
  ...[
    '# H\n',
    'word ',
    '**',
    '*',
    '`',
    '```\n',
    '```ts\n',
    '\n',
    '\n\n',
    '- ',
    '  - ',
    '1. ',
    '> ',
    '| a | b |\n',
    '|---|---|\n',
  ],
  ...[
    '[x](http://y)',
    '[1]: http://z\n',
    '<b>',
    '&#27;[2J',
    '漢字',
    '👩‍👩‍👧',
    '\u001B[2J',
    '\u202E',
    '\t',
    '---\n',
    '    ',
    '~~',
    '![',
    '](',
    '\\',
  ],
);
const documents = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
const SEQUENCES = /\u001B\[[\d;]*m|\u001B\]8;;[\u0021-\u007E]*\u0007/g;

test('no row is too wide or has a control character, for any input', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 20, max: 100 }), fc.boolean(), (text, width, isScreenReader) => {
      for (const row of paintMarkdown(text, { ...coloured, width, isScreenReader })) {
        expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(row.replaceAll(SEQUENCES, '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/);
      }
    }),
    { numRuns: 1000 },
  );
});

test('paints text that arrives in parts like text that arrives at once', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
      const paint = createStreamPainter();
      for (const cut of cuts.toSorted((one, other) => one - other)) paint(text.slice(0, cut), plain, true);
      expect(paint(text, plain, false)).toEqual(paintMarkdown(text, plain));
    }),
    { numRuns: 1000 },
  );
});

test('starts over for another text or width', () => {
  const paint = createStreamPainter();
  paint('# One\n\ntwo\n\nthree\n\nfour', plain, true);
  expect(paint('other', plain, false)).toEqual(['other']);
  expect(paint('other words', { ...plain, width: 5 }, false)).toEqual(['other', 'words']);
});

test.each([
  ['backticks', '`'],
  ['backticks with spaces', '` '],
  ['stars', '*a**b'],
  ['underscores', '_a__b '],
  ['brackets', '[a]('],
  ['nested list items', '- '],
  ['nested quotes', '> '],
  ['deeply indented list items', '\n          - a'],
  ['pipes', '|'],
  ['tables', '| a | b |\n|---|---|\n'],
  ['angles', '<a '],
  ['letters', 'a'],
  ['an email address', 'a@b.'],
  ['fences', '```\n'],
  ['empty lines', '\n'],
  ['spaces', ' '],
])('paints a megabyte of %s quickly', (_, part) => {
  const text = part.repeat(1_000_000 / part.length);
  const start = performance.now();
  paintMarkdown(text, coloured);
  expect(performance.now() - start).toBeLessThan(20_000);
});
