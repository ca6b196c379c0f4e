const MAX_SHOWN = 200;
const UNSEEN = /[\p{Z}\p{C}]/gu;

/** A path as it can be shown in one line: what cannot be seen is spelled out, and the middle of what is too long left out. */
export function showPath(path: string): string {
  const seen = path.replace(UNSEEN, (char) =>
    char === ' ' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  if (seen.length <= MAX_SHOWN) return seen;
  return `${seen.slice(0, MAX_SHOWN / 2)}…${seen.slice(-MAX_SHOWN / 2)}`;
}
