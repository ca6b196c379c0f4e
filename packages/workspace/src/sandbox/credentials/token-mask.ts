import { Transform } from 'node:stream';
import type { TokenPair } from './put-token.ts';

interface Spelling {
  readonly token: Buffer;
  readonly placeholder: Buffer;
}

/**
 * Restores placeholders where a response repeats a token: in plain text, in base64 at any of its three alignments, in
 * hexadecimal, and escaped for a URL or JSON. Each has the length of what it replaces.
 */
export class TokenMask {
  readonly #spellings: readonly Spelling[];

  constructor(pairs: readonly TokenPair[]) {
    const spelled = pairs.flatMap(({ token, placeholder }) => {
      const other = spell(placeholder);
      return spell(token).map((text, n): [string, string] => [text, other[n] ?? '']);
    });
    // Many encodings of a token without punctuation are identical.
    this.#spellings = Array.from(new Map(spelled), ([token, placeholder]) => ({
      token: Buffer.from(token),
      placeholder: Buffer.from(placeholder),
    }));
  }

  /** Masks the value of a header. */
  text(value: string): string {
    return this.#mask(Buffer.from(value, 'latin1')).toString('latin1');
  }

  /** Masks a streaming body. Bytes that may be the start of a token are held back until more arrives. */
  stream(): Transform {
    let held: Buffer = Buffer.alloc(0);
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const all = this.#mask(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
        const kept = this.#openEnd(all);
        held = all.subarray(all.length - kept);
        done(null, all.subarray(0, all.length - kept));
      },
      flush: (done) => {
        done(null, held);
      },
    });
  }

  #mask(bytes: Buffer): Buffer {
    for (const { token, placeholder } of this.#spellings)
      for (let at = bytes.indexOf(token); at >= 0; at = bytes.indexOf(token, at + token.length))
        placeholder.copy(bytes, at);
    return bytes;
  }

  /** How many bytes at the end may be the start of a token. */
  #openEnd(bytes: Buffer): number {
    const lengths = this.#spellings.map(({ token }) => {
      let length = Math.min(token.length - 1, bytes.length);
      while (length > 0 && !bytes.subarray(bytes.length - length).equals(token.subarray(0, length))) length -= 1;
      return length;
    });
    return Math.max(0, ...lengths);
  }
}

/** All encodings of a text, always in this order. */
function spell(text: string): readonly string[] {
  const hex = Buffer.from(text).toString('hex');
  const base64 = [0, 1, 2].map((before) => toBase64(text, before));
  const safe = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const escaped = encodeURIComponent(text);
  const lower = escaped.replaceAll(/%../g, (each) => each.toLowerCase());
  return [text, ...base64, ...safe, hex, hex.toUpperCase(), escaped, lower, text.replaceAll('/', String.raw`\/`)];
}

/** The characters that depend only on this text, after `before` bytes of a group of three. */
function toBase64(text: string, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6));
}
