import type { Content, Part } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { RequestEncoder } from './request-encoder.ts';

const sent = (encoder: RequestEncoder, contents: readonly Content[]): unknown => {
  const text = Buffer.concat(encoder.encode({ model: 'm', contents, config: {} })).toString();
  return (JSON.parse(text) as { contents: unknown }).contents;
};
const model = (...parts: Part[]): Content => ({ role: 'model', parts });
const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });

describe('of the data of other providers,', () => {
  const foreign = 'bowline:anthropic:abc';
  const functionCall = { name: 'f', args: {} };
  test.each<[string, Part[], Part[]]>([
    [
      'a call gets a placeholder signature',
      [{ functionCall, thoughtSignature: foreign }],
      [{ functionCall, thoughtSignature: 'skip_thought_signature_validator' }],
    ],
    ['a text loses its signature', [{ text: 'a', thoughtSignature: foreign }], [{ text: 'a' }]],
    ['no thought is sent', [{ text: 'hm', thought: true, thoughtSignature: foreign }, { text: 'a' }], [{ text: 'a' }]],
    ['a signature without text is removed', [{ text: '', thoughtSignature: foreign }, { text: 'a' }], [{ text: 'a' }]],
    [
      "Gemini's own signatures stay",
      [
        { functionCall, thoughtSignature: 'c2ln' },
        { text: 'hm', thought: true, thoughtSignature: 'c2ln' },
      ],
      [
        { functionCall, thoughtSignature: 'c2ln' },
        { text: 'hm', thought: true, thoughtSignature: 'c2ln' },
      ],
    ],
    ['a call without a signature is unchanged', [{ functionCall }], [{ functionCall }]],
    [
      'an id of ours is removed too',
      [{ functionCall: { ...functionCall, id: 'call_1' }, thoughtSignature: foreign }],
      [{ functionCall, thoughtSignature: 'skip_thought_signature_validator' }],
    ],
  ])('%s', (...[, parts, expected]) => {
    expect(sent(new RequestEncoder(), [user('q'), model(...parts)])).toEqual([user('q'), model(...expected)]);
  });

  test('a content without remaining parts is removed, at any position', () => {
    const thought = model({ text: 'hm', thought: true, thoughtSignature: foreign });
    const encoder = new RequestEncoder();
    expect(sent(encoder, [thought, user('a')])).toEqual([user('a')]);
    expect(sent(encoder, [user('a'), thought, user('b')])).toEqual([user('a'), user('b')]);
    expect(sent(encoder, [thought])).toEqual([]);
  });
});

describe('a history is encoded once:', () => {
  test('existing bytes stay the same when it grows', () => {
    const encoder = new RequestEncoder();
    const first = [user('a'), model({ text: 'b', thoughtSignature: 'bowline:x' })];
    const before = encoder.encode({ model: 'm', contents: first, config: {} });
    const after = encoder.encode({ model: 'm', contents: [...first, user('c')], config: {} });
    const [, old] = before;
    const [, grown] = after;
    expect(grown?.buffer).toBe(old?.buffer);
    expect(Buffer.from(grown?.subarray(0, old?.length) ?? [])).toEqual(Buffer.from(old ?? []));
    expect(sent(encoder, [...first, user('c')])).toEqual([user('a'), model({ text: 'b' }), user('c')]);
  });

  test('another history starts over and does not change bytes that are being sent', () => {
    const encoder = new RequestEncoder();
    const before = encoder.encode({ model: 'm', contents: [user('a')], config: {} });
    const text = Buffer.concat(before).toString();
    expect(sent(encoder, [user('b'), user('c')])).toEqual([user('b'), user('c')]);
    expect(Buffer.concat(before).toString()).toBe(text);
  });

  test('contents larger than a piece are complete', () => {
    const contents = [user('x'.repeat(300_000)), user('ζ'.repeat(200_000)), user('z')];
    expect(sent(new RequestEncoder(), contents)).toEqual(contents);
  });
});
