import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findIgnoreRule, parseIgnoreRules, ROOT_IGNORE_FILES, type IgnoreRules } from './ignore-rules.ts';
import { isMissing, isUnchanged, toStamp, type Stamp } from '../disk/stamp.ts';

/** The line that hides a path. Null: the whole file, which cannot be read. */
export interface HidingLine {
  readonly file: string;
  readonly line: number | null;
}

/** Maximum size of an ignore file. A larger one counts as unreadable. */
const MAX_BYTES = 1_000_000;

/** The rules of all ignore files at one moment. */
export class HidingRules {
  readonly files: readonly IgnoreRules[];
  /** Existing ignore files that cannot be read. Everything that they could match is hidden. */
  readonly unreadable: readonly string[];
  /** Rules grouped by folder, lowest precedence first. */
  readonly #groups: readonly (readonly IgnoreRules[])[];
  readonly #folders = new Map<string, HidingLine | null>();

  constructor(files: readonly IgnoreRules[], unreadable: readonly string[]) {
    this.files = files;
    this.unreadable = unreadable;
    this.#groups = [...Map.groupBy(files, ({ base }) => base).values()];
  }

  get isEmpty(): boolean {
    return this.files.length === 0 && this.unreadable.length === 0;
  }

  /** Whether a rule contains this text. */
  mentions(text: string): boolean {
    return this.files.some(({ rules }) => rules.some(({ glob }) => glob.includes(text)));
  }

  /** The line that hides a path or a folder above it, or undefined. */
  find(path: string, isFolder: boolean): HidingLine | undefined {
    return this.#findAbove(dirname(path)) ?? this.findAt(path, isFolder);
  }

  /** The line that matches the path itself. */
  findAt(path: string, isFolder: boolean): HidingLine | undefined {
    const file = this.unreadable.find((each) => path !== each && path.startsWith(`${dirname(each)}/`));
    if (file !== undefined) return { file, line: null };
    // Some file systems find a name in any Unicode normalization form.
    const written = path.normalize('NFC');
    if (this.#isOwn(written)) return undefined;
    for (const files of this.#groups) {
      const found = findIgnoreRule(files, written, isFolder);
      if (found?.rule.isNegated !== false) continue;
      return { file: join(found.rules.base, found.rules.name), line: found.rule.line };
    }
    return undefined;
  }

  #findAbove(folder: string): HidingLine | undefined {
    if (folder === dirname(folder)) return undefined;
    const known = this.#folders.get(folder);
    if (known !== undefined) return known ?? undefined;
    const found = this.#findAbove(dirname(folder)) ?? this.findAt(folder, true);
    this.#folders.set(folder, found ?? null);
    return found;
  }

  /** Ignore files contain only names, so they stay readable. */
  #isOwn(path: string): boolean {
    return this.files.some(({ base, name }) => path === join(base, name));
  }
}

interface KnownFile {
  readonly stamp: Stamp;
  readonly text: string;
  readonly rules: IgnoreRules;
}

/** Reads the ignore files of folders, and reads them again only if they have changed. */
export class HidingRulesReader {
  readonly #now: () => number;
  #known = new Map<string, KnownFile>();
  #last = new HidingRules([], []);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The current rules. Returns the same object as before if nothing has changed. */
  read(folders: readonly string[]): HidingRules {
    const known = new Map<string, KnownFile>();
    const unreadable: string[] = [];
    for (const base of folders) {
      for (const name of ROOT_IGNORE_FILES) {
        const path = join(base, name);
        const found = readRules({ base, name, path, nowMs: this.#now() }, this.#known.get(path));
        if (found === 'unreadable') unreadable.push(path);
        else if (found !== undefined) known.set(path, found);
      }
    }
    const files = [...known.values()].map(({ rules }) => rules);
    this.#known = known;
    const isSame = hasSame(files, this.#last.files) && hasSame(unreadable, this.#last.unreadable);
    if (!isSame) this.#last = new HidingRules(files, unreadable);
    return this.#last;
  }
}

function hasSame(now: readonly unknown[], before: readonly unknown[]): boolean {
  return now.length === before.length && now.every((each, at) => each === before[at]);
}

interface Place extends Pick<IgnoreRules, 'base' | 'name'> {
  readonly path: string;
  readonly nowMs: number;
}

function readRules(place: Place, known: KnownFile | undefined): KnownFile | 'unreadable' | undefined {
  try {
    const found = statSync(place.path, { throwIfNoEntry: false });
    // Opening a pipe would block.
    if (found?.isFile() !== true) return undefined;
    if (known !== undefined && isUnchanged(known.stamp, found)) return known;
    return found.size > MAX_BYTES ? 'unreadable' : parse(place, toStamp(found, place.nowMs), known);
  } catch (thrown) {
    return isMissing(thrown) ? undefined : 'unreadable';
  }
}

function parse({ path, base, name }: Place, stamp: Stamp, known: KnownFile | undefined): KnownFile {
  const text = readFileSync(path, 'utf8').normalize('NFC');
  if (known?.text === text) return { ...known, stamp };
  return { stamp, text, rules: parseIgnoreRules({ base: base.normalize('NFC'), name }, text) };
}
