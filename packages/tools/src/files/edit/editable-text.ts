import { decodeText, encodeText } from '@bowline/workspace';

/** The text of a file, with an encoder that preserves every byte an edit does not touch. */
export interface EditableText {
  readonly text: string;
  /** Undefined if the new text cannot be written in the file's encoding. */
  readonly encode: (after: string) => Uint8Array | undefined;
}

/** Decodes bytes for editing, or returns the name of what they are if they are not text. */
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

/** In an unknown encoding only ASCII is certain. Every other byte maps to a private character and back. */
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
