import { dirname, join } from 'node:path';
import { kindAt } from '../disk/look.ts';
import { readRegularFile } from '../disk/read-regular-file.ts';
import { isIgnored, parseIgnoreRules, type IgnoreRules } from '../ignore/ignore-rules.ts';
import { joinKey, toParent } from './file-key.ts';
import type { LeftOutReason } from './file-state.ts';

/** Never stored: they can be made again, and are large. */
const ALWAYS = new Set(['node_modules', '.venv', '__pycache__']);
/** Only if Git ignores them: a project may keep its sources in a folder of this name. */
const IF_IGNORED = new Set(['dist', 'build', 'out', 'target', '.next', 'venv', '.cache', '.turbo', 'coverage']);
/** Files that exist only while another one is replaced. */
const TEMPORARY = /^\.bowline-[0-9a-f-]+\.(?:old|new|tmp)$/;

/**
 * Git's folder is never read and never restored. Git has a history of its own, and an index or a HEAD that does not
 * match the rest of the folder would damage the repository.
 */
const GIT = '.git';

/** Whether a path is Git's folder or in it. */
export function isInGit(key: string): boolean {
  return key.split('/').includes(GIT);
}

/** Whether a file is only there while another one is replaced. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Decides which folders are left out. Reads each `.gitignore` at most once, and only if a name requires it. */
export class LeftOutFolders {
  readonly #root: string;
  readonly #keepsGit: boolean;
  readonly #above: readonly IgnoreRules[];
  readonly #rules = new Map<string, readonly IgnoreRules[]>();

  /** `keepsGit`: Git's folder is not left out. */
  constructor(root: string, keepsGit = false) {
    this.#root = root;
    this.#keepsGit = keepsGit;
    this.#above = foldersAbove(root).flatMap(readRules);
  }

  /** Why an entry is left out by its name. Undefined if it is not. */
  reasonFor(folder: string, name: string, isFolder: boolean): LeftOutReason | undefined {
    // A worktree has a file instead of a folder.
    if (name === GIT) return this.#keepsGit ? undefined : 'git';
    if (!isFolder) return undefined;
    if (ALWAYS.has(name)) return 'generated';
    return IF_IGNORED.has(name) && this.#isIgnored(joinKey(folder, name)) ? 'generated' : undefined;
  }

  #isIgnored(key: string): boolean {
    if (key === '') return false;
    return isIgnored(this.#rulesIn(toParent(key)), join(this.#root, key), true) || this.#isIgnored(toParent(key));
  }

  #rulesIn(folder: string): readonly IgnoreRules[] {
    let rules = this.#rules.get(folder);
    if (rules === undefined) {
      const above = folder === '' ? this.#above : this.#rulesIn(toParent(folder));
      rules = [...above, ...readRules(join(this.#root, folder))];
      this.#rules.set(folder, rules);
    }
    return rules;
  }
}

function readRules(base: string): readonly IgnoreRules[] {
  const text = readRegularFile(join(base, '.gitignore'))?.toString('utf8');
  return text === undefined ? [] : [parseIgnoreRules({ base, name: '.gitignore' }, text)];
}

/** The folders from the top of the repository down to the root, without the root. */
function foldersAbove(root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = root; kindAt(join(folder, GIT)) === undefined; folder = dirname(folder)) {
    if (folder === dirname(folder)) return [];
    folders.unshift(dirname(folder));
  }
  return folders;
}
