import { expect, test } from 'vitest';
import { findUrls } from './find-urls.ts';

test.each([
  ['see https://a.example/x, and (https://b.example/y).', ['https://a.example/x', 'https://b.example/y']],
  ['https://en.example/wiki/Knot_(bowline)', ['https://en.example/wiki/Knot_(bowline)']],
  ['[title](https://a.example/x)', ['https://a.example/x']],
  ['<https://a.example/x> and "https://a.example/x"', ['https://a.example/x']],
  ['file:///etc/passwd!', ['file:///etc/passwd']],
  ['mail a@b.example about example.com', []],
])('%s', (text, urls) => {
  expect(findUrls(text)).toEqual(urls);
});
