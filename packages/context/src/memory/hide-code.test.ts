import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIDDEN, hideCode } from './hide-code.ts';

const shown = (text: string): string => hideCode(text).replaceAll(HIDDEN, '');

describe('hides code and nothing else', () => {
  it.each([
    ['a span', 'a `b` c', 'a  c'],
    ['a span with a backtick in it', 'a ``b ` c`` d', 'a  d'],
    ['a span over two lines', 'a `b\nc` d', 'a \n d'],
    ['a backtick alone', 'a ` b', 'a ` b'],
    ['runs that do not match', 'a ` b `` c', 'a ` b `` c'],
    ['no span over a blank line', 'a ` b\n\nc ` d', 'a ` b\n\nc ` d'],
    ['a fence', 'a\n```\nb\n```\nc', 'a\n\n\n\nc'],
    ['a fence with a language', 'a\n```ts\nb\n```\nc', 'a\n\n\n\nc'],
    ['a fence of tildes', '~~~\n```\nb\n~~~\nc', '\n\n\n\nc'],
    ['a longer fence around a shorter one', '````\n```\nb\n```\n````\nc', '\n\n\n\n\nc'],
    ['a fence in a list', '- ```\n  b\n  ```\nc', '\n\n\nc'],
    ['a fence in a quote', '> ```\n> b\n> ```\nc', '\n\n\nc'],
    ['an unclosed fence', 'a\n```\nb\nc', 'a\n\n\n'],
    ['three backticks that are a span', '```a``` b\nc', ' b\nc'],
    ['a comment', 'a <!-- b\nc --> d', 'a \n d'],
    ['an unclosed comment', 'a <!-- b', 'a <!-- b'],
  ])('%s', (_, text, rest) => {
    expect(shown(text)).toBe(rest);
  });

  it('keeps the length of any text and the position of what is not hidden', () => {
    const piece = fc.constantFrom('`', '``', '```', '~~~', '\n', ' ', 'a', '@b', '<!--', '-->', '> ', '- ', '😀');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const hidden = hideCode(text);
        expect(hidden.length).toBe(text.length);
        for (let n = 0; n < text.length; n += 1)
          expect([text[n], text[n] === '\n' ? '\n' : HIDDEN]).toContain(hidden[n]);
      }),
    );
  });

  it('takes linear time on adversarial input', () => {
    const runs = Array.from({ length: 400 }, (_, n) => '`'.repeat(n + 1)).join(' ');
    const text = runs + '<!--'.repeat(200_000) + '` '.repeat(200_000);
    expect(hideCode(text).length).toBe(text.length);
  });
});
