import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { FileText, MemoryReader } from '@bowline/context';
import type { HiddenFiles } from '@bowline/workspace';
import { toRealPath } from '@bowline/guard';

/**
 * Reads files of this machine. Synchronous, because the files are few and small and are read before or between steps.
 */
export function createMemoryReader(
  isTrusted: (folder: string) => boolean,
  hidden: Pick<HiddenFiles, 'look'>,
): MemoryReader {
  const verdicts = new Map<string, boolean>();
  return {
    realPath: async (path) => toRealPath(path),
    read: async (path, limit) => {
      const reason = hidden.look().reasonFor(path);
      if (reason === undefined) return readText(path, limit);
      return {
        kind: 'unreadable',
        why: `is hidden by ${reason.file}${reason.line === null ? '' : `, line ${reason.line}`}`,
      };
    },
    isTrusted: (folder) => {
      const verdict = verdicts.get(folder) ?? isTrusted(folder);
      verdicts.set(folder, verdict);
      return verdict;
    },
  };
}

// Opening a pipe must not block. A real path contains no links, so a path that has become one is not followed.
const HOW = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function readText(path: string, limit: number): FileText {
  try {
    const file = openSync(path, HOW);
    try {
      return fstatSync(file).isFile() ? decode(readBytes(file, limit + 1), limit) : { kind: 'absent' };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'unreadable', why: `cannot be read (${code})` };
  }
}

function readBytes(file: number, most: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(most, fstatSync(file).size + 1));
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === bytes.length) return bytes.subarray(0, length);
  }
}

function decode(bytes: Uint8Array, limit: number): FileText {
  const isCut = bytes.length > limit;
  // Drops an incomplete character at the end of a cut text.
  const text = new TextDecoder().decode(bytes.subarray(0, limit), { stream: isCut });
  return text.includes('\0') ? { kind: 'unreadable', why: 'is not text' } : { kind: 'text', text, isCut };
}
