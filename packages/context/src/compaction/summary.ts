import * as z from 'zod';
import { toLine } from './cut-middle.ts';
import { lenientList, lenientObject, lenientText } from './lenient-list.ts';

const text = z.string().trim().min(1);

const shape = z.object({
  goal: lenientText.describe('What the person wants in the end, in one or two sentences.'),
  requirements: lenientList(text).describe('What the person asked for, wants done in a certain way, or forbade.'),
  decisions: lenientList(lenientObject('what', { what: text, why: lenientText })).describe(
    'What was decided, and why, with what was decided against.',
  ),
  facts: lenientList(text).describe(
    'What was found out and still matters: names, exact numbers, versions, commands, error messages, causes.',
  ),
  files: lenientList(lenientObject('path', { path: text, state: lenientText })).describe(
    'Files that matter: whether they were read, changed or created, and what matters in them.',
  ),
  done: lenientList(text).describe('What is finished.'),
  open: lenientList(text).describe('What is not finished or not yet checked, each with its next step.'),
});

/** What is kept of the earlier part of a session. */
export type Summary = z.infer<typeof shape>;

/** Takes a sloppy answer as far as it can be read; one that says nothing at all is no answer. */
export const summarySchema = shape.refine((summary) => !isEmpty(summary), 'says nothing');

function isEmpty({ goal, ...lists }: Summary): boolean {
  return goal.trim() === '' && Object.values(lists).every((list) => list.length === 0);
}

/** Much longer than a summary that is one; a bound for those that are not. */
export const longest = { text: 500, list: 100 } as const;

/** The same summary with every text on one line, nothing twice, and an end to each list. */
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

/** Of two with the same key the later one says what is true now, at the place of the first. */
function tidyList<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  byKey.delete('');
  return [...byKey.values()].slice(0, longest.list);
}
