import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Every entry below a folder except some: its type and permissions, and for a file its content and modification time.
 */
export function treeOf(folder: string, without: readonly string[] = []): ReadonlyMap<string, string> {
  const tree = new Map<string, string>();
  const look = (path: string): void => {
    const name = relative(folder, path);
    if (without.includes(name)) return;
    const entry = lstatSync(path);
    const { mode, uid, mtimeMs } = entry;
    let said = '';
    if (entry.isFile()) said = `${mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    else if (entry.isSymbolicLink()) said = readlinkSync(path);
    tree.set(name, `${mode.toString(8)} ${uid} ${said}`);
    if (entry.isDirectory()) for (const each of readdirSync(path)) look(join(path, each));
  };
  look(folder);
  return tree;
}

/** The names of entries that were added, removed or changed. */
export function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
