import { resolve } from 'node:path';
import type { MemoryText } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { Workspace } from '@bowline/workspace';
import type { Journal } from '../journal/journal.ts';
import type { CallState } from '../state/turn-state.ts';

/** Finds context files for the folders of these paths, except those already shown. */
export type MemoryFor = (paths: readonly string[], loaded: readonly string[]) => Promise<readonly MemoryText[]>;

/** Arguments of our tools that contain a path. */
const places = ['file_path', 'dir_path', 'path'] as const;

/**
 * Finds the context files of a folder after a call has touched it. If several calls touch it at once, only one brings
 * them. Errors are ignored, since the call itself is done.
 */
export function createMemoryFinder({
  journal,
  workspace,
  memoryFor,
}: {
  readonly journal: Journal;
  readonly workspace: Workspace;
  readonly memoryFor?: MemoryFor | undefined;
}): (call: CallState) => Promise<NewRecord[]> {
  /** Files of calls whose records are not saved yet. After that, the log says what was shown, even after a rewind. */
  const claimed = new Set<string>();
  return async ({ args }) => {
    for (const path of journal.session.memory) claimed.delete(path);
    const touched = places.flatMap((name) => (typeof args[name] === 'string' ? [args[name]] : []));
    if (memoryFor === undefined || touched.length === 0) return [];
    const paths = touched.map((path) => resolve(workspace.root, path));
    const found = await memoryFor(paths, [...journal.session.memory, ...claimed]).catch(() => []);
    const files = found.filter(({ path }) => !claimed.has(path));
    for (const { path } of files) claimed.add(path);
    return files.length === 0 ? [] : [{ type: 'memory_loaded', body: { files: [...files] } }];
  };
}
