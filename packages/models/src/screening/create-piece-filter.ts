import { createSecretFilter, toSpellings, type Redact } from './create-secret-filter.ts';

/**
 * A filter for one text that comes in pieces: what may be the beginning of a secret is held back until the next piece
 * says what it is. What is held back at the end never comes, so the whole text has to be shown from elsewhere.
 */
export function createPieceFilter(secrets: readonly string[]): Redact {
  const redact = createSecretFilter(secrets);
  const spellings = toSpellings(secrets);
  let held = '';
  return (piece) => {
    const text = held + piece;
    const keep = Math.max(0, ...spellings.map((spelling) => overlap(text, spelling)), escapedOverlap(text, spellings));
    held = keep === 0 ? '' : text.slice(-keep);
    return redact(keep === 0 ? text : text.slice(0, -keep));
  };
}

/** How many characters at the end of a text are the beginning of a spelling, and not all of it. */
function overlap(text: string, spelling: string): number {
  for (let length = Math.min(text.length, spelling.length - 1); length > 0; length -= 1)
    if (text.endsWith(spelling.slice(0, length))) return length;
  return 0;
}

const ESCAPED = /(?:%[0-9a-f]{2}|[^\s%])*%[0-9a-f]{0,2}(?:%[0-9a-f]{2}|[^\s%])*$/i;
const MAX_ESCAPED = 1000;

/** The same of text with characters that are escaped for a URL: all of the last word is held back when it may begin one. */
function escapedOverlap(text: string, spellings: readonly string[]): number {
  const end = text.slice(-MAX_ESCAPED);
  const at = end.search(/\S*$/);
  const word = end.slice(at);
  if (!word.includes('%') || !ESCAPED.test(word)) return 0;
  const plain = word.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const cut = plain.replace(/%[0-9a-f]?$/i, '');
  return cut !== plain || spellings.some((spelling) => overlap(cut, spelling) > 0) ? word.length : 0;
}
