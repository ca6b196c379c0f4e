import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPid } from '../../tests/kit/read-pid.ts';
import type { BatteryPlaces, BatteryTarget, DeclaredProbe, Verdict } from './battery-plan.ts';
import { copyTemplate } from './create-template.ts';
import { countMounts, findLeftovers } from './find-leftovers.ts';
import { judgeProbe, type ProbeAnswer } from './judge-probe.ts';
import { openHost, type BatteryHost } from './open-host.ts';
import { startAgent, type AgentLine } from './start-agent.ts';
import { changesOf, treeOf } from './tree-of.ts';

/** Longer than a program that outlives its command takes to write again. */
const SETTLE_MS = 350;
/** What a user does in a repository, and in a folder of it. */
const PERSON = [
  'cd "$1" && git status; git commit -q --allow-empty || git commit -q --allow-empty -m a',
  'cd "$1/pkg" && git status',
  'cd "$1/sub" && git commit -q --allow-empty -m a',
  'cd "$1.linked" && git status',
].join('\n');
/** The text for a probe that another product's sandbox gave no chance to report; it counts as closed. */
export const NO_ANSWER = 'gave no answer';
/** Files that the host itself replaces while the commands run. */
const REPLACED = ['late.env', '.git/config'];

export interface TargetPlan {
  readonly places: BatteryPlaces;
  readonly target: BatteryTarget;
  readonly probes: readonly DeclaredProbe[];
}

/** Runs every probe of a target against a new host. */
export async function playTarget({ places, target, probes }: TargetPlan): Promise<Record<string, Verdict>> {
  const host = await openHost(places, target);
  try {
    const mounts = countMounts();
    const verdicts = await playProbes(host, { places, target, probes });
    Object.assign(verdicts, await findLeftovers({ host, places, target }));
    const more = countMounts() - mounts;
    return { ...verdicts, 'leftovers.mounts': { isOpen: more > 0, text: `${more} more` } };
  } finally {
    await host.close();
  }
}

async function playProbes(host: BatteryHost, { places, target, probes }: TargetPlan): Promise<Record<string, Verdict>> {
  const together = probes.filter(({ alone }) => !alone);
  const alone = probes.filter((probe) => probe.alone);
  const workspaceOf = (probe: DeclaredProbe): string =>
    probe.alone ? join(host.home, 'alone', probe.name) : host.workspace;
  mkdirSync(join(host.home, 'alone'));
  for (const probe of alone) copyTemplate(host.template, workspaceOf(probe));
  const words = ['/usr/bin/python3', '-B', join(dirname(host.settingsFile), 'main.py'), host.settingsFile];
  const toCommand = (workspace: string, run: readonly DeclaredProbe[]): { workspace: string; words: string[] } => ({
    workspace,
    words: [...words, workspace, ...run.map(({ name }) => name)],
  });
  const answers = new Map<string, ProbeAnswer>();
  const [inside, outside] = [() => treeOf(host.workspace, REPLACED), () => treeOf(host.home, ['ws', 'alone'])];
  const before = { inside: inside(), outside: outside() };
  const commands = [toCommand(host.workspace, together), ...alone.map((each) => toCommand(workspaceOf(each), [each]))];
  const problems: string[] = [];
  await startAgent({ host, places, target, commands }, (line) => {
    if (line.waits === true) replaceFiles(host);
    else if (line.name !== undefined) answers.set(line.name, { ok: line.ok === true, text: line.text ?? '' });
    else if (isProblem(line))
      problems.push(`${target}: ${line.ended ?? ''}: ${String(line.code)}: ${line.errors ?? ''}`);
  });
  const endedAt = Date.now();
  await wait(SETTLE_MS);
  if (problems.length > 0 && places.peer === null) throw new Error(problems.join('\n'));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const changes = { inside: changesOf(before.inside, inside()), outside: changesOf(before.outside, outside()) };
  for (const probe of alone) actAsPerson(workspaceOf(probe), host);
  const judged = probes.map((probe): [string, Verdict] => {
    const answer = answers.get(probe.name);
    if (answer === undefined && places.peer === null) throw new Error(`${target}: ${probe.name} gave no answer`);
    if (answer === undefined) return [probe.name, { isOpen: false, text: NO_ANSWER }];
    return [probe.name, judgeProbe({ probe, answer, workspace: workspaceOf(probe), endedAt }, host)];
  });
  if (target === 'plain') await endOutliving(host);
  return {
    ...Object.fromEntries(judged),
    'leftovers.outside': { isOpen: changes.outside.length > 0, text: changes.outside.join(' ') },
    ...(target === 'work'
      ? {}
      : { 'leftovers.observed': { isOpen: changes.inside.length > 0, text: changes.inside.join(' ') } }),
  };
}

function isProblem({ ended, code }: AgentLine): boolean {
  return ended !== undefined && code !== 0;
}

/** Replaces files by renaming, as editors and Git do, and lets the probes continue. */
function replaceFiles({ home, workspace, nonce, settingsFile }: BatteryHost): void {
  const made = join(dirname(home), 'made');
  writeFileSync(made, `L2=${nonce}`);
  renameSync(made, join(workspace, 'late.env'));
  copyFileSync(join(workspace, '.git/config'), made);
  renameSync(made, join(workspace, '.git/config'));
  writeFileSync(join(dirname(settingsFile), 'go'), '');
}

/** Uses Git as the user would after a command, which is when planted files run. */
function actAsPerson(workspace: string, { home }: BatteryHost): void {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' };
  spawnSync('/bin/sh', ['-c', PERSON, 'sh', workspace], { env, stdio: 'ignore', timeout: 10_000 });
}

async function endOutliving({ workspace }: BatteryHost): Promise<void> {
  const file = join(workspace, 'outlives.txt');
  if (existsSync(file)) process.kill(await readPid(file), 'SIGKILL');
}
