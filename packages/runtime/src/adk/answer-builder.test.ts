import type { Part } from '@google/genai';
import type { ModelChunk } from '@bowline/models';
import { describe, expect, test } from 'vitest';
import { AnswerBuilder, type Answer } from './answer-builder.ts';

function builder(): AnswerBuilder {
  let id = 0;
  return new AnswerBuilder(() => `call_${(id += 1)}`);
}
const chunk = (...parts: Part[]): ModelChunk => ({ content: { role: 'model', parts } });
const stop: ModelChunk = { finishReason: 'STOP' };

function finish(...chunks: readonly ModelChunk[]): Answer {
  const answer = builder();
  for (const one of chunks) answer.take(one);
  return answer.finish();
}
const partsOf = (...parts: Part[]): Part[] | undefined =>
  finish(...parts.map((part) => chunk(part)), stop).content.parts;

describe('the chunks of an answer', () => {
  test.each<[string, Part[], Part[]]>([
    ['text is joined', [{ text: 'a' }, { text: 'b' }, { text: 'c' }], [{ text: 'abc' }]],
    [
      'thoughts are joined, apart from text',
      [
        { text: 'a', thought: true },
        { text: 'b', thought: true },
        { text: 'c' },
        { text: 'd' },
        { text: 'e', thought: true },
      ],
      [{ text: 'ab', thought: true }, { text: 'cd' }, { text: 'e', thought: true }],
    ],
    [
      'a signature on a later piece belongs to the whole part and ends it',
      [{ text: 'a' }, { text: 'b', thoughtSignature: 's' }, { text: 'c' }],
      [{ text: 'ab', thoughtSignature: 's' }, { text: 'c' }],
    ],
    [
      'a signature on an empty piece belongs to the part before it',
      [{ text: 'a' }, { text: '', thoughtSignature: 's' }],
      [{ text: 'a', thoughtSignature: 's' }],
    ],
    [
      'a signature on an empty piece with nothing before it gets its own part',
      [{ text: '', thoughtSignature: 's' }, { text: 'a' }],
      [{ text: '', thoughtSignature: 's' }, { text: 'a' }],
    ],
    ['an empty piece is dropped', [{ text: '' }, { text: 'a' }, { text: '' }], [{ text: 'a' }]],
    [
      'a call ends the text before it',
      [{ text: 'a' }, { functionCall: { name: 'read', args: {} } }, { text: 'b' }, { text: 'c' }],
      [{ text: 'a' }, { functionCall: { id: 'call_1', name: 'read', args: {} } }, { text: 'bc' }],
    ],
    [
      'each call gets a new id, even if it has one',
      [{ functionCall: { name: 'a' } }, { functionCall: { name: 'b', id: 'of the model' } }],
      [{ functionCall: { name: 'a', id: 'call_1' } }, { functionCall: { name: 'b', id: 'call_2' } }],
    ],
    [
      'a call keeps its signature',
      [{ functionCall: { name: 'a' }, thoughtSignature: 's' }],
      [{ functionCall: { name: 'a', id: 'call_1' }, thoughtSignature: 's' }],
    ],
    [
      'other parts are unchanged',
      [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'b' }],
      [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'b' }],
    ],
  ])('%s', (_, given, parts) => {
    expect(partsOf(...given)).toEqual(parts);
    expect(finish(chunk(...given), stop).content.parts).toEqual(parts);
  });

  test('are shown as they arrive: text and thoughts, but no calls, signatures or empty parts', () => {
    const answer = builder();
    const shown = answer.take(
      chunk(
        { text: 'hm', thought: true, thoughtSignature: 's' },
        { text: 'a' },
        { text: '' },
        { functionCall: { name: 'read' } },
      ),
    );
    expect(shown).toEqual([{ text: 'hm', thought: true }, { text: 'a' }]);
    expect(answer.take({})).toEqual([]);
    expect(answer.take(chunk({ text: 'b' }))).toEqual([{ text: 'b' }]);
  });

  test('are not modified', () => {
    const chunks = [
      chunk({ text: 'a' }),
      chunk({ text: 'b', thoughtSignature: 's' }),
      chunk({ functionCall: { name: 'x' } }),
    ];
    const before = structuredClone(chunks);
    finish(...chunks, stop);
    expect(chunks).toEqual(before);
  });
});

describe('the end of an answer', () => {
  test('has the last finish reason and the last usage', () => {
    const first = { ...chunk({ text: 'a' }), usage: { promptTokenCount: 1 } };
    const last = {
      ...chunk({ text: 'b' }),
      usage: { promptTokenCount: 1, candidatesTokenCount: 2 },
      finishReason: 'MAX_TOKENS',
    };
    expect(finish(first, last)).toEqual({
      content: { role: 'model', parts: [{ text: 'ab' }] },
      finishReason: 'MAX_TOKENS',
      usage: { promptTokenCount: 1, candidatesTokenCount: 2 },
    });
  });

  test('has the usage of a chunk that comes after the finish reason', () => {
    expect(finish(chunk({ text: 'a' }), stop, { usage: { promptTokenCount: 7 } })).toMatchObject({
      finishReason: 'STOP',
      usage: { promptTokenCount: 7 },
    });
  });

  test.each<[string, ModelChunk[], string]>([
    ['never comes', [chunk({ text: 'a' })], 'The answer ended without a finish reason'],
    ['comes with no chunk at all', [], 'The answer ended without a finish reason'],
    ['comes after nothing', [stop], 'The model returned an empty answer'],
    ['comes after empty text', [chunk({ text: '' }), stop], 'The model returned an empty answer'],
    [
      'comes after a bare signature',
      [chunk({ text: '', thoughtSignature: 's' }), stop],
      'The model returned an empty answer',
    ],
  ])('that %s is an invalid answer, which may be retried', (_, chunks, message) => {
    expect(() => finish(...chunks)).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID_ANSWER', message, retryable: true }) as Error,
    );
  });

  test('that follows only a call is valid', () => {
    expect(finish(chunk({ functionCall: { name: 'a' } }), stop).content.parts).toHaveLength(1);
  });

  test.each<[string, ModelChunk]>([
    ['SAFETY', { finishReason: 'SAFETY' }],
    ['PROHIBITED_CONTENT', { blockReason: 'PROHIBITED_CONTENT' }],
  ])('that is only %s gives an answer without parts', (reason, only) => {
    expect(finish(only)).toEqual({ content: { role: 'model', parts: [] }, finishReason: reason, usage: undefined });
  });
});

describe('16,000 chunks', () => {
  const parts = (text: string, count: number): Part[] => Array.from({ length: count }, () => ({ text }));

  test('are joined completely', () => {
    const [part] = partsOf(...parts('ab', 16_000)) ?? [];
    expect(part?.text).toBe('ab'.repeat(16_000));
  });
});
