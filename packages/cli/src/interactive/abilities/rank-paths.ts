import { setImmediate } from 'node:timers/promises';
import { go, prepare } from 'fuzzysort';

/** What to choose, and when to stop choosing. */
export interface PathQuery {
  readonly typed: string;
  readonly count: number;
  readonly signal: AbortSignal;
}

interface RankedPath {
  readonly path: string;
  readonly score: number;
}

/** A chunk of paths takes about 10 ms, after which a key that was pressed meanwhile is handled. */
const CHUNK = 5000;
const HIDDEN = /(?:^|\/)\./;

/**
 * Returns the paths that the typed text may mean, best first. Paths with a hidden part are offered only if a dot was
 * typed. Returns none once the signal aborts.
 */
export async function rankPaths(
  paths: Iterable<string>,
  { typed, count, signal }: PathQuery,
): Promise<readonly string[]> {
  const wantsHidden = HIDDEN.test(typed);
  let best: readonly RankedPath[] = [];
  let chunk: string[] = [];
  const rankChunk = (): void => {
    best = [...best, ...rank(chunk, typed, count)].toSorted(compare).slice(0, count);
    chunk = [];
  };
  for (const path of paths) {
    if (!wantsHidden && HIDDEN.test(path)) continue;
    chunk.push(path);
    if (chunk.length < CHUNK) continue;
    rankChunk();
    await setImmediate();
    if (signal.aborted) return [];
  }
  rankChunk();
  return best.map(({ path }) => path);
}

function compare(a: RankedPath, b: RankedPath): number {
  return b.score - a.score || (a.path < b.path ? -1 : 1);
}

function rank(paths: readonly string[], typed: string, count: number): readonly RankedPath[] {
  const wanted = typed.trim();
  if (wanted === '') return paths.map((path) => ({ path, score: -(path.split('/').length * 100 + path.length) }));
  // Prepared for one search: kept for all paths of a large workspace, that would take 100 MB.
  const targets = paths.map((path) => prepare(path));
  const found = go(wanted, targets, {
    limit: count,
    threshold: 0,
    scoreFn: ({ score, target, indexes }) => {
      const isInName = (indexes[0] ?? 0) > target.lastIndexOf('/', target.length - 2);
      // A match in the last name of a path ranks higher, unless a path was typed.
      return isInName && !wanted.includes('/') ? (1 + score) / 2 : score;
    },
  });
  return found.map(({ target, score }) => ({ path: target, score }));
}
