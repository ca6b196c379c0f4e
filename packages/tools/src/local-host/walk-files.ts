import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIgnoreRules, toAncestors } from '../search/ignore-lookup.ts';
import { IGNORE_FILES, isIgnored, type IgnoreRules } from '../search/ignore-rules.ts';

/** Where to walk. */
export interface Walk {
  readonly folder: string;
  /** Ignore files from these folders down count for what is below. */
  readonly roots: readonly string[];
  readonly respectIgnore: boolean;
  readonly signal: AbortSignal;
}

/** Files below a folder in the order of their names; links are not followed, `.git` is never entered. */
export async function* walkFiles(walk: Walk): AsyncGenerator<string> {
  const above = walk.respectIgnore ? toAncestors(walk.folder, walk.roots).slice(0, -1) : [];
  const rules = await Promise.all(above.map((folder) => readIgnoreRules(folder, IGNORE_FILES, readOrMiss)));
  yield* walkFolder(walk, walk.folder, rules.flat());
}

async function* walkFolder(walk: Walk, folder: string, above: readonly IgnoreRules[]): AsyncGenerator<string> {
  if (walk.signal.aborted) return;
  // What cannot be read is searched by nobody.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = IGNORE_FILES.filter((name) => walk.respectIgnore && entries.some((entry) => entry.name === name));
  const rules = [...above, ...(await readIgnoreRules(folder, names, readOrMiss))];
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

async function readOrMiss(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined);
}
