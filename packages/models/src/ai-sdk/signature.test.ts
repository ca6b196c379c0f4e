import { expect, test } from 'vitest';
import { isForeignSignature, readSignature, toSignature } from './signature.ts';

test('a signature is read back only by the provider that it was made for', () => {
  const signature = toSignature('p', { signature: 'ζ/+=', n: [1, null] });
  expect(signature).toMatch(/^bowline:p:[\w-]+$/);
  expect(readSignature('p', signature)).toEqual({ signature: 'ζ/+=', n: [1, null] });
  expect([readSignature('q', signature), readSignature('p:', signature)]).toEqual([undefined, undefined]);
});

test.each([undefined, '', 'Z2VtaW5p', 'bowline:p:', 'bowline:p:bm8', 'bowline:p:W10'])(
  '%j is not one of ours',
  (signature) => {
    expect(readSignature('p', signature)).toBeUndefined();
  },
);

test('signatures of Gemini are distinguished from ours', () => {
  expect([isForeignSignature('Z2VtaW5p'), isForeignSignature(toSignature('p', {}))]).toEqual([false, true]);
});
