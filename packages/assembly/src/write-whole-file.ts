import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError } from '@bowline/protocol';

/** Writes a file in one piece: a crash leaves the old one or the new one. For its owner's eyes only, unless told. */
export function writeWholeFile(path: string, text: string, { mode = 0o600 }: { readonly mode?: number } = {}): void {
  const folder = dirname(path);
  const written = `${path}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: mode === 0o600 ? 0o700 : 0o755 });
    const file = openSync(written, 'wx', mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
      renameSync(written, path);
    } catch (thrown) {
      rmSync(written, { force: true });
      throw thrown;
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    throw new AgentError('STORE_FAILED', `${path} cannot be written (${code})`, {
      hint: `check that ${folder} is a folder of yours, and that there is room`,
      details: { errno: code },
      cause: thrown,
    });
  }
}
