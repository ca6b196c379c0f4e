import { resolve } from 'node:path';
import type { MemoryText } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { Workspace } from '@bowline/workspace';
import type { Journal } from '../journal/journal.ts';
import type { CallState } from '../state/turn-state.ts';

/** What is written for agents in the folders of these paths, less what was shown already. */
export type MemoryFor = (paths: readonly string[], loaded: readonly string[]) => Promise<readonly MemoryText[]>;

/** The arguments of our tools that name a place. */
const places = ['file_path', 'dir_path', 'path'] as const;

/**
 * Finds what holds in a folder when a call has touched it, just in time. Of several calls that touch it at once, one brings
 * it; what cannot be read is not worth failing a call that is done.
 */
export function createMemoryFinder({
  journal,
  host,
  memoryFor,
}: {
  readonly journal: Journal;
  readonly host: Workspace;
  readonly memoryFor?: MemoryFor | undefined;
}): (call: CallState) => Promise<NewRecord[]> {
  /** What a call brings whose records are not there yet; after that the log says what was shown, also when it goes back. */
  const claimed = new Set<string>();
  return async ({ args }) => {
    for (const path of journal.session.memory) claimed.delete(path);
    const touched = places.flatMap((name) => (typeof args[name] === 'string' ? [args[name]] : []));
    if (memoryFor === undefined || touched.length === 0) return [];
    const paths = touched.map((path) => resolve(host.workspace, path));
    const found = await memoryFor(paths, [...journal.session.memory, ...claimed]).catch(() => []);
    const files = found.filter(({ path }) => !claimed.has(path));
    for (const { path } of files) claimed.add(path);
    return files.length === 0 ? [] : [{ type: 'memory_loaded', body: { files: [...files] } }];
  };
}
