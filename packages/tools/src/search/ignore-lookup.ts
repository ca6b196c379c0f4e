import { dirname, join } from 'node:path';
import { isIgnored, parseIgnoreRules, type IgnoreRules } from './ignore-rules.ts';

type Read = (path: string) => Promise<Uint8Array | undefined>;

/** The rules that the ignore files of one folder hold. */
export async function readIgnoreRules(
  folder: string,
  names: readonly string[],
  read: Read,
): Promise<readonly IgnoreRules[]> {
  const texts = await Promise.all(names.map((name) => read(join(folder, name))));
  return texts.flatMap((bytes) =>
    bytes === undefined ? [] : [parseIgnoreRules(folder, Buffer.from(bytes).toString('utf8'))],
  );
}

/** The folders from a root down to a folder, both included; the folder alone when no root holds it. */
export function toAncestors(folder: string, roots: readonly string[]): readonly string[] {
  const folders = [folder];
  const isBelowRoot = roots.some((root) => folder.startsWith(`${root}/`));
  for (let at = folder; isBelowRoot && !roots.includes(at);) {
    at = dirname(at);
    folders.unshift(at);
  }
  return folders;
}

/** Answers whether ignore files hide a path, or a folder above it, reading each of them once. */
export class IgnoreLookup {
  readonly #roots: readonly string[];
  readonly #names: readonly string[];
  readonly #read: Read;
  readonly #rules = new Map<string, Promise<readonly IgnoreRules[]>>();

  constructor(roots: readonly string[], names: readonly string[], read: Read) {
    this.#roots = roots;
    this.#names = names;
    this.#read = read;
  }

  async hides(path: string, isFolder: boolean): Promise<boolean> {
    const stack: IgnoreRules[] = [];
    const folders = toAncestors(dirname(path), this.#roots);
    for (const [at, folder] of folders.entries()) {
      stack.push(...(await this.#rulesOf(folder)));
      const next = folders[at + 1];
      if (next === undefined ? isIgnored(stack, path, isFolder) : isIgnored(stack, next, true)) return true;
    }
    return false;
  }

  #rulesOf(folder: string): Promise<readonly IgnoreRules[]> {
    let rules = this.#rules.get(folder);
    if (rules === undefined) {
      rules = readIgnoreRules(folder, this.#names, this.#read);
      this.#rules.set(folder, rules);
    }
    return rules;
  }
}
