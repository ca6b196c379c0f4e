import type { EditCase } from './edit-cases/edit-case.ts';

/**
 * Whether the documents of both tools promise what the case expects.
 *
 * Gemini CLI's description of `replace`: `old_string` is the exact text, and where it matches several places and
 * `allow_multiple` is not true the tool fails. Near matches, layout and line breaks of other systems are each tool's own.
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

/** Places that overlap are several. */
function countPlaces(text: string, part: string): number {
  let places = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places += 1;
  return places;
}
