import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../disk/replace-file.ts';
import { kindAt, readText } from '../../disk/look.ts';
import { startOfProcess } from './process-stat.ts';
import type { ProtectedPath } from './protected-paths.ts';

/** The placeholders of one command, recorded before they are created. */
interface Entry {
  readonly pid: number;
  readonly start: string;
  readonly paths: readonly ProtectedPath[];
}

/**
 * Files and folders that take the place of protected paths while commands run that must not create them.
 *
 * Removing one also removes the mount over it in every command, so each is removed with the last command that needs it,
 * in any process. The next process that opens the same journal removes those of a killed process.
 */
export class Placeholders {
  readonly #journal: string;
  readonly #pid: number;
  readonly #ledger: string | undefined;

  /**
   * The journal is one folder for all processes of an installation. The ledger is one for all installations of a user:
   * it can only keep placeholders, never remove them, because commands may be able to write there.
   */
  constructor(journal: string, pid: number, ledger?: string) {
    this.#journal = journal;
    this.#pid = pid;
    this.#ledger = ledger;
    this.#sweep();
  }

  /** Whether a path is a placeholder of a running command. */
  has(path: string): boolean {
    return this.#inUse().has(path);
  }

  /** Creates placeholders. Call the result to remove them. */
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
      remove(); // the entry would keep placeholders of later commands
      throw thrown;
    }
    return remove;
  }

  get #folders(): readonly string[] {
    return this.#ledger === undefined ? [this.#journal] : [this.#journal, this.#ledger];
  }

  #remove(paths: readonly ProtectedPath[]): void {
    // Computed once: each lookup reads the journal, and there are many paths.
    const inUse = this.#inUse();
    for (const each of paths) if (!inUse.has(each.path)) removeOne(each);
  }

  /** Placeholders of running commands in any process. */
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

/** Written atomically: a reader of half an entry would treat its placeholders as unused. */
function writeEntry(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(file, text, { isDurable: false });
}

/** Removes partial files left by processes that were killed while writing an entry. */
function removeHalfWritten(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^(\d+)-.*\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && startOfProcess(Number(pid)) === undefined) rmSync(join(folder, name), { force: true });
  }
}

function removeEntry(folder: string, name: string): void {
  try {
    rmSync(join(folder, name), { force: true });
  } catch {
    // The folder no longer exists, so it has no entries.
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
    // Another process is writing it.
    return undefined;
  }
}

function makeOne({ path, kind, content = '' }: ProtectedPath): void {
  try {
    if (kind === 'folder') mkdirSync(path, 0o555);
    else writeFileSync(path, content, { flag: 'wx', mode: 0o444 });
  } catch (thrown) {
    // It belongs to another command or is real by now. In both cases it is mounted as is.
    if (kindAt(path) === undefined) throw thrown;
  }
}

/** Removes a placeholder only if it is unchanged, since the user may have created the real file meanwhile. */
function removeOne({ path, kind, content = '' }: ProtectedPath): void {
  try {
    if (kind === 'folder') {
      if (lstatSync(path).isDirectory()) rmdirSync(path);
    } else if (lstatSync(path).isFile() && readFileSync(path, 'utf8') === content) unlinkSync(path);
  } catch {
    // In use, or already removed.
  }
}

const isAlive = ({ pid, start }: Entry): boolean => start !== '' && startOfProcess(pid) === start;
