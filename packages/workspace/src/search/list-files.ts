import { listWithRipgrep } from './list-with-ripgrep.ts';
import { walkFiles, type Walk } from './walk-files.ts';

/** Yields every file below a directory that no ignore file excludes. Uses ripgrep if available. */
export async function* listFiles(walk: Walk & { readonly ripgrepPath?: string | undefined }): AsyncGenerator<string> {
  const { ripgrepPath } = walk;
  const listed = ripgrepPath === undefined ? undefined : await listWithRipgrep({ ...walk, ripgrepPath }, () => true);
  yield* listed ?? walkFiles(walk);
}
