import { dirname, resolve } from 'node:path';
import { type PathFact } from '@bowline/policy';
import { AgentError, isWithin } from '@bowline/protocol';
import type { WorkspaceFiles } from '@bowline/workspace';

/** An absolute path that a call may use, with `..` and links unresolved. */
export interface TouchedPath {
  readonly path: string;
  readonly isWrite: boolean;
  readonly isGuess: boolean;
  /** A command shows its contents. */
  readonly isShown?: boolean;
}

/** A call that names more paths than this is an error. */
const MAX_PATHS = 5000;

/** Resolves paths. Guesses are kept only if they may be paths: something exists there, or could be created there. */
export async function resolvePaths(
  touched: readonly TouchedPath[],
  { files, roots }: { readonly files: WorkspaceFiles; readonly roots: readonly string[] },
): Promise<readonly PathFact[]> {
  if (touched.length > MAX_PATHS) throw new AgentError('INTERNAL', `it names more than ${MAX_PATHS} files`);
  const facts = await Promise.all(touched.map((path) => followPath(path, files)));
  const kept = await Promise.all(
    facts.flat().map(async (fact) => (fact.isGuess === true && !(await isLikely(fact, files, roots)) ? [] : [fact])),
  );
  return kept.flat();
}

/**
 * After a link, `..` leads elsewhere than the text suggests. It is unknown which of the two a program uses, so both
 * count.
 */
async function followPath({ path, ...use }: TouchedPath, files: WorkspaceFiles): Promise<readonly PathFact[]> {
  const asked = resolve(path);
  const reals = await Promise.all([...new Set([path, asked])].map((spelling) => files.realPath(spelling)));
  return [...new Set(reals)].map((real) => ({ asked, real, ...use }));
}

async function isLikely(
  { real, isWrite }: PathFact,
  files: WorkspaceFiles,
  roots: readonly string[],
): Promise<boolean> {
  if (isWrite && roots.some((root) => isWithin({ path: real, root }))) return true;
  if ((await files.info(real)) !== undefined) return true;
  const folder = dirname(real);
  return isWrite && folder !== '/' && (await files.info(folder)) !== undefined;
}
