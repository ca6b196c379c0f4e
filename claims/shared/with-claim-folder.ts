import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../tests/kit/at-exit.ts';
import { killMarked } from '../../tests/kit/marked-processes.ts';

/**
 * Works in a folder of its own. When the work ends, and when this process ends before it, every process that has the
 * folder in its command line or environment is killed, and the folder goes. Its path is short: sockets are made below it.
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
