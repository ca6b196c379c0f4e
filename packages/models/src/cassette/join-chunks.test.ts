import type { Part } from '@google/genai';
import { describe, expect, test } from 'vitest';
import type { ModelChunk } from '../model-client.ts';
import { joinChunks } from './join-chunks.ts';

const chunk = (...parts: Part[]): ModelChunk => ({ content: { role: 'model', parts } });
const call: Part = { functionCall: { name: 'f', args: { a: 1 } } };

describe('chunks that adjoin', () => {
  test.each<[string, ModelChunk[], ModelChunk[]]>([
    ['text becomes one', [chunk({ text: 'a' }), chunk({ text: 'b' }), chunk({ text: 'c' })], [chunk({ text: 'abc' })]],
    ['also within a chunk', [chunk({ text: 'a' }, { text: 'b' })], [chunk({ text: 'ab' })]],
    [
      'thoughts stay apart from text',
      [chunk({ text: 'a', thought: true }), chunk({ text: 'b', thought: true }), chunk({ text: 'c' })],
      [chunk({ text: 'ab', thought: true }), chunk({ text: 'c' })],
    ],
    [
      'a signature ends its part',
      [chunk({ text: 'a' }), chunk({ text: 'b', thoughtSignature: 's' }), chunk({ text: 'c' })],
      [chunk({ text: 'ab', thoughtSignature: 's' }), chunk({ text: 'c' })],
    ],
    [
      'calls stay where they are',
      [chunk({ text: 'a' }), chunk(call), chunk(call), chunk({ text: 'b' }), chunk({ text: 'c' })],
      [chunk({ text: 'a' }), chunk(call), chunk(call), chunk({ text: 'bc' })],
    ],
    [
      'text before a call goes to the text before it',
      [chunk({ text: 'a' }), { ...chunk({ text: 'b' }, call), finishReason: 'STOP' }],
      [chunk({ text: 'ab' }), { ...chunk(call), finishReason: 'STOP' }],
    ],
    [
      'the last usage and the end are kept',
      [
        { ...chunk({ text: 'a' }), usage: { promptTokenCount: 1 } },
        { ...chunk({ text: 'b' }), usage: { promptTokenCount: 2 } },
        { finishReason: 'STOP', finishMessage: 'm' },
      ],
      [{ ...chunk({ text: 'ab' }), usage: { promptTokenCount: 2 }, finishReason: 'STOP', finishMessage: 'm' }],
    ],
    [
      'nothing moves over an end',
      [{ ...chunk({ text: 'a' }), finishReason: 'STOP' }, chunk({ text: 'b' })],
      [{ ...chunk({ text: 'a' }), finishReason: 'STOP' }, chunk({ text: 'b' })],
    ],
    [
      'parts that say more than text stay as they are',
      [chunk({ text: 'a', videoMetadata: { fps: 1 } }), chunk({ text: 'b' })],
      [chunk({ text: 'a', videoMetadata: { fps: 1 } }), chunk({ text: 'b' })],
    ],
    ['there may be none', [], []],
  ])('%s', (_, given, expected) => {
    expect(joinChunks(given)).toEqual(expected);
  });
});
