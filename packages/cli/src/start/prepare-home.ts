import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ErrorText } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';

/**
 * Creates the folder that BOWLINE_HOME names. Returns the reason if it cannot be one.
 *
 * Creates one folder after the other: Node's recursive `mkdir` never ends where a parent exists and yet nothing can be
 * created in it, as in /proc.
 */
export function prepareHome(home: string | undefined, cwd: string): ErrorText | undefined {
  if (home === undefined || home === '') return undefined;
  const missing: string[] = [];
  let at = resolve(cwd, home);
  for (;;) {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) break;
    if (stat !== undefined) return usageTexts.homeIsFile(home, at);
    missing.unshift(at);
    at = dirname(at);
  }
  for (const folder of missing) {
    const code = tryCreate(folder);
    if (code === 'ENOENT') return usageTexts.homeNotCreated(home, folder);
    // Said by what is written first, and not every command writes.
    if (code !== undefined && code !== 'EEXIST') return undefined;
  }
  return undefined;
}

/** The code of the error, if there was one. */
function tryCreate(folder: string): string | undefined {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  }
}
