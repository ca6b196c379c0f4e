import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies a repository including uncommitted changes, without ignored files, and commits everything in the copy. */
export function commitCopy(repo: string, target: string): void {
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
}
