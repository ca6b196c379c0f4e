import type { Content, Part } from '@google/genai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Anchor } from './anchors/anchor.ts';
import { findAnchors } from './anchors/find-anchors.ts';
import { missingAnchors } from './anchors/missing-anchors.ts';
import { completeSummary } from './complete-summary.ts';
import { parseRendering } from './rendering.ts';
import { renderSummary } from './render-summary.ts';
import { showSections } from './show-sections.ts';
import type { Summary } from './summary.ts';
import { toSummaryQuestion } from './to-summary-question.ts';
import { toTranscript } from './to-transcript.ts';
import { toVerificationQuestion } from './to-verification-question.ts';
import type { Verification } from './verification.ts';

const words = fc.constantFrom(
  'port',
  '8080',
  'src/a.ts',
  'the',
  'server',
  'never',
  'use',
  '\n',
  '## Goal',
  '[End of the summary.]',
  '> x',
  'Error:',
  '1,000',
  '`x`',
  '…',
);
const text = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
  fc.string({ unit: 'grapheme' }),
);
const args = fc.oneof(
  fc.record({ file_path: text, content: text }),
  fc.record({ command: text }),
  fc.record({ todos: fc.oneof(fc.array(fc.oneof(text, fc.record({ description: text, status: text }))), text) }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);
const names = fc.constantFrom('write_file', 'replace', 'run_shell_command', 'write_todos', 'mcp_odd', '');
const optional = { requiredKeys: [] as [] };
const oddPart: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ text }),
  fc.record({ text, thought: fc.constant(true) }),
  fc.record({ functionCall: fc.record({ id: text, name: names, args }, optional) }),
  fc.record({
    functionResponse: fc.record(
      {
        id: text,
        name: names,
        response: fc.oneof(
          fc.record({ output: text }),
          fc.record({ error: text }),
          fc.dictionary(text, fc.jsonValue()),
        ),
      },
      optional,
    ),
  }),
  fc.record({ inlineData: fc.record({ mimeType: text, data: text }, optional) }),
  fc.record({ fileData: fc.record({ fileUri: text, mimeType: text }, optional) }),
  fc.constant({}),
);
const oddContents: fc.Arbitrary<Content[]> = fc.array(
  fc.record({ role: fc.constantFrom('user', 'model', 'system'), parts: fc.array(oddPart, { maxLength: 4 }) }, optional),
  { maxLength: 20 },
);
const lines = fc.array(text, { maxLength: 6 });
const anySummary: fc.Arbitrary<Summary> = fc.record({
  goal: text,
  requirements: lines,
  decisions: fc.array(fc.record({ what: text, why: text }), { maxLength: 4 }),
  facts: lines,
  files: fc.array(fc.record({ path: text, state: text }), { maxLength: 4 }),
  done: lines,
  open: lines,
});
const kinds = fc.constantFrom('requirement', 'decision', 'fact', 'file', 'done', 'open');
const anyVerification: fc.Arbitrary<Verification> = fc.record({
  missing: fc.array(fc.record({ fact: text, kind: kinds, where: text }), { maxLength: 5 }),
  wrong: fc.array(fc.record({ claim: text, correction: text }), { maxLength: 4 }),
});
const anchorKinds = fc.constantFrom<Anchor['kind'][]>(
  'requirement',
  'file',
  'todo',
  'exact',
  'path',
  'error',
  'decision',
  'earlier',
);
const anyAnchors = fc.array(fc.record({ kind: anchorKinds, text, context: text }), { maxLength: 8 });

function say(said: string): Content {
  return { role: 'user', parts: [{ text: said }] };
}

describe('for any contents', () => {
  it('a transcript stays within its limit', () => {
    fc.assert(
      fc.property(oddContents, fc.integer({ min: 0, max: 3000 }), (contents, maxChars) => {
        expect(toTranscript(contents, { maxChars }).length).toBeLessThanOrEqual(maxChars);
      }),
    );
  });

  it('every step works, and repeating it gives the same result', () => {
    fc.assert(
      fc.property(oddContents, anySummary, (contents, summary) => {
        const anchors = findAnchors(contents);
        const missing = missingAnchors(anchors, showSections(summary));
        const complete = completeSummary(summary, undefined, missing);
        toSummaryQuestion({ contents, maxChars: 1000 });
        toVerificationQuestion({ contents, summary: showSections(summary), missingAnchors: missing, maxChars: 1000 });
        const shown = renderSummary({ summary: complete, personSaid: contents });
        expect(renderSummary({ summary: structuredClone(complete), personSaid: structuredClone(contents) })).toBe(
          shown,
        );
      }),
    );
  });

  it('a question stays within its limit', () => {
    fc.assert(
      fc.property(oddContents, anySummary, fc.integer({ min: 500, max: 3000 }), (contents, summary, maxChars) => {
        const request = { contents, summary: showSections(summary), missingAnchors: findAnchors(contents), maxChars };
        const question = toVerificationQuestion(request);
        expect(question.contents[0]?.parts?.[0]?.text?.length).toBeLessThanOrEqual(maxChars);
      }),
    );
  });
});

