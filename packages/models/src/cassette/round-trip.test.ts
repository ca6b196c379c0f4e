import type { Part } from '@google/genai';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import { joinChunks } from './join-chunks.ts';
import { recordTo } from './record-to.ts';
import { replayFrom } from './replay-from.ts';

const text = fc.constantFrom('', 'a', 'b ', '\n', '"', 'ζ', '🪢', '\ud800', '\u2028');
const parts: fc.Arbitrary<Part> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text, thought: fc.boolean() }, { requiredKeys: ['text'] }) },
  { weight: 1, arbitrary: fc.record({ text, thoughtSignature: fc.constantFrom('s1', 's2') }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        functionCall: fc.record({
          name: fc.constantFrom('read', 'write'),
          args: fc
            .dictionary(fc.string(), fc.jsonValue())
            .map((args) => JSON.parse(JSON.stringify(args)) as Record<string, unknown>),
        }),
        thoughtSignature: fc.constant('s3'),
      },
      { requiredKeys: ['functionCall'] },
    ),
  },
  { weight: 1, arbitrary: fc.constant({ inlineData: { mimeType: 'image/png', data: 'AAAA' } }) },
);
const anyChunk: fc.Arbitrary<ModelChunk> = fc.record(
  {
    content: fc.record({ role: fc.constant('model'), parts: fc.array(parts, { maxLength: 3 }) }),
    usage: fc.record({ promptTokenCount: fc.nat(), candidatesTokenCount: fc.nat() }),
    finishReason: fc.constantFrom('STOP', 'MAX_TOKENS'),
    finishMessage: fc.string(),
    blockReason: fc.constant('SAFETY'),
  },
  { requiredKeys: [] },
);
/** Ends are rare, as in practice; otherwise hardly anything would be joined. */
const chunks = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        content: fc.record({ role: fc.constant('model'), parts: fc.array(parts, { maxLength: 3 }) }),
      }),
    },
    { weight: 1, arbitrary: anyChunk },
  ),
  { maxLength: 12 },
);

/**
 * Combines an answer like the runtime: adjacent texts are one part, a signature ends it, the last finish reason and
 * usage count.
 */
function toAnswer(given: readonly ModelChunk[]): unknown {
  const answer: Part[] = [];
  for (const part of given.flatMap((chunk) => chunk.content?.parts ?? [])) {
    const last = answer.at(-1);
    if (last !== undefined && isSame(last, part))
      Object.assign(last, part, { thought: last.thought, text: [last.text, part.text].join('') });
    else if (part.text !== '' || part.thoughtSignature !== undefined) answer.push({ ...part });
  }
  const ends = given.map(({ finishReason, blockReason }) => finishReason ?? blockReason);
  const usages = given.map(({ usage }) => usage);
  const isThere = (value: unknown): boolean => value !== undefined;
  return { answer, end: ends.findLast(isThere), usage: usages.findLast(isThere) };
}

function isSame(last: Part, next: Part): boolean {
  if (last.text === undefined || next.text === undefined || last.thoughtSignature !== undefined) return false;
  return (last.thought ?? false) === (next.thought ?? false);
}

const request = { model: 'm', contents: [], config: {} };
async function ask(client: ModelClient): Promise<ModelChunk[]> {
  const heard: ModelChunk[] = [];
  for await (const chunk of client.stream(request, new AbortController().signal)) heard.push(chunk);
  return heard;
}

test('joined chunks give the same answer, and the given ones are not modified', () => {
  let wasJoined = 0;
  fc.assert(
    fc.property(chunks, (given) => {
      const before = structuredClone(given);
      const joined = joinChunks(given);
      if (joined.length < given.length) wasJoined += 1;
      expect(given).toEqual(before);
      expect(toAnswer(joined)).toEqual(toAnswer(given));
      expect(joinChunks(joined)).toEqual(joined);
    }),
    { numRuns: 1000 },
  );
  expect(wasJoined).toBeGreaterThan(100);
});

test('a replay gives the same answers as the recording, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunks, { maxLength: 4 }), async (answers) => {
      const lines: string[] = [];
      const queue = [...answers];
      const live: ModelClient = {
        async *stream() {
          yield* queue.shift() ?? [];
        },
      };
      const recorder = recordTo(live, (line) => lines.push(line), { redact: (given) => given });
      for (const given of answers) expect(await ask(recorder)).toEqual(given);
      if (answers.length === 0) return;
      const replay = replayFrom(lines.join('\n'));
      for (const given of answers) expect(toAnswer(await ask(replay))).toEqual(toAnswer(given));
      expect(replay.left().size).toBe(0);
    }),
    { numRuns: 300 },
  );
});
