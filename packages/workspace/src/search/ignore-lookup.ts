import {
  addRules,
  isIgnored,
  parseIgnoreRules,
  ROOT_IGNORE_FILES,
  type IgnoreFile,
  type IgnoreRules,
} from '../ignore/ignore-rules.ts';
import { dirname, join } from 'node:path';

type Read = (path: string) => Promise<Uint8Array | undefined>;

/** The ignore files and how to read them. */
export interface IgnoreSource {
  /** The directories of the session. Rules apply from there down. */
  readonly roots: readonly string[];
  readonly names: readonly IgnoreFile[];
  readonly read: Read;
}

/** The rules in the ignore files of one directory. */
export async function readIgnoreRules(folder: string, source: IgnoreSource): Promise<readonly IgnoreRules[]> {
  const isRoot = source.roots.includes(folder);
  const names = source.names.filter((name) => isRoot || !ROOT_IGNORE_FILES.includes(name));
  const texts = await Promise.all(names.map((name) => source.read(join(folder, name))));
  return names.flatMap((name, at) => {
    const bytes = texts[at];
    return bytes === undefined ? [] : [parseIgnoreRules({ base: folder, name }, Buffer.from(bytes).toString('utf8'))];
  });
}

/** The directories from a root down to a directory, both included. Only the directory if no root contains it. */
export function toAncestors(folder: string, roots: readonly string[]): readonly string[] {
  const folders = [folder];
  const isBelowRoot = roots.some((root) => folder.startsWith(`${root}/`));
  for (let at = folder; isBelowRoot && !roots.includes(at);) {
    at = dirname(at);
    folders.unshift(at);
  }
  return folders;
}

/** All rules that apply in a directory, including its own. */
export async function readRulesDownTo(folder: string, source: IgnoreSource): Promise<readonly IgnoreRules[]> {
  const folders = toAncestors(folder, source.roots);
  const rules = await Promise.all(folders.map((each) => readIgnoreRules(each, source)));
  return addRules([], rules.flat());
}

interface Standing {
  readonly rules: readonly IgnoreRules[];
  readonly isHidden: boolean;
}

/**
 * Tells whether ignore files exclude a path or a directory above it. Reads each file once. The starting directory is
 * never excluded.
 */
export class IgnoreLookup {
  readonly #source: IgnoreSource;
  readonly #begin: string | undefined;
  readonly #standings = new Map<string, Promise<Standing>>();

  constructor(source: IgnoreSource, begin?: string) {
    this.#source = source;
    this.#begin = begin;
  }

  async hides(path: string, isFolder: boolean): Promise<boolean> {
    const { rules, isHidden } = await this.#standingOf(dirname(path));
    return isHidden || isIgnored(rules, path, isFolder);
  }

  #standingOf(folder: string): Promise<Standing> {
    let standing = this.#standings.get(folder);
    if (standing === undefined) {
      standing = this.#find(folder);
      this.#standings.set(folder, standing);
    }
    return standing;
  }

  async #find(folder: string): Promise<Standing> {
    const { roots } = this.#source;
    const isTop = roots.includes(folder) || folder === dirname(folder);
    if (isTop || folder === this.#begin) {
      return { rules: await readRulesDownTo(folder, this.#source), isHidden: false };
    }
    const above = await this.#standingOf(dirname(folder));
    if (above.isHidden || isIgnored(above.rules, folder, true)) return { rules: [], isHidden: true };
    return { rules: addRules(above.rules, await readIgnoreRules(folder, this.#source)), isHidden: false };
  }
}
