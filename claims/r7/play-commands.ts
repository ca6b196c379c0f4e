import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked } from '../../tests/kit/marked-processes.ts';
import type { PlayedCommand } from './played-command.ts';

/** The folder for the commands, the child files, and the mark of every process they start. */
export interface OrphanStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
  readonly mark: string;
  /** Options of Node for the agent. */
  readonly nodeFlags: readonly string[];
}

const LOOK_MS = 20;

/** Waits until no process with that mark lives, at most `patienceMs`; returns how many are left. */
export async function untilGone(
  mark: string,
  patienceMs: number,
): Promise<{ readonly goneMs: number; readonly left: number }> {
  const from = performance.now();
  for (;;) {
    const left = findMarked(mark).length;
    const goneMs = performance.now() - from;
    if (left === 0 || goneMs > patienceMs) return { goneMs, left };
    await delay(LOOK_MS);
  }
}

/**
 * Lets an agent run commands in succession; counts the processes left 5 s after each command and 2 s after its exit.
 */
export async function playCommands(
  stage: OrphanStage,
  commands: readonly string[],
): Promise<{ readonly played: readonly PlayedCommand[]; readonly left: number }> {
  const child = start(stage, 'command-player', commands);
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const [[code, signal], output, errors] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`command-player.ts ended with ${signal ?? String(code)}: ${errors}`);
  const played = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlayedCommand);
  const { left } = await untilGone(stage.mark, 2000);
  return { played, left: played.reduce((sum, each) => sum + each.left, left) };
}

/** Kills an agent while its command runs, and waits until command and supervisor are gone. */
export async function crashWithLease(
  stage: OrphanStage,
  leaseMs: number,
): Promise<{ readonly goneMs: number; readonly left: number }> {
  const command = "trap '' TERM HUP; echo runs; setsid sleep 1000 & while :; do sleep 1; done";
  const child = start(stage, 'lease-holder', [String(leaseMs), command]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  return await untilGone(stage.mark, leaseMs + 10_000);
}

type Started = ChildProcess & {
  readonly stdout: NonNullable<ChildProcess['stdout']>;
  readonly stderr: NonNullable<ChildProcess['stderr']>;
};

function start({ folder, childFile, mark, nodeFlags }: OrphanStage, name: string, args: readonly string[]): Started {
  const words = [...nodeFlags, '--no-warnings', childFile(name), folder, childFile('supervisor'), mark, ...args];
  return spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  });
}
