import { isUtf8 } from 'node:buffer';
import { diff3Merge } from 'node-diff3';

/** The comparison takes time in proportion to the square of the lines that differ. */
const MAX_LINES = 5000;

/** The three contents of a merge. */
export interface MergedTexts {
  readonly ours: Uint8Array;
  readonly base: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Applies the changes from `base` to `theirs` to `ours`. Undefined if they overlap, or if a content is not text. */
export function mergeText({ ours, base, theirs }: MergedTexts): Buffer | undefined {
  if (![ours, base, theirs].every(isText)) return undefined;
  const texts = [ours, base, theirs].map(toLines);
  const start = countSame(texts, (lines, at) => lines[at]);
  const rest = texts.map((lines) => lines.slice(start));
  const end = countSame(rest, (lines, at) => lines[lines.length - 1 - at]);
  const [a = [], o = [], b = []] = rest.map((lines) => lines.slice(0, lines.length - end));
  if (Math.max(a.length, o.length, b.length) > MAX_LINES) return undefined;
  const merged: string[] = [];
  for (const { ok } of diff3Merge(a, o, b)) {
    if (ok === undefined) return undefined;
    merged.push(...ok);
  }
  const [whole = []] = texts;
  return Buffer.from([...whole.slice(0, start), ...merged, ...whole.slice(whole.length - end)].join(''));
}

function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** Lines with their ends, so that these are merged as well. */
function toLines(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes)
    .toString('utf8')
    .split(/(?<=\n)/);
}

function countSame(
  texts: readonly (readonly string[])[],
  lineAt: (lines: readonly string[], at: number) => string | undefined,
): number {
  const [first = [], ...others] = texts;
  let count = 0;
  while (count < first.length && others.every((lines) => lineAt(lines, count) === lineAt(first, count))) count += 1;
  return count;
}
