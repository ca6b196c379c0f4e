import { randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
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
  readonly #ledger: string | undefined;

  /**
   * The journal is one folder for all processes of an installation. The ledger is one for all installations of a person:
   * by it placeholders are kept, never removed, because it may lie where commands can write.
   */
  constructor(journal: string, pid: number, ledger?: string) {
    this.#journal = journal;
    this.#pid = pid;
    this.#ledger = ledger;
    this.#sweep();
  }

  /** Whether a path is a placeholder of a command that runs. */
  has(path: string): boolean {
    return this.#inUse().has(path);
  }

  /** Makes placeholders; the result removes them. */
  make(paths: readonly ProtectedPath[]): () => void {
    if (paths.length === 0) return () => undefined;
    const name = `${this.#pid}-${randomUUID()}.json`;
    const text = JSON.stringify({ pid: this.#pid, start: startOfProcess(this.#pid) ?? '', paths } satisfies Entry);
    const remove = (): void => {
      for (const folder of this.#folders) removeEntry(folder, name);
      this.#remove(paths);
    };
    try {
      for (const folder of this.#folders) writeEntry(folder, name, text);
      for (const each of paths) makeOne(each);
    } catch (thrown) {
      remove(); // an entry of ours would keep the placeholders of later commands
      throw thrown;
    }
    return remove;
  }

  get #folders(): readonly string[] {
    return this.#ledger === undefined ? [this.#journal] : [this.#journal, this.#ledger];
  }

  #remove(paths: readonly ProtectedPath[]): void {
    // Looked up once: each look reads the journal, and there are many paths.
    const inUse = this.#inUse();
    for (const each of paths) if (!inUse.has(each.path)) removeOne(each);
  }

  /** Placeholders of commands that run, of any process. */
  #inUse(): ReadonlySet<string> {
    const living = this.#folders.flatMap(readEntries).filter(({ entry }) => isAlive(entry));
    return new Set(living.flatMap(({ entry }) => entry.paths.map(({ path }) => path)));
  }

  #sweep(): void {
    for (const folder of this.#folders) {
      removeHalfWritten(folder);
      for (const { file, entry } of readEntries(folder)) {
        if (isAlive(entry)) continue;
        rmSync(file, { force: true });
        if (folder === this.#journal) this.#remove(entry.paths);
      }
    }
  }
}

/** Whole or not at all: who finds half an entry would take its placeholders for unused. */
function writeEntry(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.tmp`, text, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** A process that was killed while it wrote an entry leaves a file that no reader can use. */
function removeHalfWritten(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^(\d+)-.*\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && startOfProcess(Number(pid)) === undefined) rmSync(join(folder, name), { force: true });
  }
}

function removeEntry(folder: string, name: string): void {
  try {
    for (const file of [name, `${name}.tmp`]) rmSync(join(folder, file), { force: true });
  } catch {
    // The folder is no folder any more: there is no entry in it.
  }
}

function readEntries(folder: string): { readonly file: string; readonly entry: Entry }[] {
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const entry = parseEntry(readText(file));
    return entry === undefined ? [] : [{ file, entry }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function parseEntry(text: string | undefined): Entry | undefined {
  try {
    const entry = JSON.parse(text ?? 'null') as Entry | null;
    return entry !== null && Array.isArray(entry.paths) ? entry : undefined;
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
