import { isWithin } from '@bowline/protocol/plain';
import { relative } from 'node:path';
import { comparePaths } from './compare-paths.ts';
import { IgnoreLookup, type IgnoreSource } from './ignore-lookup.ts';
import type { SearchMatch } from '../workspace.ts';
import { toIgnoreSource, type Walk } from './walk-files.ts';

/** Files besides those of the folder, or instead of them. */
export interface SearchLayer {
  /** Whether the folder's file at a path is gone, or another one. */
  readonly isReplaced: (path: string) => boolean;
  /** The files, each with the place from which it is read. */
  readonly files: readonly LayerFile[];
  /** Reads an ignore file as it would be. */
  readonly read: IgnoreSource['read'];
  /** Ignore files are among the changes. */
  readonly changesIgnore: boolean;
}

/** A file that is read from another place. */
export interface LayerFile {
  readonly path: string;
  readonly place: string;
  readonly modifiedMs: number;
}

type Paths = Iterable<string> | AsyncIterable<string>;

/** How the folder itself is listed. Changed ignore files are applied afterwards. */
export function toLowerWalk<Query extends Pick<Walk, 'respectIgnore'>>(
  query: Query,
  layer: SearchLayer | undefined,
): Query {
  return layer?.changesIgnore === true ? { ...query, respectIgnore: false } : query;
}

/** The files of a layer that a walk would find, in its order. */
export async function findLayerFiles(
  walk: Walk,
  layer: SearchLayer | undefined,
  isWanted: (path: string) => boolean,
): Promise<readonly LayerFile[]> {
  if (layer === undefined) return [];
  const lookup = toLookup(walk, layer);
  const found: LayerFile[] = [];
  for (const file of layer.files) {
    const isInside = file.path !== walk.folder && isWithin({ path: file.path, root: walk.folder });
    if (!isInside || relative(walk.folder, file.path).split('/').includes('.git') || !isWanted(file.path)) continue;
    if (!(await lookup.hides(file.path, false))) found.push(file);
  }
  return found.toSorted((a, b) => comparePaths(a.path, b.path));
}

/** The paths of the folder that are still there as they are. */
export async function* keepUnchanged(paths: Paths, walk: Walk, layer: SearchLayer): AsyncGenerator<string> {
  const lookup = layer.changesIgnore ? toLookup(walk, layer) : undefined;
  for await (const path of paths)
    if (!layer.isReplaced(path) && !((await lookup?.hides(path, false)) === true)) yield path;
}

/** Adds the paths of a layer to a listing. Both are in the order of a walk. */
export async function* mergePaths(paths: Paths, added: readonly LayerFile[]): AsyncGenerator<string> {
  let next = 0;
  for await (const path of paths) {
    for (let file = added[next]; file !== undefined && comparePaths(file.path, path) < 0; file = added[next]) {
      yield file.path;
      next += 1;
    }
    yield path;
  }
  for (const { path } of added.slice(next)) yield path;
}

/** Reads files of a layer from their places. */
export async function* toPlaces(paths: Paths, places: ReadonlyMap<string, string>): AsyncGenerator<string> {
  for await (const path of paths) yield places.get(path) ?? path;
}

/** Matches with the paths that the files have. */
export function fromPlaces(
  matches: readonly SearchMatch[],
  places: ReadonlyMap<string, string>,
): readonly SearchMatch[] {
  if (places.size === 0) return matches;
  const paths = new Map([...places].map(([path, place]) => [place, path]));
  return matches.map((match) => ({ ...match, path: paths.get(match.path) ?? match.path }));
}

function toLookup(walk: Walk, { read }: SearchLayer): IgnoreLookup {
  return new IgnoreLookup({ ...toIgnoreSource(walk), read }, walk.folder);
}
