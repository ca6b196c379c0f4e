import { decodeText, encodeText } from '../decode-text.ts';

/** The text of a file, and the way to write it so that every byte an edit leaves alone stays. */
export interface EditableText {
  readonly text: string;
  /** Undefined when what was put in cannot be written in the file's encoding. */
  readonly encode: (after: string) => Uint8Array | undefined;
}

/** Bytes as a text to edit; a name for what they are when they are none. */
export function toEditableText(bytes: Uint8Array): EditableText | 'binary_file' | 'unsupported_encoding' {
  const decoded = decodeText(bytes);
  if (decoded === undefined) return 'binary_file';
  if (decoded.encoding !== 'utf-8') return 'unsupported_encoding';
  const { text, hasMark } = decoded;
  if (!text.includes('\u{FFFD}') || isValid(bytes)) return { text, encode: (after) => encodeText(after, hasMark) };
  return toBytewiseText(bytes);
}

function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const FIRST_STAND_IN = 0xe000;

/** Of an unknown encoding ASCII is all that is certain: any other byte gets a character that nobody sends, and comes back. */
function toBytewiseText(bytes: Uint8Array): EditableText {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (byte) => String.fromCharCode(FIRST_STAND_IN + byte.charCodeAt(0)));
  return {
    text,
    encode: (after) => {
      if (/[^\0-\u007F\uE080-\uE0FF]/.test(after)) return undefined;
      return Buffer.from(
        after.replaceAll(/[^\0-\u007F]/g, (each) => String.fromCharCode(each.charCodeAt(0) - FIRST_STAND_IN)),
        'latin1',
      );
    },
  };
}
