import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openScratchPreviews } from '../../packages/workspace/src/preview/open-scratch-previews.ts';
import { readTree } from '../../packages/workspace/src/snapshots/scratch-tree.ts';
import { ordinaryCommands, projects, type OrdinaryCommand } from './commands.ts';

/** What the two runs of a command have shown. */
export interface RunCommand {
  readonly command: string;
  /** What is wrong, if it may not differ. */
  readonly problems: readonly string[];
  /** The result of the plain run, byte for byte. */
  readonly isEqual: boolean;
  /** The number of paths that the plain run changed. */
  readonly changed: number;
  readonly plainMs: number;
  readonly asideMs: number;
  readonly applyMs: number;
}

/** Runs a command aside, applies that, and runs it plainly in the same project at the same place. */
export async function runCommand(folder: string, at: number): Promise<RunCommand> {
  const asked = ordinaryCommands[at] as OrdinaryCommand;
  const { project, command, mayDiffer } = asked;
  const lab = openScratchPreviews(process.execPath, folder);
  const original = join(folder, 'original');
  try {
    lab.sh(projects[project]);
    execFileSync('cp', ['-a', lab.root, original]);
    const [before, stamps] = [toComparable(lab.root), lab.sh(STAMPS)];
    const problems: string[] = [];
    // What runs can be made is detected once in a session.
    await lab.preview('true');
    const aside = await timed(() => lab.preview(command));
    if (lab.sh(STAMPS) !== stamps) problems.push('the folder was touched before the apply');
    const applying = await timed(() => lab.apply(aside.value.changes, { key: 'k' }));
    if (!applying.value.isApplied) problems.push(`not applied: ${JSON.stringify(applying.value.refused)}`);
    if (aside.value.obstacle !== undefined) problems.push(aside.value.obstacle);
    const applied = toComparable(lab.root);
    lab.sh(`find . -mindepth 1 -delete`);
    execFileSync('cp', ['-aT', original, lab.root]);
    const plain = await timed(async () => runPlainly(command, lab.root));
    const wanted = toComparable(lab.root);
    const differing = [...new Set([...wanted.keys(), ...applied.keys()])].filter(
      (path) => wanted.get(path) !== applied.get(path),
    );
    if (aside.value.end.exitCode !== plain.value) problems.push(`exits with ${aside.value.end.exitCode ?? 'no code'}`);
    if (differing.length > 0) problems.push(`differs in ${differing.slice(0, 5).join(', ')}`);
    const isRefused = mayDiffer !== undefined && aside.value.end.exitCode !== 0;
    const all = [...new Set([...before.keys(), ...wanted.keys()])];
    const changed = all.filter((path) => before.get(path) !== wanted.get(path)).length;
    return {
      command,
      problems: isRefused ? [] : problems,
      isEqual: problems.length === 0,
      changed,
      ...{ plainMs: plain.ms, asideMs: aside.ms, applyMs: applying.ms },
    };
  } finally {
    await lab.close();
  }
}

/** Everything that a write would change. */
const STAMPS = String.raw`find . -printf "%p %m %T@ %C@ %i %s\n" | sort`;

function runPlainly(command: string, cwd: string): number | null {
  const env = { PATH: `${join(process.execPath, '..')}:/usr/local/bin:/usr/bin:/bin`, HOME: join(cwd, '../home') };
  return spawnSync('/bin/bash', ['-c', command], { cwd, env: { ...env, LANG: 'C.UTF-8' }, stdio: 'ignore' }).status;
}

/** A tree whose index of Git, which holds times and numbers of files, is replaced with what it lists. */
function toComparable(root: string): ReadonlyMap<string, string> {
  const tree = new Map(readTree(root));
  if (!existsSync(join(root, '.git/index'))) return tree;
  tree.set('.git/index', execFileSync('git', ['-C', root, 'ls-files', '--stage'], { encoding: 'utf8' }));
  return tree;
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: performance.now() - began };
}
