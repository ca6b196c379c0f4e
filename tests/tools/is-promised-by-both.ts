import type { EditCase } from './edit-cases/edit-case.ts';

/**
 * True if the documents of both tools promise what the case expects.
 *
 * The description of `replace` in Gemini CLI: `old_string` is the exact text, and the tool fails if it matches several
 * places and `allow_multiple` is not true. Near matches, layout and foreign line breaks are specific to each tool.
 */
export function isPromisedByBoth({ before, call, expected }: EditCase): boolean {
  if (typeof before !== 'string' || 'edits' in call) return false;
  const { old_string: from, new_string: to, allow_multiple: isEvery = false } = call;
  if (from === '' || from === to || [before, from, to].some((text) => text.includes('\r'))) return false;
  const places = countPlaces(before, from);
  if (places === 0) return false;
  if (places > 1 && !isEvery) return 'refused' in expected;
  return 'after' in expected && expected.after === before.split(from).join(to);
}

/** Counts overlapping places separately. */
function countPlaces(text: string, part: string): number {
  let places = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places += 1;
  return places;
}
