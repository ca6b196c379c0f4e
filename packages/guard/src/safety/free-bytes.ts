import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The free space available to this process where a directory is or would be. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && 'code' in thrown && ['ENOENT', 'ENOTDIR'].includes(String(thrown.code));
    const parent = dirname(folder);
    if (!isMissing || parent === folder) throw thrown;
    return await freeBytes(parent);
  }
}
