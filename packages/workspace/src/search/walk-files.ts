import { addRules, IGNORE_FILES, isIgnored, type IgnoreRules } from '../ignore/ignore-rules.ts';
import { readRegularFile } from '../disk/read-regular-file.ts';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readIgnoreRules, readRulesDownTo, type IgnoreSource } from './ignore-lookup.ts';

/** Where to walk. */
export interface Walk {
  readonly folder: string;
  /** Ignore files in and below these directories apply. */
  readonly roots: readonly string[];
  readonly respectIgnore: boolean;
  readonly signal: AbortSignal;
}

/** Yields files below a directory in name order. Follows no links and never enters `.git`. */
export async function* walkFiles(walk: Walk): AsyncGenerator<string> {
  const { folder, roots } = walk;
  const above = roots.includes(folder) ? [] : await readRulesDownTo(dirname(folder), toIgnoreSource(walk));
  yield* walkFolder(walk, folder, above);
}

/** The ignore files that apply to a walk. */
export function toIgnoreSource({ roots, respectIgnore }: Pick<Walk, 'roots' | 'respectIgnore'>): IgnoreSource {
  return { roots, names: respectIgnore ? IGNORE_FILES : [], read: async (path) => readRegularFile(path) };
}

async function* walkFolder(walk: Walk, folder: string, above: readonly IgnoreRules[]): AsyncGenerator<string> {
  if (walk.signal.aborted) return;
  // Unreadable directories are skipped.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const source = toIgnoreSource(walk);
  const names = source.names.filter((name) => entries.some((entry) => entry.name === name));
  const rules = addRules(above, names.length === 0 ? [] : await readIgnoreRules(folder, { ...source, names }));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const isFolder = entry.isDirectory();
    if (entry.name === '.git' || !(isFolder || entry.isFile())) continue;
    const path = join(folder, entry.name);
    if (isIgnored(rules, path, isFolder)) continue;
    if (isFolder) yield* walkFolder(walk, path, rules);
    else yield path;
  }
}
