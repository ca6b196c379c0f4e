import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The unique name of this machine's sessions folder, for moving sessions. */
export function findPlace(sessionsFolder: string, host: string): string {
  const path = join(sessionsFolder, '.place');
  try {
    writeFileSync(path, randomBytes(6).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
  return `${host}/${readFileSync(path, 'utf8').trim()}`;
}
