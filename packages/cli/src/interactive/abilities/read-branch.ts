import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * The branch that a folder is on, or the beginning of the commit; null where there is no repository. Read, not asked:
 * git would read the repository's own configuration, which may name programs to run.
 */
export async function readBranch(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const head = await readHead(join(at, '.git'));
    if (head !== undefined) return toBranch(head);
    if (at === dirname(at)) return null;
  }
}

/** `HEAD` of a repository; a worktree and a submodule have a file that says where theirs is. */
async function readHead(path: string): Promise<string | undefined> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) return await readFile(join(path, 'HEAD'), 'utf8');
    const [, folder] = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8')) ?? [];
    return folder === undefined ? undefined : await readFile(join(resolve(dirname(path), folder), 'HEAD'), 'utf8');
  } catch {
    return undefined;
  }
}

function toBranch(head: string): string | null {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  const [commit = ''] = head.trim().split('\n');
  return branch ?? (/^[0-9a-f]{7,}$/.test(commit) ? commit.slice(0, 7) : null);
}
