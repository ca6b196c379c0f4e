import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { CommandEnd } from '../workspace.ts';
import type { CallFiles, CallState } from './call-files.ts';

const EXCERPT_BYTES = 64 * 1024;

/** Reads how a command ended from its files. If its end was not recorded, returns its output and two nulls. */
export function readCommandEnd(files: CallFiles, state: CallState | undefined): CommandEnd {
  const { head, tail, omittedBytes } = readExcerpt(files.output, state?.outputBytes ?? 0);
  return {
    exitCode: state?.exitCode ?? null,
    signal: state?.signal ?? null,
    stop: state?.stop ?? null,
    durationMs: state === undefined ? null : durationOf(state),
    leftovers: state?.leftovers ?? 0,
    ...toConfined(state),
    head,
    tail,
    omittedBytes,
    outputPath: files.output,
  };
}

/** The fields that only sandboxed commands have. */
function toConfined(state: CallState | undefined): Pick<CommandEnd, 'network' | 'limits' | 'unconfined'> {
  const { network = null, limits = [], unconfined = null } = state ?? {};
  return {
    ...(network === null ? {} : { network }),
    ...(limits.length === 0 ? {} : { limits }),
    ...(unconfined === null ? {} : { unconfined }),
  };
}

/** How long a command ran. Null if its end was not recorded. */
export function durationOf({ startedAt, endedAt }: CallState): number | null {
  return endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

function readExcerpt(path: string, outputBytes: number): Pick<CommandEnd, 'head' | 'tail' | 'omittedBytes'> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // It ended before it printed anything.
    return { head: '', tail: '', omittedBytes: outputBytes };
  }
  try {
    const { size } = fstatSync(file);
    const total = Math.max(outputBytes, size);
    if (size <= 2 * EXCERPT_BYTES) return { head: readPart(file, 0, size).toString('utf8'), tail: '', omittedBytes: 0 };
    const head = cutEnd(readPart(file, 0, EXCERPT_BYTES));
    const tail = cutStart(readPart(file, size - EXCERPT_BYTES, EXCERPT_BYTES));
    return {
      head: head.toString('utf8'),
      tail: tail.toString('utf8'),
      omittedBytes: Math.max(0, total - head.length - tail.length),
    };
  } finally {
    closeSync(file);
  }
}

function readPart(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Drops an incomplete character at the end. */
function cutEnd(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, start) : bytes;
}

/** Drops an incomplete character at the start. */
function cutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}
