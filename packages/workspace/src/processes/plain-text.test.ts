import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

const cases: readonly [title: string, output: string, text: string][] = [
  ['colours go', '\u{1B}[31mred\u{1B}[0m and \u{1B}[1;32mgreen\u{1B}[m', 'red and green'],
  ['titles and links go', '\u{1B}]0;title\u{07}a \u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\', 'a link'],
  ['cursor moves go', '\u{1B}[2K\u{1B}[1Aline', 'line'],
  ['eight-bit sequences go', '\u{9B}31mred \u{9D}0;title\u{9C}x', 'red x'],
  ['a title that never ends takes no text with it', '\u{1B}]0;title\nnext', '0;title\nnext'],
  ['an escape that is none is shown', 'a\u{1B}\u{1B}[1mb\u{1B}', 'a␛b'],
  ['of a redrawn line the last state stays', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['also when it goes to the first column', '|\u{1B}[1G\u{1B}[0K/\u{1B}[G-', '-'],
  ['also when it goes back letter by letter', '10%\b\b\b20%', '20%'],
  ['backspaces before the line are nothing', '\b\bab\b', 'a'],
  ['CRLF is a newline', 'a\r\nb\r\n', 'a\nb\n'],
  ['tabs stay, bells go', 'a\tb\u{07}', 'a\tb'],
  ['other letters stay', 'grün 日本 😀', 'grün 日本 😀'],
];
test.each(cases)('%s', (_, output, text) => {
  expect(toPlainText(output)).toBe(text);
});

test.each(['\r', '\b', '\u{1B}', '\u{1B}[', '\u{1B}]', '\u{9D}', '\u{1B}[1;', 'a\b', '\u{1B}[1m\b', '\u{1B} '])(
  'handles a hundred thousand %j',
  (part) => {
    expect(toPlainText(`${part.repeat(100_000)}\nx`).endsWith('\nx')).toBe(true);
  },
);
