import type { Display } from '@bowline/protocol';

/** More than a user reads or the log should keep for one edit. */
const MAX_SHOWN = 400_000;

/** A change as the user sees it, or one sentence if it is too large to show. */
export function toDiff(path: string, before: string, after: string): Display {
  if (before.length + after.length <= MAX_SHOWN) return { type: 'diff', path, before, after };
  return { type: 'text', text: `${path}: changed from ${before.length} to ${after.length} characters` };
}
