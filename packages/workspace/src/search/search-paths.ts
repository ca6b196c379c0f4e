import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { decodeText } from '../files/decode-text.ts';
import type { SearchMatch } from '../workspace.ts';
import { matchLines } from './match-lines.ts';

/** What to search for. Can be sent to another thread. */
export interface PathsQuery {
  readonly pattern: RegExp;
  readonly exclude: RegExp | undefined;
  readonly before: number;
  readonly after: number;
  readonly maxPerFile: number;
  readonly maxTotal: number;
}

const BATCH = 16;
/** Larger files are skipped: they are not source code and would be read whole. */
const MAX_FILE_BYTES = 10_000_000;

/** Searches files in order until there are enough matches. */
export async function searchPaths(
  paths: AsyncIterable<string> | Iterable<string>,
  query: PathsQuery,
  signal: AbortSignal,
): Promise<readonly SearchMatch[]> {
  const mayHold = toFileTest(query.pattern);
  const found: SearchMatch[] = [];
  let left = query.maxTotal;
  for await (const batch of inBatches(paths)) {
    const texts = await Promise.all(batch.map(readText));
    for (const [at, path] of batch.entries()) {
      const text = texts[at];
      if (text === undefined || !mayHold(text)) continue;
      const lines = matchLines(text, { ...query, max: Math.min(left, query.maxPerFile) });
      for (const line of lines) found.push({ path, ...line });
      left -= lines.filter(({ isContext }) => !isContext).length;
      if (left <= 0) return found;
    }
    if (signal.aborted) return found;
  }
  return found;
}

/** Tests quickly whether a whole text can match, for patterns without repetition and lookaround. */
function toFileTest(pattern: RegExp): (text: string) => boolean {
  if (/[*+]|,\}|\(\?/.test(pattern.source)) return () => true;
  const whole = new RegExp(pattern.source, `${pattern.flags}m`);
  return (text) => whole.test(text);
}

/** Reads a file as text. Undefined if it is binary, unreadable or too long. */
async function readText(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  try {
    const found = await file?.stat();
    // A file may have been replaced by a pipe, which would block.
    if (file === undefined || found?.isFile() !== true || found.size > MAX_FILE_BYTES) return undefined;
    return decodeText(await file.readFile())?.text;
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Groups paths that are read at once. */
export async function* inBatches(paths: AsyncIterable<string> | Iterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const path of paths) {
    batch.push(path);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
