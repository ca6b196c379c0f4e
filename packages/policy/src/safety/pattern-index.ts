import { matchName, matchParts } from './match-glob.ts';

/** A path to match patterns against, with all names in lower case. */
export interface PatternQuery {
  readonly fromRoot: readonly string[];
  /** Undefined if the path is not in the home directory. */
  readonly fromHome: readonly string[] | undefined;
  readonly below: readonly string[];
}

/**
 * Patterns, indexed for lookup. A scan for keys checks every file of a workspace, and trying each pattern at each depth
 * takes twenty times as long.
 */
export class PatternIndex {
  /** Plain names, and `*.end` patterns by `.end`. */
  readonly #names = new Set<string>();
  readonly #endings = new Set<string>();
  /** Other patterns for a single name. */
  readonly #loose: string[] = [];
  /** Patterns of several names, by the first name if it has no wildcards. */
  readonly #deep = new Map<string, (readonly string[])[]>();
  readonly #looseDeep: (readonly string[])[] = [];
  readonly #home = new Map<string, (readonly string[])[]>();
  readonly #root = new Map<string, (readonly string[])[]>();

  /** Takes patterns separated by spaces. */
  constructor(patterns: string) {
    for (const text of patterns.split(' ').filter((word) => word !== '')) this.#add(text);
  }

  fits({ fromRoot, fromHome, below }: PatternQuery): boolean {
    const name = below.at(-1);
    if (name !== undefined && (this.#fitsName(name) || this.#fitsDeep(below))) return true;
    return fitsFrom(this.#root, fromRoot) || (fromHome !== undefined && fitsFrom(this.#home, fromHome));
  }

  #add(text: string): void {
    const parts = text.replace(/^(?:~\/|\/)/, '').split('/');
    const [first = ''] = parts;
    if (text.startsWith('~/')) keep(this.#home, first, parts);
    else if (text.startsWith('/')) keep(this.#root, first, parts);
    else if (parts.length === 1) this.#addName(first);
    else if (isPlain(first)) keep(this.#deep, first, parts);
    else this.#looseDeep.push(parts);
  }

  #addName(name: string): void {
    if (isPlain(name)) this.#names.add(name);
    else if (/^\*\.[^.*?]+$/.test(name)) this.#endings.add(name.slice(1));
    else this.#loose.push(name);
  }

  #fitsName(name: string): boolean {
    if (this.#names.has(name)) return true;
    const dot = name.lastIndexOf('.');
    if (dot !== -1 && this.#endings.has(name.slice(dot))) return true;
    return this.#loose.some((pattern) => matchName(pattern, name));
  }

  #fitsDeep(below: readonly string[]): boolean {
    const isFirst = (name: string, n: number): boolean =>
      this.#deep.get(name)?.some((pattern) => matchParts(pattern, below, n)) === true;
    return (
      below.some(isFirst) || this.#looseDeep.some((pattern) => below.some((_, n) => matchParts(pattern, below, n)))
    );
  }
}

function fitsFrom(patterns: ReadonlyMap<string, (readonly string[])[]>, parts: readonly string[]): boolean {
  return patterns.get(parts[0] ?? '')?.some((pattern) => matchParts(pattern, parts)) === true;
}

function keep(patterns: Map<string, (readonly string[])[]>, first: string, parts: readonly string[]): void {
  patterns.set(first, [...(patterns.get(first) ?? []), parts]);
}

const isPlain = (name: string): boolean => !/[*?]/.test(name);
