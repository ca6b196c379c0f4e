import { limits } from './limits.ts';

/**
 * Unusual spaces, control and format characters (bidi, zero-width, tags), lone surrogates, and unassigned code points.
 */
const UNSEEN = /[\p{Z}\p{C}]/u;
const PLAIN_SPACE = new Set([' ', '\t', '\n']);

/** Why a line may differ from what it looks like, is too long, or is empty. Null otherwise. */
export function checkCharacters(line: string): string | null {
  if (line.length > limits.chars) return `it is longer than ${limits.chars} characters`;
  for (const char of line) {
    if (char >= '!' && char <= '~') continue;
    if (PLAIN_SPACE.has(char)) continue;
    if (UNSEEN.test(char)) return `it contains the invisible character ${toCodePoint(char)}`;
  }
  return line.trim() === '' ? 'it is empty' : null;
}

const toCodePoint = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
