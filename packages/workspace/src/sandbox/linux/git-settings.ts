import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readText } from '../../disk/look.ts';

/** How deep, and in how many folders, repositories are searched for below a session folder. */
const DEEPEST = 2;
const MOST_FOLDERS = 300;

/** Keys whose values Git runs, or from which it reads more settings. */
const RUNS =
  /^\s*(?:fsmonitor|hookspath|sshcommand|askpass|pager|editor|external|textconv|clean|smudge|process|driver|helper|program|command|cmd|proxy|path|[\w-]+\s*=\s*"?!)/i;

/** Settings that make Git run programs, by path, for each repository in a folder and slightly below it. */
export function readGitSettings(top: string): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  let folders = [top];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const folder of folders) {
      for (const path of ['config', 'config.worktree'].map((name) => join(folder, '.git', name)))
        keep(stamps, path, runningLines(path));
      const hooks = join(folder, '.git/hooks');
      keep(stamps, hooks, hooksIn(hooks));
    }
    if (depth < DEEPEST) folders = folders.flatMap(foldersIn).slice(0, MOST_FOLDERS);
  }
  return stamps;
}

/** Describes new or changed settings for the next user of Git. Undefined if there are none. */
export function describeChangedSettings(
  top: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | undefined {
  const changed = [...after].filter(([path, stamp]) => before.get(path) !== stamp).map(([path]) => relative(top, path));
  if (changed.length === 0) return undefined;
  return `Settings or hooks of Git were changed (${changed.join(', ')}). Look at them before you use Git there: they can run programs.`;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function keep(stamps: Map<string, string>, path: string, stamp: string): void {
  if (stamp !== '') stamps.set(path, stamp);
}

function runningLines(path: string): string {
  const lines = (readText(path) ?? '').split('\n');
  return lines.filter((line) => RUNS.test(line)).join('\n');
}

function hooksIn(folder: string): string {
  try {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.sample'));
    return names.map((name) => `${name}:${statSync(join(folder, name)).mtimeMs}`).join('\n');
  } catch {
    return '';
  }
}
