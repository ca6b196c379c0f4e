import { isUtf8 } from 'node:buffer';
import { structuredPatch } from 'diff';

/** The hunks of a unified diff, and the number of changed lines. */
export interface TextDiff {
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  readonly omitted?: number;
}

/** Larger files are only named. */
export const MAX_DIFF_BYTES = 1024 * 1024;
/** A diff is cut after this many lines. */
const MAX_DIFF_LINES = 2000;
/** A text with more changes is shown as rewritten, because the exact result would take too long. */
const MAX_EDITS = 1000;
const MAX_MS = 500;
const AROUND = 3;

/** The unified diff of two texts. Undefined if one of them is no text or too large. */
export function compareText(before: Uint8Array, after: Uint8Array): TextDiff | undefined {
  const [left, right] = [toText(before), toText(after)];
  if (left === undefined || right === undefined) return undefined;
  const limits = { context: AROUND, maxEditLength: MAX_EDITS, timeout: MAX_MS };
  const hunks = structuredPatch('', '', left, right, '', '', limits)?.hunks ?? [rewritten(left, right)];
  const lines = hunks.flatMap((hunk) => [toHeader(hunk), ...hunk.lines]);
  const starting = (sign: string): number => hunks.flatMap((hunk) => hunk.lines).filter(([c]) => c === sign).length;
  const omitted = lines.length - MAX_DIFF_LINES;
  const diff = lines.slice(0, MAX_DIFF_LINES).map((line) => `${line}\n`);
  const counts = { diff: diff.join(''), added: starting('+'), removed: starting('-') };
  return omitted > 0 ? { ...counts, omitted } : counts;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function toText(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_DIFF_BYTES || !isUtf8(bytes) || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString('utf8');
}

function rewritten(before: string, after: string): Hunk {
  const [removed, added] = [toLines(before), toLines(after)];
  return {
    ...{ oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length },
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function toLines(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function toHeader({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ -${toRange(oldStart, oldLines)} +${toRange(newStart, newLines)} @@`;
}

/** A range without lines names the line before it. */
function toRange(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}
