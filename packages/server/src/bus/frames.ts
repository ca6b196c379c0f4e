import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const placed = { by: z.string(), n: z.int() };
const frameSchema = z.union([
  z.object({ ...placed, texts: z.array(z.string()) }),
  z.object({ ...placed, of: z.int().positive().max(1000), at: z.int().nonnegative(), piece: z.string() }),
]);

/** Bytes that a frame needs besides its texts: the other keys, commas, and a number of any length. */
const ENVELOPE = 100;
/** Longer texts are not sent: processes that need them read the store. */
const LONGEST_TEXT = 1_000_000;
/**
 * Maximum number of incomplete texts that a reader keeps. The oldest is dropped, since one of its pieces was probably
 * lost.
 */
const OPEN_TEXTS = 64;

/** Packs texts into frames of at most `limit` bytes: short texts share a frame, long ones are split into pieces. */
export class FrameWriter {
  readonly #limit: number;
  readonly #by = randomBytes(6).toString('base64url');
  /** Makes every frame unique: PostgreSQL delivers identical notifications of a transaction only once. */
  #n = 0;

  constructor(limit: number) {
    this.#limit = limit - ENVELOPE;
  }

  write(texts: readonly string[]): string[] {
    const frames: string[] = [];
    let together: string[] = [];
    let size = 0;
    const flush = (): void => {
      if (together.length > 0) frames.push(this.#frame({ texts: together }));
      together = [];
      size = 0;
    };
    for (const text of texts) {
      const bytes = Buffer.byteLength(JSON.stringify(text)) + 1;
      if (size + bytes > this.#limit) flush();
      if (bytes > this.#limit) frames.push(...this.#split(text));
      else {
        together.push(text);
        size += bytes;
      }
    }
    flush();
    return frames;
  }

  #split(text: string): string[] {
    if (text.length > LONGEST_TEXT) return [];
    const encoded = Buffer.from(text).toString('base64');
    const of = Math.ceil(encoded.length / this.#limit);
    return Array.from({ length: of }, (_, at) =>
      this.#frame({ of, at, piece: encoded.slice(at * this.#limit, (at + 1) * this.#limit) }),
    );
  }

  #frame(content: object): string {
    return JSON.stringify({ by: this.#by, n: (this.#n += 1), ...content });
  }
}

/** Unpacks frames. Ignores input that is not a frame, and texts of which a piece was lost. */
export class FrameReader {
  readonly #open = new Map<string, { readonly pieces: string[]; missing: number }>();

  read(frame: string): readonly string[] {
    const parsed = frameSchema.safeParse(parseJson(frame));
    if (!parsed.success) return [];
    if ('texts' in parsed.data) return parsed.data.texts;
    const { by, n, of, at, piece } = parsed.data;
    // Pieces are numbered consecutively, so the number of the first piece identifies the text.
    const name = `${by} ${n - at}`;
    const open = this.#open.get(name) ?? this.#begin(name, of);
    if (open.pieces[at] !== undefined) return [];
    open.pieces[at] = piece;
    open.missing -= 1;
    if (open.missing > 0) return [];
    this.#open.delete(name);
    return [Buffer.from(open.pieces.join(''), 'base64').toString()];
  }

  #begin(name: string, of: number): { pieces: string[]; missing: number } {
    const begun = { pieces: [], missing: of };
    this.#open.set(name, begun);
    const [oldest] = this.#open.keys();
    if (this.#open.size > OPEN_TEXTS && oldest !== undefined) this.#open.delete(oldest);
    return begun;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not a frame of ours
  }
}
