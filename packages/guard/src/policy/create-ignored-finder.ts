import type { Decide } from '@bowline/runtime';
import type { Workspace } from '@bowline/workspace';
import { resolve } from 'node:path';

/** Finds the words of a command that name a file which an ignore file hides, judged by the words alone. */
export function createIgnoredFinder({
  root,
  files,
  hidden,
}: Pick<Workspace, 'root' | 'files' | 'hidden'>): (
  call: Parameters<Decide>[0],
  words: readonly string[],
) => Promise<readonly string[]> {
  return async ({ args }, words) => {
    const now = hidden?.look();
    if (now === undefined) return [];
    const folder = resolve(root, typeof args['dir_path'] === 'string' ? args['dir_path'] : '.');
    const found = await Promise.all(
      words.map(async (word) => {
        const path = resolve(folder, word);
        const isIgnored = now.reasonFor(path) !== undefined || now.reasonFor(await files.realPath(path)) !== undefined;
        return isIgnored ? [word] : [];
      }),
    );
    return [...new Set(found.flat())];
  };
}
