import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bowlineHomeOf, userNameOf } from '@bowline/settings';
import { commandEnvironment } from '@bowline/settings';
import type { HostEnvironment } from './host-environment.ts';
import type { GrammarFiles } from '@bowline/guard';

/** What a program knows about its own process. */
export interface ProcessFacts {
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The supervisor's file in a bundle. Default: found with the tools package. */
  readonly supervisor?: string | undefined;
  /** The user's home folder, if it differs from the system's. */
  readonly home?: string | undefined;
  /** The files of the shell grammar in a bundle. */
  readonly grammars?: GrammarFiles | undefined;
}

/** Describes this machine for sessions, from the facts of a process. */
export function createHostEnvironment(facts: ProcessFacts): HostEnvironment {
  const { name, version, pid, execPath, execArgv, platform, env } = facts;
  const bowlineHome = bowlineHomeOf(env);
  const supervisor = facts.supervisor ?? fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor'));
  return {
    sessionsFolder: join(bowlineHome, 'sessions'),
    home: facts.home ?? homedir(),
    bowlineHome,
    grammars: facts.grammars,
    owner: { pid, host: hostname(), name },
    user: userNameOf(env),
    node: { execPath, execArgv, supervisor },
    environment: commandEnvironment(env),
    confines: true,
    platform,
    version,
    newId,
    workspaceToken: () => env['BOWLINE_WORKSPACE_TOKEN']?.trim() ?? readText(join(bowlineHome, 'workspace-token')),
    ripgrep: findOnPath('rg', env['PATH'] ?? ''),
  };
}

/** Undefined if there is no such file. */
function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Sorts by time, and a short prefix identifies it. */
function newId(): string {
  return `${Date.now().toString(36)}-${randomBytes(5).toString('hex')}`;
}

function findOnPath(name: string, path: string): string | undefined {
  // A relative entry would depend on the current folder.
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
