import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { fileTexts } from '../../texts/file-texts.ts';

/** The lines of larger files are not counted. */
const MAX_BYTES = 256 * 1024;

/** What a file is: its lines, or its size if it is large or not text. Undefined if it cannot be read. */
export async function describeFile(path: string): Promise<string | undefined> {
  try {
    // A pipe would block.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await file.stat();
      if (!info.isFile()) return undefined;
      if (info.size > MAX_BYTES) return fileTexts.size(info.size);
      const bytes = await file.readFile();
      return bytes.includes(0) ? fileTexts.size(info.size) : fileTexts.lines(countLines(bytes));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function countLines(bytes: Uint8Array): number {
  let count = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (const byte of bytes) if (byte === 10) count += 1;
  return count;
}
