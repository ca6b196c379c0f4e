import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Verdict } from './battery-plan.ts';
import { copyTemplate } from './create-template.ts';
import { startAgent, stateFolderOf, type AgentParts } from './start-agent.ts';
import { changesOf, treeOf } from './tree-of.ts';

const PATIENCE_MS = 10_000;

/** The number of mounts that this process sees. */
export function countMounts(): number {
  return readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length;
}

/** Kills an agent while its command runs, and checks what it leaves behind. */
export async function findLeftovers(parts: Omit<AgentParts, 'commands'>): Promise<Record<string, Verdict>> {
  const { host } = parts;
  const workspace = join(host.home, 'alone/killed');
  copyTemplate(host.template, workspace);
  const before = treeOf(workspace);
  const mark = `31.${parseInt(host.token.slice(1, 9), 16)}`;
  let agent = 0;
  const running = startAgent(
    { ...parts, commands: [{ workspace, words: ['sh', '-c', `trap '' HUP; sleep ${mark}; true`] }] },
    ({ pid }) => {
      agent = pid ?? agent;
    },
  );
  await until(() => processesWith(mark).some((pid) => nameOf(pid) === 'sleep'));
  // The confining process belongs to the agent, so another product's sandbox program is killed with it.
  const own = parts.places.peer === null ? [] : childrenOf(agent);
  if (agent === 0) throw new Error('the agent was not started');
  for (const pid of [agent, ...own]) process.kill(pid, 'SIGKILL');
  await running;
  await until(() => processesWith(mark).length === 0);
  const left = processesWith(mark);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  await startAgent({ ...parts, commands: [{ workspace, words: ['true'] }] }, () => {});
  const changes = changesOf(before, treeOf(workspace));
  const state = ['journal', 'scratch'].flatMap((name) => entriesOf(join(stateFolderOf(host), name)));
  return {
    'leftovers.processes': { isOpen: left.length > 0, text: `${left.length} after the agent was killed` },
    'leftovers.placeholders': { isOpen: changes.length > 0, text: changes.join(' ') },
    'leftovers.state': { isOpen: state.length > 0, text: state.join(' ') },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isTrue() && Date.now() < end) await wait(5);
}

function entriesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function processesWith(mark: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(mark)).map(Number);
}

function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}

function nameOf(pid: number): string {
  return textOf(`/proc/${pid}/comm`).trim();
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