it('completing a summary is idempotent', () => {
  fc.assert(
    fc.property(
      anySummary,
      fc.option(anyVerification, { nil: undefined }),
      anyAnchors,
      (summary, verification, anchors) => {
        const once = completeSummary(summary, verification, anchors);
        expect(completeSummary(once, verification, anchors)).toEqual(once);
      },
    ),
    { numRuns: 200 },
  );
});

it('a completed summary lacks no strong anchor', () => {
  const named = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(anySummary, anyVerification, named, (summary, verification, numbers) => {
      const anchors = numbers.flatMap((n): Anchor[] => [
        { kind: 'file', text: `src/part-${n}.ts`, context: 'changed once (replace)' },
        { kind: 'todo', text: `write chapter ${n}`, context: `write chapter ${n}` },
      ]);
      const complete = completeSummary(summary, verification, anchors);
      expect(missingAnchors(anchors, showSections(complete))).toEqual([]);
    }),
  );
});

const messages = fc.array(
  text.filter((said) => said.trim() !== ''),
  { maxLength: 5 },
);

describe('three summaries in a row', () => {
  it('keep every user message once, in order', () => {
    fc.assert(
      fc.property(fc.array(messages, { minLength: 3, maxLength: 3 }), anySummary, (rounds, summary) => {
        let shown = '';
        for (const round of rounds) {
          const before = shown === '' ? [] : [say(shown)];
          shown = renderSummary({ summary, personSaid: [...before, ...round.map(say)] });
        }
        const kept = parseRendering(shown).words;
        expect(kept.map((message) => message.text)).toEqual(rounds.flat());
        expect(kept.map(({ number }) => number)).toEqual(rounds.flat().map((_, at) => at + 1));
      }),
    );
  });

  it('keep the first message and the newest that fit, if there are too many', () => {
    const long = fc.integer({ min: 1, max: 3000 }).map((size) => 'x'.repeat(size));
    const round = fc.array(long, { maxLength: 12 });
    fc.assert(
      fc.property(fc.tuple(round, round, round), anySummary, (rounds, summary) => {
        let shown: string | undefined;
        for (const some of rounds) shown = renderSummary({ summary, personSaid: some.map(say), previous: shown });
        const once = renderSummary({ summary, personSaid: rounds.flat().map(say) });
        expect(shown).toBe(once);
        const kept = parseRendering(once).words.reduce((sum, message) => sum + message.text.length, 0);
        expect(kept).toBeLessThanOrEqual(20_000);
      }),
    );
  });
});

it('finds planted facts anywhere', () => {
  const id = fc.integer({ min: 1000, max: 999_999 });
  const plant = fc.oneof(
    id.map((n) => ({ contents: [say(`hm, take ${n} then`)], wanted: `${n}` })),
    id.map((n) => ({ contents: [say(`the key is \`key ${n}\``)], wanted: `key ${n}` })),
    id.map((n) => ({ contents: [say(`set LIMIT_${n}`)], wanted: `LIMIT_${n}` })),
    id.map((n) => ({ contents: [say(`it is in lib/part${n}/run.py`)], wanted: `lib/part${n}/run.py` })),
    id.map((n) => ({
      contents: [{ role: 'model', parts: [{ functionCall: { name: 'replace', args: { file_path: `a/f${n}.ts` } } }] }],
      wanted: `a/f${n}.ts`,
    })),
    id.map((n) => ({
      contents: [{ role: 'model', parts: [{ text: `We use plan ${n}.` }] }],
      wanted: `We use plan ${n}.`,
    })),
  );
  fc.assert(
    fc.property(fc.array(plant, { maxLength: 15 }), oddContents, (plants, noise) => {
      const quiet = noise.filter(
        ({ role, parts = [] }) =>
          role === 'model' && parts.every((part) => !part.functionCall && !part.functionResponse),
      );
      const found = new Set(
        findAnchors([...plants.flatMap(({ contents }) => contents), ...quiet]).map((anchor) => anchor.text),
      );
      expect(plants.filter(({ wanted }) => !found.has(wanted))).toEqual([]);
    }),
  );
});
