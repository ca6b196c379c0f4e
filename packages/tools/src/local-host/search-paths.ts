import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { decodeText } from '../files/decode-text.ts';
import type { SearchMatch } from '../tool-host.ts';
import { matchLines } from './match-lines.ts';

/** What to look for in files. It can be sent to another thread. */
export interface PathsQuery {
  readonly pattern: RegExp;
  readonly exclude: RegExp | undefined;
  readonly before: number;
  readonly after: number;
  readonly maxPerFile: number;
  readonly maxTotal: number;
}

const BATCH = 16;
/** No source is longer, and whatever is would be read whole. */
const MAX_FILE_BYTES = 10_000_000;

/** The matches in files, in the order in which the files come, until there are enough. */
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

/** Whether a whole text can hold a match, which is quick to say where nothing repeats and nothing looks around. */
function toFileTest(pattern: RegExp): (text: string) => boolean {
  if (/[*+]|,\}|\(\?/.test(pattern.source)) return () => true;
  const whole = new RegExp(pattern.source, `${pattern.flags}m`);
  return (text) => whole.test(text);
}

/** A file as text; undefined when it is none, cannot be read or is too long. */
async function readText(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  try {
    const found = await file?.stat();
    // What was a file when the folder was listed may be a pipe by now, and would be waited for.
    if (file === undefined || found?.isFile() !== true || found.size > MAX_FILE_BYTES) return undefined;
    return decodeText(await file.readFile())?.text;
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Paths in groups that are read at once. */
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
