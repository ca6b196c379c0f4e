import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { showSections } from './show-sections.ts';
import { summarySchema, tidySummary, type Summary } from './summary.ts';
import { verificationSchema } from './verification.ts';

const nothing: Summary = { goal: '', requirements: [], decisions: [], facts: [], files: [], done: [], open: [] };

describe("a model's answer", () => {
  it.each<[string, unknown, Partial<Summary>]>([
    ['fields left out', { goal: 'g' }, { goal: 'g' }],
    ['null for a list', { goal: 'g', facts: null }, { goal: 'g' }],
    ['one thing without brackets', { facts: 'a' }, { facts: ['a'] }],
    ['things that do not fit', { facts: ['a', 1, '', { b: 2 }] }, { facts: ['a'] }],
    [
      'texts for objects',
      { decisions: ['x'], files: ['a.ts'] },
      { decisions: [{ what: 'x', why: '' }], files: [{ path: 'a.ts', state: '' }] },
    ],
    ['a goal that is no text', { goal: ['g'], open: ['o'] }, { open: ['o'] }],
  ])('is accepted with %s', (_, answer, read) => {
    expect(summarySchema.parse(answer)).toEqual({ ...nothing, ...read });
  });

  it.each([{}, { summary: 'all went well' }, { goal: ' ' }, 'text'])('is rejected if it is empty: %j', (answer) => {
    expect(summarySchema.safeParse(answer).success).toBe(false);
  });

  it('is requested with a schema that explains each section', () => {
    const schema = z.toJSONSchema(summarySchema);
    expect(schema.required).toEqual(['goal', 'requirements', 'decisions', 'facts', 'files', 'done', 'open']);
    expect(schema).toMatchObject({ properties: { files: { type: 'array', items: { required: ['path', 'state'] } } } });
    expect(z.toJSONSchema(verificationSchema).required).toEqual(['missing', 'wrong']);
  });

  it('to the verification request is accepted if it is sloppy', () => {
    expect(
      verificationSchema.parse({
        missing: ['a', { fact: 'b', kind: 'odd' }, { kind: 'file' }],
        wrong: [{ claim: 'c' }],
      }),
    ).toEqual({
      missing: [
        { fact: 'a', kind: 'fact', where: '' },
        { fact: 'b', kind: 'fact', where: '' },
      ],
      wrong: [],
    });
    expect(verificationSchema.parse({})).toEqual({ missing: [], wrong: [] });
  });
});

describe('a normalized summary', () => {
  it('has single-line texts, no duplicates, and limited lists', () => {
    const many = Array.from({ length: 300 }, (_, at) => `fact ${at}`);
    const tidy = tidySummary({
      ...nothing,
      requirements: [' a\nb ', 'a b', ''],
      files: [
        { path: 'a.ts', state: 'read' },
        { path: 'b.ts', state: '' },
        { path: 'a.ts', state: 'changed' },
      ],
      facts: [...many, 'x'.repeat(9000)],
    });
    expect(tidy.requirements).toEqual(['a b']);
    expect(tidy.files).toEqual([
      { path: 'a.ts', state: 'changed' },
      { path: 'b.ts', state: '' },
    ]);
    expect(tidy.facts).toHaveLength(100);
    expect(tidySummary(tidy)).toEqual(tidy);
  });
});

it('shows sections in a fixed order, without empty ones', () => {
  const summary: Summary = {
    open: ['write the tests'],
    files: [{ path: 'a.ts', state: 'changed' }],
    goal: 'a parser',
    decisions: [{ what: 'by hand', why: 'no dependency' }],
    requirements: [],
    facts: [],
    done: [],
  };
  expect(showSections(summary)).toBe(
    [
      '## Goal\n\n- a parser',
      '## Decisions\n\n- by hand (why: no dependency)',
      '## Files\n\n- `a.ts`: changed',
      '## Open, with the next step\n\n- write the tests',
    ].join('\n\n'),
  );
  expect(showSections(nothing)).toBe('');
});
