import type { Contents } from './contents.ts';
import type { ReadEntry } from './read-entry.ts';

/** Contents by hash, stored or not. */
export type ContentSource = Pick<Contents, 'has' | 'get' | 'put'>;

/**
 * The stored contents and those that a look has found in files. Nothing is stored: a look may be made by a process that
 * does not know which keys a content must not hold.
 */
export class ContentsAside implements ContentSource {
  readonly #stored: Pick<Contents, 'has' | 'get'>;
  readonly #read: (path: string) => ReadEntry;
  /** Read again when they are needed, because there may be many. */
  readonly #paths = new Map<string, string>();
  readonly #merged = new Map<string, Uint8Array>();

  constructor(stored: Pick<Contents, 'has' | 'get'>, read: (path: string) => ReadEntry) {
    this.#stored = stored;
    this.#read = read;
  }

  /** Reads a path and remembers where its content is. */
  see(path: string): ReadEntry {
    const entry = this.#read(path);
    if (entry.seen?.kind === 'file') this.#paths.set(entry.seen.hash, path);
    return entry;
  }

  has(key: string): boolean {
    return this.#merged.has(key) || this.#paths.has(key) || this.#stored.has(key);
  }

  get(key: string): Uint8Array | undefined {
    return this.#merged.get(key) ?? this.#stored.get(key) ?? this.#fromFile(key);
  }

  put(key: string, bytes: Uint8Array): boolean {
    this.#merged.set(key, bytes);
    return true;
  }

  #fromFile(key: string): Uint8Array | undefined {
    const path = this.#paths.get(key);
    if (path === undefined) return undefined;
    const { seen, bytes } = this.#read(path);
    return seen?.kind === 'file' && seen.hash === key ? bytes : undefined;
  }
}
