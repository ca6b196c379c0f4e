const SNIFFED_BYTES = 8192;

/** Decoded text, with what is needed to encode it the same way. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly hasMark: boolean;
}

/** Decodes bytes as text. Undefined: binary. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return undefined;
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return { ...decode(bytes, 'utf-8'), hasMark };
}

function decode(bytes: Uint8Array, encoding: DecodedText['encoding']): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, hasMark: true };
}

/** Encodes text as UTF-8. */
export function encodeText(text: string, hasMark: boolean): Uint8Array {
  return Buffer.from(hasMark ? `\u{FEFF}${text}` : text, 'utf8');
}
