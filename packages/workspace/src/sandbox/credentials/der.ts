/** The DER tags that certificates use. */
const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  name: 0x06,
  text: 0x0c,
  time: 0x17,
  lateTime: 0x18,
  list: 0x30,
  set: 0x31,
} as const;

/** From this year on, times are written with four-digit years. */
const LATE_YEAR = 2050;

/** Encodes a value with its tag and length in DER. */
export function toDer(tag: keyof typeof TAGS | number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([typeof tag === 'number' ? tag : TAGS[tag]]), toLength(body.length), body]);
}

/** Encodes a value with a context-specific tag, constructed or primitive. */
export function toTagged(number: number, content: Buffer, kind: 'holds' | 'is' = 'holds'): Buffer {
  return toDer((kind === 'holds' ? 0xa0 : 0x80) + number, content);
}

/** An object identifier from its dotted form. */
export function toIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return toDer('name', Buffer.from([first * 40 + second, ...others.flatMap(toBase128)]));
}

/** A non-negative integer from its bytes. */
export function toInteger(bytes: Buffer): Buffer {
  return toDer('integer', (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** A time, to the second. */
export function toTime(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/[-:T]|\.\d+/g, '');
  return moment.getUTCFullYear() < LATE_YEAR
    ? toDer('time', Buffer.from(digits.slice(2)))
    : toDer('lateTime', Buffer.from(digits));
}

/** A bit string with unused bits in the last byte. */
export function toBits(bytes: Buffer, unused = 0): Buffer {
  return toDer('bits', Buffer.from([unused]), bytes);
}

function toLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = toBase256(length);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

function toBase256(value: number): number[] {
  return value < 256 ? [value] : [...toBase256(Math.floor(value / 256)), value % 256];
}

/** All bytes except the last have their highest bit set. */
function toBase128(value: number): number[] {
  const higher = (left: number): number[] => (left === 0 ? [] : [...higher(left >> 7), (left & 0x7f) | 0x80]);
  return [...higher(value >> 7), value & 0x7f];
}
