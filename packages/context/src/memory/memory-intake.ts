import { expandImports } from './expand-imports.ts';
import type { MemoryFile, MemoryProblem, MemorySource } from './memory-file.ts';
import { mayRead, withLinkedFolder, type MemoryGround } from './memory-ground.ts';

/** Only the beginning of a longer file is read. */
const MAX_FILE = 100_000;
/** The limit for all files together. */
const MAX_ALL = 400_000;

/** Loads files one after the other: each once, only from allowed places, and within the limits. */
export class MemoryIntake {
  readonly #ground: MemoryGround;
  readonly #seen = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #problems: MemoryProblem[] = [];
  #left = MAX_ALL;

  constructor(ground: MemoryGround) {
    this.#ground = ground;
  }

  get problems(): readonly MemoryProblem[] {
    return this.#problems;
  }

  /** Counts files that were loaded before. */
  async count(files: readonly MemoryFile[]): Promise<void> {
    for (const { path, text, imports } of files) {
      const real = await this.#ground.reader.realPath(path);
      for (const seen of [path, real ?? path, ...imports]) this.#seen.add(seen);
      this.#texts.add(text);
      this.#left = Math.max(0, this.#left - text.length);
    }
  }

  hasSeen(real: string): boolean {
    return this.#seen.has(real);
  }

  /** The file at a path with its imports. Undefined if there is none or all its content is already known. */
  async take(path: string, source: MemorySource): Promise<MemoryFile | undefined> {
    const real = await this.#ground.reader.realPath(path);
    if (real === undefined || this.#seen.has(real)) return undefined;
    const isOwn = source === 'global';
    if (!isOwn && !mayRead(real, source, this.#ground)) {
      this.tell(path, 'is not used: it leads to a place that is not trusted or outside this session');
      return undefined;
    }
    const raw = (await this.read(real, path))?.trim() ?? '';
    if (raw === '' || this.#texts.has(raw)) return undefined;
    this.#texts.add(raw);
    const ground = isOwn ? await withLinkedFolder(this.#ground, real) : this.#ground;
    const { text, imports, isOnlyPointing } = await expandImports(
      raw,
      { path, source, depth: 0 },
      { ground, intake: this },
    );
    return isOnlyPointing ? undefined : { path, text, source, imports };
  }

  /** Reads a real file if there is room left. `path` is the name shown to users. */
  async read(real: string, path: string): Promise<string | undefined> {
    if (this.#left === 0) {
      this.tell(path, `is left out: memory files exceed ${MAX_ALL / 1000} KB in total`);
      return undefined;
    }
    const limit = Math.min(MAX_FILE, this.#left);
    const found = await this.#ground.reader.read(real, limit);
    if (found.kind === 'unreadable') this.tell(path, found.why);
    if (found.kind !== 'text') return undefined;
    this.#seen.add(real);
    this.#left -= found.text.length;
    if (!found.isCut) return found.text;
    this.tell(
      path,
      limit === MAX_FILE ? `is cut after ${MAX_FILE / 1000} KB` : 'is cut: memory files are too long in total',
    );
    return `${toWholeLines(found.text)}\n[the rest of this file is omitted]`;
  }

  tell(path: string, text: string): void {
    this.#problems.push({ path, text });
  }
}

function toWholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
