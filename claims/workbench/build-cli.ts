import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repo = join(import.meta.dirname, '../..');

/**
 * Builds the CLI as it is packed, outside of the repository, so that it finds no node_modules; returns its main file.
 */
export function buildCli(folder: string): string {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle-cli.ts'], { cwd: repo, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the CLI could not be built: ${stderr}`);
  const to = join(folder, 'cli');
  mkdirSync(to);
  cpSync(join(repo, 'packages/cli/dist'), join(to, 'dist'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }');
  return join(to, 'dist/main.js');
}
