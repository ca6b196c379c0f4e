import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText, showLine } from './clean-text.ts';

const ESC = '\u001B';

test.each<[string, string, string]>([
  ['plain text', 'hello\nworld', 'hello\nworld'],
  ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
  ['a cleared screen', `a${ESC}[2J${ESC}[Hb`, 'ab'],
  ['a title', `a${ESC}]0;owned\u0007b`, 'ab'],
  ['a link', `${ESC}]8;;http://x${ESC}\\text${ESC}]8;;${ESC}\\`, 'text'],
  ['a write to the clipboard', `${ESC}]52;c;aGk=\u0007ok`, 'ok'],
  ['a device string', `${ESC}P1$r0m${ESC}\\ok`, 'ok'],
  ['an application program command', `${ESC}_Gf=100;AAAA${ESC}\\ok`, 'ok'],
  ['8-bit sequences', '\u009B2Ja\u009D0;t\u009Cb\u0090q\u009Cc', 'abc'],
  ['a reset of the terminal', `${ESC}cx${ESC}(0y`, 'xy'],
  ['a lone escape', `${ESC}${ESC}[2J[31mx`, '␛[31mx'],
  ['a title that does not end on its line', `${ESC}]0;title\nnext`, '0;title\nnext'],
  ['bells and zeros', 'a\u0007b\u0000c\u007F', 'a␇b␀c␡'],
  ['other 8-bit controls', 'a\u0085b', 'a⟨U+0085⟩b'],
  ['windows newlines', 'a\r\nb\r\n', 'a\nb\n'],
  ['tabs', 'a\tb\n\tc', 'a   b\n    c'],
  ['tabs after wide characters', '漢\tb', '漢  b'],
  ['a direction override', 'a\u202Egnp.exe', 'a⟨U+202E⟩gnp.exe'],
  ['isolates', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
  ['a zero-width space', 'pass\u200Bword', 'pass⟨U+200B⟩word'],
  ['a joiner between letters', 'a\u200Db', 'a⟨U+200D⟩b'],
  ['tag characters', 'x\u{E0041}\u{E0042}', 'x⟨U+E0041⟩⟨U+E0042⟩'],
  ['a byte order mark', '\uFEFFx\uFEFF', 'x⟨U+FEFF⟩'],
  ['half of a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
  ['an emoji family', '👩‍👩‍👧 ok', '👩‍👩‍👧 ok'],
  ['a heart and a flag', '❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['persian with its non-joiner', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['tag characters hidden in a flag', '\u{1F3F4}\u{E0072}\u{E006D}\u{E007F}', '\u{1F3F4}⟨U+E0072⟩⟨U+E006D⟩⟨U+E007F⟩'],
  ['a variation selector after a digit', '1\uFE0F 1\uFE0F\u20E3', '1⟨U+FE0F⟩ 1\uFE0F\u20E3'],
  ['right-to-left text', 'שלום', 'שלום'],
])('%s: %j', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test.each<[string, string, string]>([
  ['a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['a paused progress bar', '10%\r50%\r', '50%'],
  ['a line redrawn from its first column', `10%${ESC}[G20%${ESC}[1G30%`, '30%'],
  ['backspaces', 'abc\b\bX', 'aX'],
  ['backspaces past the start', 'a\b\b\bX', 'X'],
  ['bold by overstriking', 'N\bNA\bA', 'NA'],
])('the output of a command: %s: %j', (_, text, expected) => {
  expect(cleanText(text, { isOutput: true })).toBe(expected);
});

test.each<[string, string, string]>([
  ['a carriage return', 'touch hidden\recho hello', 'touch hidden␍echo hello'],
  ['a move to the first column', `touch hidden${ESC}[Gecho hello`, 'touch hidden␍echo hello'],
  ['backspaces', 'rm\b\bls\tx', 'rm␈␈ls  x'],
])('text of the model or the user keeps what %s would overwrite', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
  expect(cleanLine(text)).toBe(expected);
});

test.each([
  ['touch hidden\recho hello', 'touch hidden␍echo hello'],
  ['rm\b\bls', 'rm␈␈ls'],
  [`rm ${ESC}]0;-rf x\u0007y`, 'rm ␛]0;-rf x␇y'],
  [`a${ESC}[2J${ESC}[Hb\u009B2J`, 'a␛[2J␛[Hb⟨U+009B⟩2J'],
  ['\uFEFFREADME.md', '⟨U+FEFF⟩README.md'],
  ['a\nb\r\nc\td', 'a␤b␤c   d'],
])('shows all of a call: %j', (text, expected) => {
  expect(showLine(text)).toBe(expected);
});

test.each<[string, string, string]>([
  ['keeps colors', `${ESC}[31mred${ESC}[39m`, `${ESC}[31mred${ESC}[39m`],
  ['8-bit colours become 7-bit ones', '\u009B31mred', `${ESC}[31mred`],
  ['separates a reset', `${ESC}[0;1;38;5;8mx${ESC}[m`, `${ESC}[0m${ESC}[1;38;5;8mx${ESC}[0m`],
  ['drops blinking and hidden text', `${ESC}[5;8;1mx`, `${ESC}[1mx`],
  ['keeps an 8 that is part of a color', `${ESC}[38;2;8;8;8mx`, `${ESC}[38;2;8;8;8mx`],
  ['drops hidden text after an invalid color', `${ESC}[38;8;8mx${ESC}[1;48;3;8my`, `x${ESC}[1my`],
  ['drops hidden text written with a colon', `${ESC}[8:1;5:1mx`, 'x'],
  ['drops fonts and frames', `${ESC}[11;51;73mx`, 'x'],
  ['rewrites colors with colons', `${ESC}[38:2::1:2:3;48:5:9mx`, `${ESC}[38;2;1;2;3;48;5;9mx`],
  ['drops an incomplete color', `${ESC}[38;2;1;2mx${ESC}[38;5mx`, 'xx'],
  ['turns a curly underline into a plain one', `${ESC}[4:3;58;5;1mx`, `${ESC}[4mx`],
  ['drops sequences that only look like styles', `${ESC}[>4;2mx${ESC}[?1mx`, 'xx'],
  ['keeps the color of a redrawn line', `${ESC}[32m10%\r20%`, `${ESC}[32m20%`],
  ['keeps styles before backspaces', `a${ESC}[1mb\b\bc`, `${ESC}[1mc`],
])('with styles: %s', (_, text, expected) => {
  expect(cleanText(text, { keepsStyles: true, isOutput: true })).toBe(expected);
});

test.each([
  `a${ESC}`,
  `a${ESC}[`,
  `a${ESC}[38;5;`,
  `a${ESC}]0;ti`,
  `a${ESC}]8;;http://x${ESC}`,
  'a\u009B3',
  `a${ESC}(`,
])('does not show an incomplete sequence: %j', (text) => {
  expect(cleanText(text, { keepsStyles: true })).toBe('a');
});

test('keeps a name on one row', () => {
  expect(cleanLine('a\nb\r\nc\td')).toBe('a␤b␤c   d');
});

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ESC,
        `${ESC}[`,
        `${ESC}]`,
        `${ESC}P`,
        '\u009B',
        '\u009D',
        '\u009C',
        '\u0007',
        '\r',
        '\b',
        '\t',
        '\n',
      ),
      fc.constantFrom(
        '31m',
        '0;1m',
        '2J',
        ';',
        '8',
        'm',
        '[',
        '\\',
        '\u202E',
        '\u200D',
        '👩',
        '\uFE0F',
        '漢',
        '\u0301',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('leaves no control characters except newlines and requested styles, for any input', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), fc.boolean(), (text, keepsStyles, isOutput) => {
      const cleaned = cleanText(text, { keepsStyles, isOutput });
      const rest = keepsStyles ? cleaned.replaceAll(/\u001B\[[\d;:]*m/g, '') : cleaned;
      expect(rest).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
      expect(rest.isWellFormed()).toBe(true);
      expect(showLine(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
    }),
    { numRuns: 2000 },
  );
});

test('does not change clean text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = cleanText(text, { keepsStyles: true });
      expect(cleanText(once, { keepsStyles: true })).toBe(once);
    }),
  );
});

test.each([
  ['escapes', ESC],
  ['openings', `${ESC}]`],
  ['long strings', `${ESC}]0;aaaaaaaaaaaaaaaa`],
  ['colours', `${ESC}[31m`],
  ['redrawn lines', `${ESC}[32m12%\r`],
  ['backspaces', 'a\b'],
  ['marks', '\u0301'],
  ['joined emoji', '👩\u200D'],
  ['tabs', '\t'],
])('cleans half a million characters of %s quickly', (_, part) => {
  const text = part.repeat(500_000 / part.length);
  const start = performance.now();
  cleanText(text, { keepsStyles: true, isOutput: true });
  // A quadratic algorithm would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000);
});
