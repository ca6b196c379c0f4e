import { createHash } from 'node:crypto';
import type { SeenFiles } from '../workspace.ts';

/** Remembers files by content: a time stamp can stay the same when the content changes, and the other way around. */
export function createSeenFiles(): SeenFiles {
  const digests = new Map<string, string>();
  return {
    note(path, data) {
      digests.set(path, digestOf(data));
    },
    compare(path, data) {
      const known = digests.get(path);
      if (known === undefined) return 'unseen';
      return known === digestOf(data) ? 'same' : 'changed';
    },
  };
}

function digestOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('base64');
}
