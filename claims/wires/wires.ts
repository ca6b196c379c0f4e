import type { ModelChunk, ModelClient } from '@bowline/models';
import type { Claim } from '../claim.ts';
import { expectedTurns, findDifferences } from '../../tests/wires/expected-turns.ts';
import { playTurns } from '../../tests/wires/one-turn.ts';
import { wiredModels, type WiredName } from '../../tests/wires/wired-session.ts';

const names = Object.keys(wiredModels) as WiredName[];
const splits = [undefined, 1, 7, 64, 1000];

type Part = NonNullable<NonNullable<ModelChunk['content']>['parts']>[number];

/** The same client, but some parts never arrive. */
const without =
  (change: (part: Part) => Part[]) =>
  (client: ModelClient): ModelClient => ({
    async *stream(request, signal) {
      for await (const chunk of client.stream(request, signal))
        yield chunk.content === undefined
          ? chunk
          : { ...chunk, content: { ...chunk.content, parts: (chunk.content.parts ?? []).flatMap(change) } };
    },
  });

/** Faults that must be detected: a wire that loses thoughts, one that loses signatures, and one that loses a call. */
const controls = {
  thoughts: without((part) => (part.thought === true ? [] : [part])),
  signatures: without(({ thoughtSignature: _, ...part }) => [part]),
  calls: without((part) => (part.functionCall?.name === 'look_right' ? [] : [part])),
} as const;

/** Checks that a model gives the same result over every wire. */
export const wires: Claim = {
  id: 'wires',
  sentence: `Two turns (a picture in, a thought, two calls at once, text; then another message) give the same ${expectedTurns.lines.length} events, the same counts and the same history in each request over Gemini's wire, OpenAI's responses, Anthropic's messages and chat completions, including what each provider signed. OpenAI's own client for chat completions receives no thoughts; everything else is the same there.`,
  async run({ isQuick, say }) {
    const sizes = isQuick ? [undefined] : splits;
    let turns = 0;
    let differing = 0;
    for (const splitBytes of sizes) {
      for (const name of names) {
        const played = await playTurns(name, splitBytes === undefined ? {} : { splitBytes });
        const differences = findDifferences(name, played);
        for (const difference of differences) say(`${name}, ${splitBytes ?? 'whole'}: ${difference}`);
        turns += 2;
        if (differences.length > 0) differing += 1;
        if (splitBytes === undefined)
          console.log(`${name.padEnd(12)}${played.lines.length} events, ${played.bodies.length} requests`);
      }
    }
    let seen = 0;
    for (const through of Object.values(controls)) {
      const isSeen = findDifferences('anthropic', await playTurns('anthropic', { through })).length > 0;
      if (isSeen) seen += 1;
    }
    const figures = {
      wires: new Set(Object.values(wiredModels).map(({ wire }) => wire)).size,
      clients: names.length,
      turns,
      events: expectedTurns.lines.length,
      differing,
      controls: Object.keys(controls).length,
      controlsSeen: seen,
    };
    return {
      holds: differing === 0 && seen === figures.controls,
      figures,
      against:
        'a written list of expected events, counts and sent histories, and clients that lose thoughts, signatures or a call, which must be detected',
    };
  },
};
