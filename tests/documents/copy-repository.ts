import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies the files that Git knows or would add, commits them there, and links the installed packages. Packages of the
 * workspace lead to the copy, so that its tools check the copy and nothing else.
 */
export function copyRepository(repo: string, target: string): void {
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    });
  const deleted = new Set(git(repo, 'ls-files', '-dz').split('\0'));
  for (const name of git(repo, 'ls-files', '-coz', '--exclude-standard').split('\0')) {
    if (name === '' || deleted.has(name)) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(join(repo, name), join(target, name));
  }
  git(target, 'init', '--quiet');
  git(target, 'add', '--all');
  git(target, 'commit', '--quiet', '--message', 'Everything');
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
