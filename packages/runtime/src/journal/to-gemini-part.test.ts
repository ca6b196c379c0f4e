import { fromGeminiPart } from '@bowline/log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGeminiPart } from './to-gemini-part.ts';

const text = fc.string();
// Records never have a `__proto__` key, because validation drops it.
const anyObject = fc.dictionary(text, fc.jsonValue()).filter((value) => !JSON.stringify(value).includes('__proto__'));
const call = fc.record(
  { id: text, name: text, args: anyObject, willContinue: fc.boolean() },
  { requiredKeys: ['name'] },
);
const anyPart = fc.record(
  {
    text,
    thought: fc.boolean(),
    thoughtSignature: text,
    functionCall: call,
    inlineData: fc.record({ mimeType: text, data: text, displayName: text }, { requiredKeys: ['data'] }),
    fileData: fc.record({ mimeType: text, fileUri: text, displayName: text }, { requiredKeys: ['fileUri'] }),
    executableCode: anyObject,
    partMetadata: anyObject,
  },
  { requiredKeys: [] },
);

test('every answer goes back to the model exactly as received, including signatures', () => {
  fc.assert(
    fc.property(anyPart, (part) => {
      const json = JSON.parse(JSON.stringify(part)) as object;
      expect(toGeminiPart(fromGeminiPart(json))).toEqual([json]);
    }),
    { numRuns: 1000 },
  );
});

test('common keys keep their order, so that requests stay identical byte for byte', () => {
  const parts = [
    { text: 'hm', thought: true, thoughtSignature: 's' },
    { text: 'yes' },
    { functionCall: { id: 'c', name: 'a', args: {} }, thoughtSignature: 's' },
  ];
  expect(JSON.stringify(parts.map(fromGeminiPart).flatMap(toGeminiPart))).toBe(JSON.stringify(parts));
});

test('a citation does not go back', () => {
  expect(toGeminiPart({ type: 'citation', uri: 'https://a.b' })).toEqual([]);
});
