import { describe, expect, test } from 'vitest';
import { MarkdownLines } from './markdown-lines.ts';

function isCodeAfter(text: string): boolean {
  const lines = new MarkdownLines();
  for (let at = 0; at < text.length; at += 1) lines.take(text.charCodeAt(at));
  return lines.isCode;
}

describe('detects code after', () => {
  test.each([
    '```\nx',
    '```ts\nx',
    '  ~~~\nx',
    '````md\n```\nx',
    '```\na\n``` js\nx',
    '| a | b',
    '```\n~~~\nx',
    'a\n  | b',
  ])('%j', (text) => {
    expect(isCodeAfter(text)).toBe(true);
  });
});

describe('detects no code after', () => {
  test.each([
    'x',
    '```ts\nx\n```\ny',
    '````\n```\n````\ny',
    '``x``\ny',
    '` ` `\ny',
    '| a |\nb',
    'a ```\nb',
    '```\n```  \nx',
  ])('%j', (text) => {
    expect(isCodeAfter(text)).toBe(false);
  });
});
