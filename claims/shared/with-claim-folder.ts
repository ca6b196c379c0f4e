import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../tests/kit/at-exit.ts';
import { killMarked } from '../../tests/kit/marked-processes.ts';

/**
 * Runs the work in a new folder. When the work ends, or this process ends before it, every process with the folder in
 * its command line or environment is killed, and the folder is deleted. The path is short because sockets are created
 * below it.
 */
export async function withClaimFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), `bl-${name}-`));
  const clear = (): void => {
    killMarked(`${folder}/`);
    rmSync(folder, { recursive: true, force: true });
  };
  const stay = atExit(clear);
  try {
    return await work(folder);
  } finally {
    clear();
    stay();
  }
}
