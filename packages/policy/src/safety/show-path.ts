import { spellUnseen } from '@bowline/protocol';

const MAX_SHOWN = 200;

/** Returns a path on one line: characters that are not visible are spelled out, and the middle of a long path is left out. */
export function showPath(path: string): string {
  const seen = spellUnseen(path);
  if (seen.length <= MAX_SHOWN) return seen;
  return `${seen.slice(0, MAX_SHOWN / 2)}…${seen.slice(-MAX_SHOWN / 2)}`;
}
