import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repo = join(import.meta.dirname, '../..');

/** Set by a run of many claims, which builds once for all of them. */
export const IS_BUILT = 'BOWLINE_IS_BUILT';

/** Builds the CLI as it is packed. */
export function bundleCli(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle-cli.ts'], { cwd: repo, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the CLI could not be built: ${stderr}`);
}

/** Builds the CLI, unless that is done, and copies it to where it finds no node_modules. Returns its main file. */
export function buildCli(folder: string): string {
  if (process.env[IS_BUILT] === undefined) bundleCli();
  const to = join(folder, 'cli');
  mkdirSync(to);
  cpSync(join(repo, 'packages/cli/dist'), join(to, 'dist'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }');
  return join(to, 'dist/main.js');
}
