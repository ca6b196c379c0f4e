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
    if (hidden === undefined) return [];
    const folder = resolve(root, typeof args['dir_path'] === 'string' ? args['dir_path'] : '.');
    const places = await Promise.all(
      words.map(async (word) => {
        const path = resolve(folder, word);
        return { word, paths: [path, await files.realPath(path)] };
      }),
    );
    const now = await hidden.look(places.flatMap(({ paths }) => paths));
    const found = places.filter(({ paths }) => paths.some((path) => now.reasonFor(path) !== undefined));
    return [...new Set(found.map(({ word }) => word))];
  };
}
