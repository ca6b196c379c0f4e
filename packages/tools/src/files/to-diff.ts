import type { Display } from '@bowline/protocol';

/** More than a person reads, and than a log should keep of one edit. */
const MAX_SHOWN = 400_000;

/** A change as it is shown to a person; one too large to show, in a sentence. */
export function toDiff(path: string, before: string, after: string): Display {
  if (before.length + after.length <= MAX_SHOWN) return { type: 'diff', path, before, after };
  return { type: 'text', text: `${path}: ${before.length} characters became ${after.length}` };
}
