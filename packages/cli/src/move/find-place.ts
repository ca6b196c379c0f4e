import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What this place is called among those that sessions are moved between: one that no other machine or folder has. */
export function findPlace(sessionsFolder: string, host: string): string {
  const path = join(sessionsFolder, '.place');
  try {
    writeFileSync(path, randomBytes(6).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
  return `${host}/${readFileSync(path, 'utf8').trim()}`;
}
