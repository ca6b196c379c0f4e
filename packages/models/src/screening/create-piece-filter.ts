import { createSecretFilter, toSpellings, type Redact } from './create-secret-filter.ts';

/**
 * Creates a filter for one text that arrives in pieces: a possible beginning of a secret is held back until the next
 * piece decides. Text that is held back at the end is never returned, so the complete text must be shown from another
 * source.
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

/** Returns how many characters at the end of a text are a proper prefix of a spelling. */
function overlap(text: string, spelling: string): number {
  for (let length = Math.min(text.length, spelling.length - 1); length > 0; length -= 1)
    if (text.endsWith(spelling.slice(0, length))) return length;
  return 0;
}

const ESCAPED = /(?:%[0-9a-f]{2}|[^\s%])*%[0-9a-f]{0,2}(?:%[0-9a-f]{2}|[^\s%])*$/i;
const MAX_ESCAPED = 1000;

/** The same for URL-escaped text: holds back the whole last word if it may begin a secret. */
function escapedOverlap(text: string, spellings: readonly string[]): number {
  const end = text.slice(-MAX_ESCAPED);
  const at = end.search(/\S*$/);
  const word = end.slice(at);
  if (!word.includes('%') || !ESCAPED.test(word)) return 0;
  const plain = word.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const cut = plain.replace(/%[0-9a-f]?$/i, '');
  return cut !== plain || spellings.some((spelling) => overlap(cut, spelling) > 0) ? word.length : 0;
}
