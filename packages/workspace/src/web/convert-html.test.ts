import { expect, test } from 'vitest';
import { convertHtml } from './convert-html.ts';
import { dropElements } from './drop-elements.ts';
import { stripTags } from './strip-tags.ts';

const BASE = 'https://a.example/docs/page';
const long = `<p>${'A sentence, with commas, that goes on for a while. '.repeat(20)}</p>`;
const convert = (html: string): string => convertHtml(html, BASE).text;

test('extracts the text and title of an article without its inputs', () => {
  const html = `<html><head><title> The
    title &amp; more</title></head><body><nav><a href="/">Home</a></nav><article><h1>Head</h1>${long}</article>
    <script>bad()</script></body></html>`;
  const page = convertHtml(html, BASE);
  expect(page.title).toBe('The title & more');
  expect(page.text).toMatch(/^## Head\n\nA sentence, .* a while\.$/s);
});

test.each([
  ['a link has its whole address', '<a href="../x">to <b>x</b></a>', '[to **x**](https://a.example/x)'],
  ['a link that leads nowhere is its text', '<a href="javascript:x()">go</a>', 'go'],
  ['a link within the page is its text', '<a href="#top">top</a>', 'top'],
  ['an image is what it is said to be', '<p>see <img src=a.png alt="a chart"></p>', 'see a chart'],
  ['code keeps its language', '<pre><code class="language-ts">let a;\nb</code></pre>', '```ts\nlet a;\nb\n```'],
  [
    'a table is a table',
    '<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td> 2 </td></tr></table>',
    String.raw`| a | b\|c |
| --- | --- |
| 1 | 2 |`,
  ],
  ['a table that lays out a page is none', '<table><tr><td>left</td></tr></table>', 'left'],
  ['tags may be left out', '<!doctype html><html lang=en><title>t</title><body class=x><p>text', 'text'],
  ['all of them', '<title>t</title><p>text', 'text'],
  ['what is no article is shown whole', '<h2>Short</h2><p>text</p><form>no</form>', '## Short\n\ntext'],
])('%s', (_, html, text) => {
  expect(convert(html)).toBe(text);
});

test('converts HTML that is nested too deeply to plain text', { timeout: 30_000 }, () => {
  expect(convert(`${'<b>'.repeat(3000)}deep &lt; text`)).toBe('deep < text');
});

test('drops scripts, styles, drawings and comments, and everything after one that is not closed', () => {
  expect(dropElements('a<script>1<p>2</SCRIPT >b<!-- x --><style>y</style>c<svg>z')).toBe('abc');
});

test('strips tags in one pass', () => {
  expect(stripTags('<p>a &amp; b</p><p>c<b>d</b> <e')).toBe('a & b\n\nc d');
  expect(stripTags('<p>&ouml;&nbsp;&#8230; &toString; &lt;b&gt;')).toBe('ö … &toString; <b>');
});
