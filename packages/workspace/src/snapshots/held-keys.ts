import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { kindAt } from '../disk/look.ts';
import { toKey } from './file-key.ts';
import { isInGit } from './left-out.ts';

const MAX_LINKS = 40;

/**
 * The keys of paths below the root. A path that leads through a link stands for two: a write to it changes the file that
 * the link points to. The root itself, Git's folder and everything outside are dropped.
 */
export function toHeldKeys(root: string, paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) => {
    const asked = resolve(root, path);
    return [relative(root, asked), relative(root, realPathOf(asked, MAX_LINKS))];
  });
  const inside = all.filter((path) => path !== '' && path !== '..' && !path.startsWith('../'));
  return [...new Set(inside.map((path) => toKey(Buffer.from(path))))].filter((key) => !isInGit(key));
}

/** The real path, also of a file that does not exist yet: a write to a link without a target creates the target. */
function realPathOf(path: string, links: number): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const folder = realPathOf(parent, links);
    const real = join(folder, basename(path));
    if (kindAt(real) !== 'link' || links === 0) return real;
    return realPathOf(resolve(folder, readlinkSync(real)), links - 1);
  }
}
