import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindAt, readText } from './look.ts';
import { startOfProcess } from './process-stat.ts';
import type { ProtectedPath } from './protected-paths.ts';

/** One command's placeholders, as they are written down before they are made. */
interface Entry {
  readonly pid: number;
  readonly start: string;
  readonly paths: readonly ProtectedPath[];
}

/**
 * Files and folders that stand in for protected paths while commands run that must not create them.
 *
 * Removing one takes the mount over it away from every command that has it, so each is removed with the last command
 * that needs it, of any process. What a killed process left is removed by the next one that opens the same journal.
 */
export class Placeholders {
  readonly #journal: string;
  readonly #pid: number;
  #made = 0;

  /** The journal is one folder for all processes of a person. */
  constructor(journal: string, pid: number) {
    this.#journal = journal;
    this.#pid = pid;
    this.#sweep();
  }

  /** Whether a path is a placeholder of a command that runs. */
  has(path: string): boolean {
    return this.#inUse().has(path);
  }

  /** Makes placeholders; the result removes them. */
  make(paths: readonly ProtectedPath[]): () => void {
    if (paths.length === 0) return () => undefined;
    const file = join(this.#journal, `${this.#pid}-${(this.#made += 1)}.json`);
    mkdirSync(this.#journal, { recursive: true, mode: 0o700 });
    const entry: Entry = { pid: this.#pid, start: startOfProcess(this.#pid) ?? '', paths };
    writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
    for (const each of paths) makeOne(each);
    return () => {
      rmSync(file, { force: true });
      this.#remove(paths);
    };
  }

  #remove(paths: readonly ProtectedPath[]): void {
    // Looked up once: each look reads the journal, and there are many paths.
    const inUse = this.#inUse();
    for (const each of paths) if (!inUse.has(each.path)) removeOne(each);
  }

  /** Placeholders of commands that run, of any process. */
  #inUse(): ReadonlySet<string> {
    const living = this.#entries().filter(({ entry }) => isAlive(entry));
    return new Set(living.flatMap(({ entry }) => entry.paths.map(({ path }) => path)));
  }

  #sweep(): void {
    for (const { file, entry } of this.#entries()) {
      if (isAlive(entry)) continue;
      rmSync(file, { force: true });
      this.#remove(entry.paths);
    }
  }

  #entries(): { readonly file: string; readonly entry: Entry }[] {
    let names: string[];
    try {
      names = readdirSync(this.#journal);
    } catch {
      return [];
    }
    return names.flatMap((name) => {
      const file = join(this.#journal, name);
      const entry = parseEntry(readText(file));
      return entry === undefined ? [] : [{ file, entry }];
    });
  }
}

function parseEntry(text: string | undefined): Entry | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Entry);
  } catch {
    // It is being written by another process.
    return undefined;
  }
}

function makeOne({ path, kind, content = '' }: ProtectedPath): void {
  try {
    if (kind === 'folder') mkdirSync(path, 0o555);
    else writeFileSync(path, content, { flag: 'wx', mode: 0o444 });
  } catch (thrown) {
    // Another command's, or the real one by now: either is mounted as it is.
    if (kindAt(path) === undefined) throw thrown;
  }
}

/** Only what is still as it was made: a person may have written the real one in the meantime. */
function removeOne({ path, kind, content = '' }: ProtectedPath): void {
  try {
    if (kind === 'folder') {
      if (lstatSync(path).isDirectory()) rmdirSync(path);
    } else if (lstatSync(path).isFile() && readFileSync(path, 'utf8') === content) unlinkSync(path);
  } catch {
    // In use, or gone.
  }
}

const isAlive = ({ pid, start }: Entry): boolean => start !== '' && startOfProcess(pid) === start;
