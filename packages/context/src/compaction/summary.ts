import * as z from 'zod';
import { toLine } from './cut-middle.ts';
import { lenientList, lenientObject, lenientText } from './lenient-list.ts';

const text = z.string().trim().min(1);

const shape = z.object({
  goal: lenientText.describe('The overall goal of the user, in one or two sentences.'),
  requirements: lenientList(text).describe('What the user asked for, prefers, or forbade.'),
  decisions: lenientList(lenientObject('what', { what: text, why: lenientText })).describe(
    'What was decided and why, including rejected alternatives.',
  ),
  facts: lenientList(text).describe(
    'Findings that still matter: names, exact numbers, versions, commands, error messages, causes.',
  ),
  files: lenientList(lenientObject('path', { path: text, state: lenientText })).describe(
    'Relevant files: whether they were read, changed or created, and what matters in them.',
  ),
  done: lenientList(text).describe('What is finished.'),
  open: lenientList(text).describe('What is unfinished or unverified, each with its next step.'),
});

/** What is kept of the earlier part of a session. */
export type Summary = z.infer<typeof shape>;

/** Accepts a sloppy answer as far as possible. Rejects an empty one. */
export const summarySchema = shape.refine((summary) => !isEmpty(summary), 'says nothing');

function isEmpty({ goal, ...lists }: Summary): boolean {
  return goal.trim() === '' && Object.values(lists).every((list) => list.length === 0);
}

/** A limit for malformed answers, well above any reasonable summary. */
export const longest = { text: 500, list: 100 } as const;

/** The same summary with single-line texts, no duplicates, and limited lists. */
export function tidySummary(summary: Summary): Summary {
  const line = (one: string): string => toLine(one, longest.text);
  return {
    goal: line(summary.goal),
    requirements: tidyTexts(summary.requirements),
    decisions: tidyList(
      summary.decisions.map(({ what, why }) => ({ what: line(what), why: line(why) })),
      ({ what }) => what,
    ),
    facts: tidyTexts(summary.facts),
    files: tidyList(
      summary.files.map(({ path, state }) => ({ path: line(path), state: line(state) })),
      ({ path }) => path,
    ),
    done: tidyTexts(summary.done),
    open: tidyTexts(summary.open),
  };
}

function tidyTexts(texts: readonly string[]): string[] {
  return tidyList(
    texts.map((one) => toLine(one, longest.text)),
    (one) => one,
  );
}

/** Of two items with the same key, the later one wins, at the position of the first. */
function tidyList<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  byKey.delete('');
  return [...byKey.values()].slice(0, longest.list);
}
