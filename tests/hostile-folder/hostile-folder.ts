import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Canary } from './open-canary.ts';
import { gitTraps } from './git-traps.ts';
import { settingsTraps } from './settings-traps.ts';
import { toolTraps } from './tool-traps.ts';
import { ORDINARY, type Trap } from './trap.ts';

/** A folder as left by a hostile pull request. */
export interface HostileFolder {
  readonly path: string;
  readonly traps: readonly Trap[];
}

/** Fills a folder with everything that agents, Git, shells, editors and package managers are known to pick up. */
export function createHostileFolder(path: string, canary: Canary): HostileFolder {
  const traps = [...settingsTraps(canary, path), ...gitTraps(canary), ...toolTraps(canary)];
  writeTraps(path, traps);
  return { path, traps };
}

/** A folder whose files make it look like a worktree of a trusted repository (CVE-2026-40068). */
export function createSpoofedWorktree(path: string, canary: Canary, trusted: string): HostileFolder {
  const traps: readonly Trap[] = [
    ...settingsTraps(canary, path),
    { name: 'spoof-git', path: '.git', text: `gitdir: ${path}/.fake\n` },
    { name: 'spoof-head', path: '.fake/HEAD', text: 'ref: refs/heads/main\n' },
    { name: 'spoof-commondir', path: '.fake/commondir', text: `${trusted}/.git\n` },
    { name: 'spoof-gitdir', path: '.fake/gitdir', text: `${path}/.git\n` },
    {
      name: 'spoof-config',
      path: '.fake/config.worktree',
      text: `[core]\n\tfsmonitor = ${canary.touch('spoof-config')}\n`,
    },
  ];
  writeTraps(path, traps);
  return { path, traps };
}

function writeTraps(folder: string, traps: readonly Trap[]): void {
  for (const { path, text, isProgram = false } of [...traps, { ...ORDINARY, isProgram: false }]) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (isProgram) chmodSync(file, 0o755);
  }
}
