import { AgentError } from '@bowline/protocol';
import { globToRegExp } from '../ignore/glob-to-reg-exp.ts';
import { type HiddenFiles } from '../ignore/hidden-files.ts';
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { createIncludeFilter } from './include-filter.ts';
import { parseSearchPattern, type SearchPattern } from './search-pattern.ts';
import type { WorkspaceSearch, SearchMatch, TextFound } from '../workspace.ts';
import { comparePaths } from './compare-paths.ts';
import {
  findLayerFiles,
  fromPlaces,
  keepUnchanged,
  mergePaths,
  toLowerWalk,
  toPlaces,
  type SearchLayer,
} from './search-layer.ts';
import { listWithRipgrep } from './list-with-ripgrep.ts';
import { inBatches, searchPaths, type PathsQuery } from './search-paths.ts';
import { SearchThreads } from './search-threads.ts';
import { walkFiles } from './walk-files.ts';

interface SearchParts {
  readonly roots: readonly string[];
  readonly ripgrepPath?: string | undefined;
  /** Files that it hides are never found. */
  readonly hidden: Pick<HiddenFiles, 'look'>;
  readonly threads: SearchThreads;
  /** Files that are not in the folder yet. Default: none. */
  readonly layer?: SearchLayer | undefined;
}

type Paths = Iterable<string> | AsyncIterable<string>;
type TextQuery = Parameters<WorkspaceSearch['text']>[0];
type FilesQuery = Parameters<WorkspaceSearch['files']>[0];

/** Searches this machine, with ripgrep if available. The results are the same without it. */
export function createLocalSearch(
  places: Omit<SearchParts, 'threads'> & Partial<Pick<SearchParts, 'threads'>>,
): WorkspaceSearch {
  const parts = { threads: new SearchThreads(), ...places };
  return {
    files: (query) => findFiles(query, parts),
    text: (query) => findText(query, parts),
  };
}

async function findFiles(query: FilesQuery, parts: SearchParts): Promise<readonly string[]> {
  const { roots, ripgrepPath, hidden, layer } = parts;
  const glob = globToRegExp(query.pattern, { caseSensitive: query.caseSensitive, braces: true });
  const isWanted = (path: string): boolean => glob.test(relative(query.folder, path));
  const walk = { ...query, roots };
  const lower = toLowerWalk(walk, layer);
  const listed = ripgrepPath === undefined ? undefined : await listWithRipgrep({ ...lower, ripgrepPath }, isWanted);
  const below = listed ?? walkFiles(lower);
  const { reasonFor } = hidden.look();
  const found: { readonly path: string; readonly modifiedMs: number }[] = [];
  for await (const paths of inBatches(layer === undefined ? below : keepUnchanged(below, walk, layer))) {
    const wanted = paths.filter((path) => isWanted(path) && reasonFor(path) === undefined);
    const infos = await Promise.all(wanted.map((path) => stat(path).catch(() => undefined)));
    for (const [at, path] of wanted.entries()) found.push({ path, modifiedMs: infos[at]?.mtimeMs ?? 0 });
  }
  const added = await findLayerFiles(walk, layer, isWanted);
  found.push(...added.filter(({ path }) => reasonFor(path) === undefined));
  return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs).map(({ path }) => path);
}

async function findText(query: TextQuery, parts: SearchParts): Promise<TextFound> {
  const pattern = parse(query.pattern, query);
  const exclude = query.exclude === undefined ? undefined : parse(query.exclude, { ...query, isFixed: false });
  const isUnbounded = pattern.isUnbounded || exclude?.isUnbounded === true;
  const { before, after, maxPerFile = Infinity, maxTotal, signal } = query;
  const asked = { pattern: pattern.pattern, exclude: exclude?.pattern, before, after, maxPerFile, maxTotal };
  const places = new Map(parts.layer?.files.map(({ path, place }) => [path, place]));
  const search = async (paths: Paths, wanted: PathsQuery) => {
    const placed = places.size === 0 ? paths : toPlaces(paths, places);
    const found = isUnbounded
      ? await parts.threads.search(await toArray(placed), wanted, signal)
      : await searchPaths(placed, wanted, signal);
    return found === undefined ? undefined : fromPlaces(found, places);
  };
  const withheld: string[] = [];
  const { reasonFor } = parts.hidden.look();
  const readable = sift(await candidates(query, pattern, parts), (path) => reasonFor(path) !== undefined, []);
  const shown = sift(readable, query.isWithheld ?? (() => false), withheld);
  const matches = await search(shown, asked);
  const hidden = withheld.length === 0 ? [] : await search(withheld, { ...asked, maxPerFile: 1, maxTotal: Infinity });
  if (matches === undefined || hidden === undefined) return { isTooSlow: true, matches: [], withheld: [] };
  return { isTooSlow: false, matches, withheld: pathsBefore(hidden, endOf(matches, maxTotal)) };
}

function parse(pattern: string, query: TextQuery): Extract<SearchPattern, { readonly ok: true }> {
  const parsed = parseSearchPattern({ ...query, pattern });
  if (!parsed.ok) throw new AgentError('INTERNAL', `Invalid search pattern: ${parsed.text}`);
  return parsed;
}

/** The files to search, in order. */
async function candidates(
  query: TextQuery,
  pattern: Extract<SearchPattern, { readonly ok: true }>,
  parts: SearchParts,
): Promise<Paths> {
  const { layer, roots } = parts;
  const { only } = query;
  if (only !== undefined) {
    const isLayered = layer?.files.some(({ path }) => path === only) === true;
    return layer?.isReplaced(only) === true && !isLayered ? [] : [only];
  }
  const isIncluded = createIncludeFilter(query.folder, query.include);
  const walk = { ...query, roots };
  const below = await listBelow(toLowerWalk(query, layer), pattern, { ...parts, isIncluded });
  if (layer === undefined) return below;
  return mergePaths(keepUnchanged(below, walk, layer), await findLayerFiles(walk, layer, isIncluded));
}

/** The files of the folder itself. */
async function listBelow(
  query: TextQuery,
  { ripgrep, isLoose }: Extract<SearchPattern, { readonly ok: true }>,
  { roots, ripgrepPath, isIncluded }: SearchParts & { readonly isIncluded: (path: string) => boolean },
): Promise<Paths> {
  const walk = { ...query, roots };
  const pattern = query.isFixed ? query.pattern : ripgrep;
  if (ripgrepPath !== undefined && pattern !== undefined) {
    const text = { pattern, isFixed: query.isFixed, isLoose };
    const listed = await listWithRipgrep({ ...walk, ripgrepPath, text }, isIncluded);
    if (listed !== undefined) return listed;
  }
  return sift(walkFiles(walk), (path) => !isIncluded(path), []);
}

/** Sets withheld files aside, to report later that they match. */
async function* sift(paths: Paths, isAside: (path: string) => boolean, aside: string[]): AsyncGenerator<string> {
  for await (const path of paths) {
    if (isAside(path)) aside.push(path);
    else yield path;
  }
}

async function toArray(paths: Paths): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const path of paths) all.push(path);
  return all;
}

/** The file in which a search stopped early. Undefined if it was complete. */
function endOf(matches: readonly SearchMatch[], maxTotal: number): string | undefined {
  const count = matches.filter(({ isContext }) => !isContext).length;
  return count < maxTotal ? undefined : matches.at(-1)?.path;
}

function pathsBefore(matches: readonly SearchMatch[], end: string | undefined): readonly string[] {
  const paths = new Set(matches.map(({ path }) => path));
  return [...paths].filter((path) => end === undefined || comparePaths(path, end) < 0);
}
