import type { Part } from '@google/genai';
import { describe, expect, test } from 'vitest';
import type { ModelChunk } from '../model-client.ts';
import { joinChunks } from './join-chunks.ts';

const chunk = (...parts: Part[]): ModelChunk => ({ content: { role: 'model', parts } });
const call: Part = { functionCall: { name: 'f', args: { a: 1 } } };

describe('in adjacent chunks,', () => {
  test.each<[string, ModelChunk[], ModelChunk[]]>([
    ['texts are joined', [chunk({ text: 'a' }), chunk({ text: 'b' }), chunk({ text: 'c' })], [chunk({ text: 'abc' })]],
    ['texts within a chunk are joined', [chunk({ text: 'a' }, { text: 'b' })], [chunk({ text: 'ab' })]],
    [
      'thoughts are not joined with text',
      [chunk({ text: 'a', thought: true }), chunk({ text: 'b', thought: true }), chunk({ text: 'c' })],
      [chunk({ text: 'ab', thought: true }), chunk({ text: 'c' })],
    ],
    [
      'a signature ends its part',
      [chunk({ text: 'a' }), chunk({ text: 'b', thoughtSignature: 's' }), chunk({ text: 'c' })],
      [chunk({ text: 'ab', thoughtSignature: 's' }), chunk({ text: 'c' })],
    ],
    [
      'calls stay in their chunks',
      [chunk({ text: 'a' }), chunk(call), chunk(call), chunk({ text: 'b' }), chunk({ text: 'c' })],
      [chunk({ text: 'a' }), chunk(call), chunk(call), chunk({ text: 'bc' })],
    ],
    [
      'text before a call joins the previous text',
      [chunk({ text: 'a' }), { ...chunk({ text: 'b' }, call), finishReason: 'STOP' }],
      [chunk({ text: 'ab' }), { ...chunk(call), finishReason: 'STOP' }],
    ],
    [
      'the last usage and the finish reason are kept',
      [
        { ...chunk({ text: 'a' }), usage: { promptTokenCount: 1 } },
        { ...chunk({ text: 'b' }), usage: { promptTokenCount: 2 } },
        { finishReason: 'STOP', finishMessage: 'm' },
      ],
      [{ ...chunk({ text: 'ab' }), usage: { promptTokenCount: 2 }, finishReason: 'STOP', finishMessage: 'm' }],
    ],
    [
      'nothing moves across a finish reason',
      [{ ...chunk({ text: 'a' }), finishReason: 'STOP' }, chunk({ text: 'b' })],
      [{ ...chunk({ text: 'a' }), finishReason: 'STOP' }, chunk({ text: 'b' })],
    ],
    [
      'parts with more than text are unchanged',
      [chunk({ text: 'a', videoMetadata: { fps: 1 } }), chunk({ text: 'b' })],
      [chunk({ text: 'a', videoMetadata: { fps: 1 } }), chunk({ text: 'b' })],
    ],
    ['an empty list is unchanged', [], []],
  ])('%s', (_, given, expected) => {
    expect(joinChunks(given)).toEqual(expected);
  });
});
