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

/** Copies the built CLI outside of the repository, so that it finds no node_modules; returns its main file. */
export function buildCli(folder: string): string {
  if (process.env[IS_BUILT] === undefined) bundleCli();
  const to = join(folder, 'cli');
  mkdirSync(to);
  cpSync(join(repo, 'packages/cli/dist'), join(to, 'dist'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }');
  return join(to, 'dist/main.js');
}
