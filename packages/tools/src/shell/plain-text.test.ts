import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

const cases: readonly [title: string, output: string, text: string][] = [
  ['colours go', '\u{1B}[31mred\u{1B}[0m and \u{1B}[1;32mgreen\u{1B}[m', 'red and green'],
  ['titles and links go', '\u{1B}]0;title\u{07}a \u{1B}]8;;http://x\u{07}link\u{1B}]8;;\u{07}', 'a link'],
  ['cursor moves go', '\u{1B}[2K\u{1B}[1Aline', 'line'],
  ['of a redrawn line the last state stays', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['CRLF is a newline', 'a\r\nb\r\n', 'a\nb\n'],
  ['tabs stay, bells go', 'a\tb\u{07}', 'a\tb'],
  ['other letters stay', 'grün 日本 😀', 'grün 日本 😀'],
];
test.each(cases)('%s', (_, output, text) => {
  expect(toPlainText(output)).toBe(text);
});
