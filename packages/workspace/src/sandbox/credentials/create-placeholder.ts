import { randomInt } from 'node:crypto';

/** By which services tell their tokens, and tools the services. */
const PREFIX =
  /^(?:npm_|gh[opusr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat)-|pypi-|cio|dckr_pat_|shp(?:at|ca|pa|ss)_)/;
const HEX = '0123456789abcdef';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * What stands for a token inside the sandbox: random, of the same length, with the prefix by which a service is known and
 * with its punctuation where it was. So whatever is written with it is as long as what is written with the token.
 */
export function createPlaceholder(token: string): string {
  const [prefix = ''] = PREFIX.exec(token) ?? [];
  const rest = token.slice(prefix.length);
  const alphabet = /^[\da-f]+$/.test(rest) ? HEX : LETTERS;
  const other = (): string => rest.replaceAll(/[a-z\d]/gi, () => alphabet[randomInt(alphabet.length)] ?? '0');
  let made = other();
  // One in many: it would be the token, and be passed on in clear.
  while (made === rest) made = other();
  return prefix + made;
}
