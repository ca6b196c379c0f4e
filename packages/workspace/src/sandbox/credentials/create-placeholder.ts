import { randomInt } from 'node:crypto';

/** Prefixes by which services recognize their tokens, and tools recognize the services. */
const PREFIX =
  /^(?:npm_|gh[opusr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat)-|pypi-|cio|dckr_pat_|shp(?:at|ca|pa|ss)_)/;
const HEX = '0123456789abcdef';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A placeholder for a token: random, with the same length, service prefix and punctuation. Content with the placeholder
 * is therefore as long as with the token.
 */
export function createPlaceholder(token: string): string {
  const [prefix = ''] = PREFIX.exec(token) ?? [];
  const rest = token.slice(prefix.length);
  const alphabet = /^[\da-f]+$/.test(rest) ? HEX : LETTERS;
  const other = (): string => rest.replaceAll(/[a-z\d]/gi, () => alphabet[randomInt(alphabet.length)] ?? '0');
  let made = other();
  // Extremely unlikely, but it would then be the token itself, forwarded in plain text.
  while (made === rest) made = other();
  return prefix + made;
}
