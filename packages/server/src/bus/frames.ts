import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const placed = { by: z.string(), n: z.int() };
const frameSchema = z.union([
  z.object({ ...placed, texts: z.array(z.string()) }),
  z.object({ ...placed, of: z.int().positive().max(1000), at: z.int().nonnegative(), piece: z.string() }),
]);

/** What a frame needs besides its texts: the other keys, the commas, a number of any length. */
const ENVELOPE = 100;
/** Longer texts are not sent: processes that need them read the store. */
const LONGEST_TEXT = 1_000_000;
/** Texts in pieces that a reader waits for at once; of one that lost a piece nothing is kept. */
const OPEN_TEXTS = 64;

/** Packs texts so that no frame is longer than `limit` bytes: short ones share a frame, long ones come in pieces. */
export class FrameWriter {
  readonly #limit: number;
  readonly #by = randomBytes(6).toString('base64url');
  /** No two frames are alike: PostgreSQL would tell only one of them. */
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

/** Unpacks what a writer packed. What is not a frame, or lost a piece, is passed over. */
export class FrameReader {
  readonly #open = new Map<string, { readonly pieces: string[]; missing: number }>();

  read(frame: string): readonly string[] {
    const parsed = frameSchema.safeParse(parseJson(frame));
    if (!parsed.success) return [];
    if ('texts' in parsed.data) return parsed.data.texts;
    const { by, n, of, at, piece } = parsed.data;
    // Pieces are numbered one after the other, so the first one's number names them all.
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
    return undefined; // another process's frame, which no one waits for
  }
}
