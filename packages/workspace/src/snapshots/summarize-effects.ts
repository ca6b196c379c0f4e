import type { Display } from '@bowline/protocol';
import { isUtf8 } from 'node:buffer';
import { diffIndices } from 'node-diff3';
import type { Contents } from './contents.ts';
import type { FileChange, MaybeState } from './file-state.ts';
import { isOnlyFolder, isRunByGit, toListed } from './listed-changes.ts';
import { describeDatabase } from './describe-database.ts';

/** A changed path for a list. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Lines of text, if they could be compared. */
  readonly added?: number;
  readonly removed?: number;
  /** What else there is to say, such as `binary` or `executable`. */
  readonly note?: string;
}

type Diff = Extract<Display, { type: 'diff' }>;

/** What a person is shown of a run. */
export interface EffectsSummary {
  /** The first ones. */
  readonly files: readonly ChangedFile[];
  /** How many there are. */
  readonly fileCount: number;
  /** The texts of the first files that are not too large. */
  readonly diffs: readonly Diff[];
  /** Databases with the tables whose rows differ. */
  readonly databases: readonly { readonly path: string; readonly tables: readonly string[] }[];
}

const MAX_FILES = 200;
const MAX_DIFF_FILES = 20;
const MAX_DIFF_CHARS = 20_000;
const MAX_ALL_CHARS = 100_000;
/** The comparison takes longer than linear time. */
const MAX_LINES = 4000;
const MAX_DATABASES = 5;
const DATABASE = Buffer.from('SQLite format 3\0');

/** Where the versions of databases are. */
interface Places {
  readonly root: string;
  readonly view: string;
  readonly scratch: string;
}

/** Summarizes changes for a person. */
export function summarizeEffects(changes: readonly FileChange[], contents: Contents, places: Places): EffectsSummary {
  const shown = toListed(changes);
  const summary = new Summary(contents, places);
  const files = shown.slice(0, MAX_FILES).map((change) => summary.describe(change));
  const { diffs, databases } = summary;
  return { files, fileCount: shown.length, diffs, databases };
}

class Summary {
  readonly diffs: Diff[] = [];
  readonly databases: { readonly path: string; readonly tables: readonly string[] }[] = [];
  readonly #contents: Contents;
  readonly #places: Places;
  #chars = 0;

  constructor(contents: Contents, places: Places) {
    this.#contents = contents;
    this.#places = places;
  }

  describe({ path, before, after }: FileChange): ChangedFile {
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
    if (isOnlyFolder({ before, after })) return { path, change, note: 'folder' };
    const [was, is] = [textOf(before, this.#contents), textOf(after, this.#contents)];
    const isText = was !== undefined && is !== undefined;
    if (isText) this.#addDiff(path, was, is);
    const binary = isText ? [] : [this.#describeBinary(path, before, after)];
    const notes = [...binary, ...noteModes(before, after), ...noteGit(path, after)];
    const counts = isText ? countLines(was, is) : {};
    return { path, change, ...counts, ...(notes.length === 0 ? {} : { note: notes.join(', ') }) };
  }

  #addDiff(path: string, before: string, after: string): void {
    const size = before.length + after.length;
    const fits = this.diffs.length < MAX_DIFF_FILES && this.#chars + size <= MAX_ALL_CHARS;
    if (before === after || size > MAX_DIFF_CHARS || !fits) return;
    this.diffs.push({ type: 'diff', path, before, after });
    this.#chars += size;
  }

  #describeBinary(path: string, before: MaybeState, after: MaybeState): string {
    if (![before, after].some((state) => isDatabaseFile(state, this.#contents))) return 'binary';
    if (before !== null && after !== null && this.databases.length < MAX_DATABASES) {
      const { root, view, scratch } = this.#places;
      const tables = describeDatabase(path, { before: root, after: view, scratch });
      if (tables !== undefined) this.databases.push({ path, tables });
    }
    return 'SQLite database';
  }
}

/** The text of a file or link, or undefined if it is no text. Nothing is the empty text. */
function textOf(state: MaybeState, contents: Contents): string | undefined {
  if (state?.kind === 'link') return `link to ${state.target}\n`;
  if (state?.kind !== 'file') return '';
  const bytes = contents.get(state.hash);
  return bytes === undefined || !isUtf8(bytes) || bytes.includes(0) ? undefined : Buffer.from(bytes).toString('utf8');
}

function isDatabaseFile(state: MaybeState, contents: Contents): boolean {
  const bytes = state?.kind === 'file' ? contents.get(state.hash) : undefined;
  return bytes !== undefined && DATABASE.equals(bytes.subarray(0, DATABASE.length));
}

function noteGit(path: string, after: MaybeState): readonly string[] {
  return after !== null && isRunByGit(path) ? ['makes Git run programs'] : [];
}

function noteModes(before: MaybeState, after: MaybeState): readonly string[] {
  if (after === null) return [];
  if (before !== null && before.kind !== after.kind) return [`${before.kind} becomes ${after.kind}`];
  if (after.kind === 'link') return [];
  const was = before === null || before.kind === 'link' ? undefined : before.mode;
  if (was === after.mode || was === undefined)
    return after.kind === 'file' && isExecutable(after.mode) ? ['executable'] : [];
  return [`mode ${was.toString(8)} → ${after.mode.toString(8)}`];
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

function countLines(before: string, after: string): Pick<ChangedFile, 'added' | 'removed'> {
  const [was, is] = [linesOf(before), linesOf(after)];
  if (was.length === 0 || is.length === 0) return { added: is.length, removed: was.length };
  if (was.length > MAX_LINES || is.length > MAX_LINES) return {};
  let [added, removed] = [0, 0];
  for (const { buffer1, buffer2 } of diffIndices(was, is)) {
    removed += buffer1[1];
    added += buffer2[1];
  }
  return { added, removed };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
