import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { replaceFile } from '../disk/replace-file.ts';

/** Replaces a file atomically and creates its folder. Default mode: readable by its owner only. */
export function writeWholeFile(path: string, text: string, { mode = 0o600 }: { readonly mode?: number } = {}): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: mode === 0o600 ? 0o700 : 0o755 });
    replaceFile(path, text, { mode });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    throw new AgentError('STORE_FAILED', `Cannot write ${path} (${code})`, {
      hint: `Check that you may write to ${folder} and that the disk is not full`,
      details: { errno: code },
      cause: thrown,
    });
  }
}
