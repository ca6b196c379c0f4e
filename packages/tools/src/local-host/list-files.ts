import { listWithRipgrep } from './list-with-ripgrep.ts';
import { walkFiles, type Walk } from './walk-files.ts';

/** Every file below a folder that no ignore file names, as it is found: with ripgrep where there is one. */
export async function* listFiles(walk: Walk & { readonly ripgrepPath?: string | undefined }): AsyncGenerator<string> {
  const { ripgrepPath } = walk;
  const listed = ripgrepPath === undefined ? undefined : await listWithRipgrep({ ...walk, ripgrepPath }, () => true);
  yield* listed ?? walkFiles(walk);
}
