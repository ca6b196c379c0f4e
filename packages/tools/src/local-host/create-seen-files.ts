import { createHash } from 'node:crypto';
import type { SeenFiles } from '../tool-host.ts';

/** Remembers files by what was in them: a time can stay the same when the content does not, and the other way round. */
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
