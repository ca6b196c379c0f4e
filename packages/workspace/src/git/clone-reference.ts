import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { GitReference } from './git-address.ts';

/** Where to clone, and with what. */
export interface CloneParts {
  /** Exists afterwards, complete. One that exists is left as it is. */
  readonly folder: string;
  /** For PATH and HOME, where SSH finds its keys. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number | undefined;
}

/** What came of it. */
export type Cloned =
  | { readonly kind: 'cloned' }
  /** It was cloned before. */
  | { readonly kind: 'there' }
  | { readonly kind: 'failed'; readonly problem: string };

const TIMEOUT_MS = 600_000;
const MAX_PROBLEM = 600;

/**
 * Clones one reference of a repository into a folder of its own, without history. Runs nothing that the repository or the user
 * has configured: no hooks, no filters, no submodules, no other protocols.
 */
export async function cloneReference(
  git: GitReference,
  { folder, env, timeoutMs = TIMEOUT_MS }: CloneParts,
): Promise<Cloned> {
  if (existsSync(folder)) return { kind: 'there' };
  const making = `${folder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const { repository, protocol, reference } = git;
  const steps = [
    ['init', '--quiet', '--template=', '--initial-branch=bowline'],
    ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', repository, reference],
    ['checkout', '--quiet', '--no-recurse-submodules', '-B', 'bowline', 'FETCH_HEAD', '--'],
    ['remote', 'add', '--', 'origin', repository],
  ];
  for (const words of steps) {
    const problem = await run(words, { cwd: making, env: toGitEnvironment(env, protocol), timeoutMs });
    if (problem !== undefined) {
      rmSync(making, { recursive: true, force: true });
      return { kind: 'failed', problem };
    }
  }
  // Only a complete one gets the name.
  renameSync(making, folder);
  return { kind: 'cloned' };
}

/** Git's settings of the user and of the system name filters and helpers, which are programs. */
function toGitEnvironment(
  env: Readonly<Record<string, string>>,
  protocol: GitReference['protocol'],
): Readonly<Record<string, string>> {
  const settings = {
    'core.hooksPath': '/dev/null',
    'core.fsmonitor': 'false',
    'gc.auto': '0',
    'credential.helper': '',
  };
  const configured = Object.entries(settings).flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ]);
  return {
    ...env,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    ...(Object.fromEntries(configured) as Record<string, string>),
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  };
}

interface RunParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Runs Git. Resolves to why it failed. */
async function run(words: readonly string[], { cwd, env, timeoutMs }: RunParts): Promise<string | undefined> {
  const child = spawn('git', words, { cwd, env, timeout: timeoutMs, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  try {
    const [errors, [code]] = await Promise.all([text(child.stderr), ended]);
    return code === 0 ? undefined : errors.trim().slice(0, MAX_PROBLEM) || `git ended with ${code ?? 'a signal'}`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
