import { expect, test } from 'vitest';
import { TerminalText } from './terminal-text.ts';

test('limits the marks on a letter when they arrive one at a time', () => {
  const text = new TerminalText();
  const shown =
    ['e', ...Array.from({ length: 20 }, () => '\u0301'), 'x', 'a\u0301'].map((piece) => text.push(piece)).join('') +
    text.end();
  expect(shown).toBe(`e${'\u0301'.repeat(8)}xa\u0301`);
});

test('never writes an escape sequence, wherever it is split', () => {
  const all = 'a\u001B]52;c;eA==\u0007b\u001B[2Jc\u001B[38;8;8md';
  for (let at = 0; at <= all.length; at += 1) {
    const text = new TerminalText();
    expect(text.push(all.slice(0, at)) + text.push(all.slice(at)) + text.end()).toBe('abcd');
  }
});
