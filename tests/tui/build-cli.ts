import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repo = join(import.meta.dirname, '../..');
let folder: string | undefined;

/** Builds the shipped program once for all tests, and keeps a copy that no other build removes. */
export function setup(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle-cli.ts'], { cwd: repo, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the CLI could not be built: ${stderr}`);
  folder = mkdtempSync(join(tmpdir(), 'bowline-built-'));
  cpSync(join(repo, 'packages/cli/dist'), folder, { recursive: true });
  process.env['BOWLINE_CLI'] = join(folder, 'main.js');
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
