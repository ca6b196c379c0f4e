import { hash } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import type { ObjectStore } from '../objects/object-store.ts';
import { cutChunks } from './cut-chunks.ts';
import { MAX_PACKED_BYTES, packChunk, unpackChunk } from './pack-chunk.ts';

/** How many requests run at once. */
const PARALLEL = 16;
/** What was not written for this long and is in no save is removed. Older pieces are therefore written again. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

/** The key of a piece. */
export function toChunkKey(chunk: string): string {
  return `chunks/${chunk.slice(0, 2)}/${chunk}`;
}

/** Contents in pieces, each of which is stored once under its hash. */
export class ChunkStore {
  readonly #store: ObjectStore;
  #known: ReadonlySet<string> = new Set();
  readonly #sending = new Map<string, Promise<void>>();
  #sentBytes = 0;
  #failure: AgentError | undefined;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** How many bytes were sent in all. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Replaces what is known to be stored: pieces of a save that is kept. */
  setKnown(chunks: Iterable<string>): void {
    this.#known = new Set(chunks);
  }

  /** Resolves to the pieces of a content when there is room for sending more. `flush` waits until they are stored. */
  async put(bytes: Uint8Array): Promise<readonly string[]> {
    const chunks: string[] = [];
    for (const piece of cutChunks(bytes)) {
      const chunk = hash('sha256', piece, 'hex');
      chunks.push(chunk);
      if (this.#known.has(chunk) || this.#sending.has(chunk)) continue;
      while (this.#sending.size >= PARALLEL) await Promise.race(this.#sending.values());
      const sending = this.#send(chunk, piece)
        .catch((thrown: unknown) => {
          this.#failure ??= AgentError.from(thrown);
        })
        .finally(() => this.#sending.delete(chunk));
      this.#sending.set(chunk, sending);
    }
    return chunks;
  }

  /** Resolves when all pieces are stored. Throws if one could not be. */
  async flush(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending.values());
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  /** A content, checked by its hash. */
  async get(content: { readonly hash: string; readonly chunks: readonly string[] }): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < content.chunks.length; at += PARALLEL)
      pieces.push(...(await Promise.all(content.chunks.slice(at, at + PARALLEL).map((chunk) => this.#read(chunk)))));
    const bytes = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
    if (hash('sha256', bytes, 'hex') === content.hash) return bytes;
    throw new AgentError('STORE_FAILED', `A stored file is damaged: ${content.hash}`);
  }

  async #send(chunk: string, piece: Uint8Array): Promise<void> {
    const key = toChunkKey(chunk);
    const found = await this.#store.facts(key);
    if (found !== undefined && found.at > Date.now() - GRACE_MS / 2) return;
    const packed = packChunk(piece);
    await this.#store.put(key, packed);
    this.#sentBytes += packed.length;
  }

  async #read(chunk: string): Promise<Uint8Array> {
    const stored = await this.#store.get(toChunkKey(chunk), MAX_PACKED_BYTES);
    if (stored !== undefined) return unpackChunk(stored, chunk);
    throw new AgentError('STORE_FAILED', `A piece of a saved file is no longer stored: ${chunk}`);
  }
}
