import { AgentError } from '@bowline/protocol';
import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { decodeText } from '../files/decode-text.ts';
import { globToRegExp } from '../search/glob-to-reg-exp.ts';
import { createIncludeFilter } from '../search/include-filter.ts';
import { parseSearchPattern } from '../search/search-pattern.ts';
import type { HostSearch, SearchMatch } from '../tool-host.ts';
import { matchLines } from './match-lines.ts';
import { searchWithRipgrep } from './search-with-ripgrep.ts';
import { walkFiles } from './walk-files.ts';

const BATCH = 32;

/** Searches this machine: with ripgrep where there is one, with the same results where there is none. */
export function createLocalSearch(parts: {
  readonly roots: readonly string[];
  readonly ripgrepPath?: string | undefined;
}): HostSearch {
  const { roots, ripgrepPath } = parts;
  return {
    files: async ({ folder, pattern, caseSensitive, respectIgnore, signal }) => {
      const glob = globToRegExp(pattern, { caseSensitive, braces: true });
      const found: { readonly path: string; readonly modifiedMs: number }[] = [];
      for await (const paths of inBatches(walkFiles({ folder, roots, respectIgnore, signal }))) {
        const wanted = paths.filter((path) => glob.test(relative(folder, path)));
        const infos = await Promise.all(wanted.map((path) => stat(path).catch(() => undefined)));
        for (const [at, path] of wanted.entries()) found.push({ path, modifiedMs: infos[at]?.mtimeMs ?? 0 });
      }
      return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs).map(({ path }) => path);
    },
    text: (query) =>
      ripgrepPath === undefined ? searchByWalking(query, roots) : searchWithRipgrep(query, { roots, ripgrepPath }),
  };
}

async function searchByWalking(
  query: Parameters<HostSearch['text']>[0],
  roots: readonly string[],
): Promise<readonly SearchMatch[]> {
  const parsed = parseSearchPattern(query);
  if (!parsed.ok) throw new AgentError('INTERNAL', `not a pattern to search for: ${parsed.text}`);
  const { before, after, maxPerFile = Infinity, maxTotal } = query;
  const isIncluded = createIncludeFilter(query.folder, query.include);
  const found: SearchMatch[] = [];
  let left = maxTotal;
  for await (const paths of inBatches(walkFiles({ ...query, roots }))) {
    const wanted = paths.filter(isIncluded);
    const contents = await Promise.all(wanted.map((path) => readFile(path).catch(() => undefined)));
    for (const [at, path] of wanted.entries()) {
      const text = decodeText(contents[at] ?? new Uint8Array())?.text;
      if (text === undefined) continue;
      const lines = matchLines(text, { pattern: parsed.pattern, before, after, max: Math.min(left, maxPerFile) });
      for (const line of lines) found.push({ path, ...line });
      left -= lines.filter(({ isContext }) => !isContext).length;
      if (left <= 0 || query.signal.aborted) return found;
    }
  }
  return found;
}

async function* inBatches(paths: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const path of paths) {
    batch.push(path);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
