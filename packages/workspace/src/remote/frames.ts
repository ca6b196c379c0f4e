import { AgentError } from '@bowline/protocol';

/** A message, and bytes that belong to it. */
export interface Frame {
  readonly message: unknown;
  readonly body: Uint8Array;
}

/** The largest frame: large enough for any file that a tool reads, and small enough to protect our memory. */
export const MAX_FRAME = 64 * 1024 * 1024;

const HEADER = 8;

/** A frame as bytes: two lengths, the message as JSON, and its bytes. Throws if it is too large. */
export function toFrame(message: object, body: Uint8Array = new Uint8Array(), most = MAX_FRAME): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message), 'utf8');
  const length = json.length + body.length;
  if (length > most)
    throw new AgentError('INTERNAL', `A message of ${length} bytes is longer than the limit of ${most} bytes`, {
      hint: 'Read or write a smaller file',
      details: { errno: 'EFBIG' },
    });
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(length, 0);
  header.writeUInt32BE(json.length, 4);
  return body.length === 0 ? [Buffer.concat([header, json])] : [Buffer.concat([header, json]), body];
}

/** Splits a byte stream into frames, wherever it is cut. */
export class FrameReader {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** The bytes needed before there is something to do. */
  #needed = HEADER;

  constructor(most = MAX_FRAME) {
    this.#most = most;
  }

  /** The frames that these bytes complete. Throws if a frame is too large or is not JSON. */
  push(chunk: Uint8Array): readonly Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    while (this.#length >= this.#needed) {
      const [first = chunk, ...more] = this.#chunks;
      const bytes =
        more.length === 0 ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(this.#chunks);
      const [length, jsonLength] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
      if (length > this.#most || jsonLength > length)
        throw new AgentError('INTERNAL', 'A message has an invalid length');
      if (bytes.length < HEADER + length) {
        this.#keep(bytes, HEADER + length);
        break;
      }
      frames.push(toMessage(bytes.subarray(HEADER, HEADER + length), jsonLength));
      this.#keep(bytes.subarray(HEADER + length), HEADER);
    }
    return frames;
  }

  #keep(rest: Buffer, needed: number): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    this.#needed = needed;
  }
}

/** The bytes are copied, so that a small part does not keep a large buffer alive. */
function toMessage(bytes: Buffer, jsonLength: number): Frame {
  try {
    const message: unknown = JSON.parse(bytes.toString('utf8', 0, jsonLength));
    return { message, body: Uint8Array.from(bytes.subarray(jsonLength)) };
  } catch {
    throw new AgentError('INTERNAL', 'A message is not valid JSON');
  }
}
