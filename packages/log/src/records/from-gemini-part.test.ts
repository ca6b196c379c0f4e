import { expect, test } from 'vitest';
import { fromGeminiPart } from './from-gemini-part.ts';

test.each([
  [
    { text: 'a', thought: false },
    { type: 'text', text: 'a', provider: { thought: false } },
  ],
  [
    { text: 'a', thought: null },
    { type: 'text', text: 'a', provider: { thought: null } },
  ],
  [
    { text: 'a', thought: true },
    { type: 'reasoning', text: 'a' },
  ],
  [
    { text: 'a', thoughtSignature: null },
    { type: 'text', text: 'a', provider: { thoughtSignature: null } },
  ],
  [
    { functionCall: { name: 'f', id: null, args: null } },
    { type: 'call', name: 'f', provider: { functionCall: { id: null, args: null } } },
  ],
  [
    { inlineData: { mimeType: null, data: 'x' } },
    { type: 'media', data: 'x', provider: { inlineData: { mimeType: null } } },
  ],
])('%j keeps its kind and loses nothing', (part, expected) => {
  expect(fromGeminiPart(part)).toEqual(expected);
});
