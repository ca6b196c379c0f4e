import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AgentError } from '@bowline/protocol';
import { CHUNK_BYTES } from './cut-chunks.ts';

/** Smaller contents do not shrink. */
const MIN_PACKED = 128;
const [PLAIN, PACKED] = [0, 1];
/** The longest object of a piece. */
export const MAX_PACKED_BYTES = CHUNK_BYTES.max + 1;

/** A piece as it is stored: one byte says how, then its content. */
export function packChunk(bytes: Uint8Array): Uint8Array {
  const packed = bytes.length < MIN_PACKED ? bytes : deflateRawSync(bytes, { level: 1 });
  const isPacked = packed.length < bytes.length * 0.95;
  return Buffer.concat([Uint8Array.of(isPacked ? PACKED : PLAIN), isPacked ? packed : bytes]);
}

/** The content of a stored piece. Throws unless it has the hash. */
export function unpackChunk(stored: Uint8Array, key: string): Uint8Array {
  const bytes = unpack(stored);
  if (bytes !== undefined && hash('sha256', bytes, 'hex') === key) return bytes;
  throw new AgentError('STORE_FAILED', `A stored piece of a file is damaged: ${key}`);
}

function unpack(stored: Uint8Array): Uint8Array | undefined {
  const content = stored.subarray(1);
  if (stored[0] === PLAIN) return content;
  if (stored[0] !== PACKED) return undefined;
  try {
    return inflateRawSync(content, { maxOutputLength: CHUNK_BYTES.max });
  } catch {
    return undefined;
  }
}
