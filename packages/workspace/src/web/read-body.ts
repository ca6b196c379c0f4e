import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The bytes read, and whether there was more. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The supported content encodings. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads up to this many bytes of the unpacked body. Undefined: unknown encoding. */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: { readonly encoding: string; readonly maxBytes: number },
): Promise<ReadBody | undefined> {
  if (encoding === '' || encoding === 'identity') return await readUpTo(body, maxBytes);
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (decoder === undefined) return undefined;
  // An error on one side ends the other, and the reader gets it.
  pipeline(body, decoder, () => undefined);
  return await readUpTo(decoder, maxBytes);
}

async function readUpTo(body: Readable, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const room = maxBytes - length;
    chunks.push(chunk.subarray(0, room));
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
