import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { TrustRule } from './trust-rule.ts';

/** Writes a trust file in one piece, for its owner's eyes and hands only. */
export function writeTrustFile(path: string, rules: readonly Pick<TrustRule, 'path' | 'level'>[]): void {
  const folder = dirname(path);
  const written = `${path}.${randomUUID()}`;
  const text = `${JSON.stringify(Object.fromEntries(rules.map((rule) => [rule.path, rule.level])), null, 2)}\n`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(written, 'wx', 0o600);
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
      cause: thrown,
    });
  }
}
