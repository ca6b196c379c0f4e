import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commitCopy } from './commit-copy.ts';

/**
 * Copies a repository and links its installed packages. Packages of the workspace lead to the copy, so that its tools
 * check the copy and nothing else.
 */
export function copyRepository(repo: string, target: string): void {
  commitCopy(repo, target);
  linkModules(repo, target);
}

const OWN = '@bowline';

function linkModules(repo: string, target: string): void {
  const [from, to] = [join(repo, 'node_modules'), join(target, 'node_modules')];
  mkdirSync(join(to, OWN), { recursive: true });
  // Caches stay separate: they know files by their paths.
  const isLinked = (name: string): boolean => name !== OWN && (!name.startsWith('.') || name === '.bin');
  for (const name of readdirSync(from).filter(isLinked)) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, OWN))) symlinkSync(join('../../packages', name), join(to, OWN, name));
  for (const name of readdirSync(join(repo, 'packages'))) linkOwnModules(repo, target, name);
}

/** Versions that a package does not share with the others. */
function linkOwnModules(repo: string, target: string, name: string): void {
  const from = join(repo, 'packages', name);
  if (readdirSync(from).includes('node_modules'))
    symlinkSync(join(from, 'node_modules'), join(target, 'packages', name, 'node_modules'));
}
