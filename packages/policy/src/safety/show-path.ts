import { spellUnseen } from '@bowline/protocol';

const MAX_SHOWN = 200;

/** Returns a path on one line. Invisible characters are spelled out, and the middle of a long path is omitted. */
export function showPath(path: string): string {
  const seen = spellUnseen(path);
  if (seen.length <= MAX_SHOWN) return seen;
  return `${seen.slice(0, MAX_SHOWN / 2)}…${seen.slice(-MAX_SHOWN / 2)}`;
}
