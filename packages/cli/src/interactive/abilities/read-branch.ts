import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * The branch of a folder, or the beginning of the commit; null without a repository. Does not run git, because the
 * repository's configuration may name programs to run.
 */
export async function readBranch(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const head = await readHead(join(at, '.git'));
    if (head !== undefined) return toBranch(head);
    if (at === dirname(at)) return null;
  }
}

/** `HEAD` of a repository. Worktrees and submodules have a file that points to it. */
async function readHead(path: string): Promise<string | undefined> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) return await read(join(path, 'HEAD'));
    const [, folder] = /^gitdir: (.+)$/m.exec(await read(path)) ?? [];
    return folder === undefined ? undefined : await read(join(resolve(dirname(path), folder), 'HEAD'));
  } catch {
    return undefined;
  }
}

/** Reads only regular files: a pipe would block, and a device may never end. */
async function read(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return (await file.stat()).isFile() ? await file.readFile('utf8') : '';
  } finally {
    await file.close();
  }
}

function toBranch(head: string): string | null {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  const [commit = ''] = head.trim().split('\n');
  return branch ?? (/^[0-9a-f]{7,}$/.test(commit) ? commit.slice(0, 7) : null);
}
