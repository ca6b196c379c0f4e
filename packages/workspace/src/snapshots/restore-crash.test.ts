import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { RestorePlan } from './restore-plan.ts';
import { readTree, ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine } from './snapshot-engine.ts';

/** Restores or resumes in a process of its own, which kills itself at a point. Prints the number of points passed. */
const CHILD = `
  import { SnapshotEngine } from ${JSON.stringify(fileURLToPath(new URL('./snapshot-engine.ts', import.meta.url)))};
  const { root, folder, plan, at } = JSON.parse(process.argv[1]);
  let points = 0;
  const engine = new SnapshotEngine({ root, folder }, () => {
    points += 1;
    if (points === at) process.kill(process.pid, 'SIGKILL');
  });
  const result = plan === undefined ? engine.resume() : engine.restore(plan);
  process.stdout.write(JSON.stringify({ points, result }));
`;

interface ChildCall {
  readonly root: string;
  readonly folder: string;
  /** Without a plan, resumes. */
  readonly plan?: RestorePlan;
  readonly at?: number;
}

interface ChildEnd {
  readonly points: number;
  readonly result: unknown;
}

/** What the child printed, or undefined if it was killed. */
async function runChild(call: ChildCall): Promise<ChildEnd | undefined> {
  const flags = ['--conditions=@bowline/source', '--no-warnings', '--input-type=module-typescript'];
  const child = spawn(process.execPath, [...flags, '--eval', CHILD, JSON.stringify(call)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal === null ? (JSON.parse(text) as ChildEnd) : undefined;
}

/** A tree after a command that did a bit of everything, and the plan to undo that. */
function setUp(): { tree: ScratchTree; plan: RestorePlan; copy: (name: string) => ChildCall } {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  tree.write('edited', '1\n2\n3\n');
  tree.write('locked/file', 'one');
  tree.write('folder-to-file/inner', 'x');
  tree.write('file-to-folder', 'x');
  tree.write('removed/deep/file', 'x');
  chmodSync(tree.at('removed/deep'), 0o555);
  symlinkSync('edited', tree.at('link'));
  chmodSync(tree.at('locked'), 0o555);
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder });
  engine.look();
  tree.write('edited', '1\n2\nagent\n');
  chmodSync(tree.at('locked'), 0o755);
  tree.write('locked/file', 'two');
  chmodSync(tree.at('locked'), 0o555);
  rmSync(tree.at('folder-to-file'), { recursive: true });
  tree.write('folder-to-file', 'y');
  rmSync(tree.at('file-to-folder'));
  tree.write('file-to-folder/inner', 'y');
  chmodSync(tree.at('removed/deep'), 0o755);
  rmSync(tree.at('removed'), { recursive: true });
  rmSync(tree.at('link'));
  tree.write('link', 'no link');
  const { changes } = engine.look();
  tree.write('edited', 'person\n2\nagent\n');
  const plan = engine.plan(changes, 'before');
  engine.close();
  const copy = (name: string): ChildCall => {
    const base = join(tree.base, name);
    mkdirSync(base);
    for (const part of ['root', 'store'])
      cpSync(join(tree.base, part), join(base, part), { recursive: true, verbatimSymlinks: true });
    // Copied folders get their modes only here: as an ordinary user nothing can be copied into them otherwise.
    chmodSync(join(base, 'root/locked'), 0o555);
    return { root: join(base, 'root'), folder: join(base, 'store') };
  };
  return { tree, plan, copy };
}

test('a restore that is killed at any point is finished by the next process', { timeout: 600_000 }, async () => {
  const { tree, plan, copy } = setUp();
  const whole = copy('whole');
  const end = await runChild({ ...whole, plan });
  const restored = readTree(whole.root);
  expect(restored.get('edited')).toBe('file 644 person\n2\n3\n');
  expect(restored.get('locked')).toBe('folder 555');
  const points = end?.points ?? 0;
  expect(points).toBeGreaterThan(40);
  const killAt = async (at: number): Promise<void> => {
    const call = copy(`killed-${at}`);
    expect(await runChild({ ...call, plan, at })).toBeUndefined();
    const engine = new SnapshotEngine(call);
    const resumed = engine.resume();
    // Before the journal is written nothing has happened, and after it is removed everything has.
    expect([at, readTree(call.root)]).toEqual([at, at === 1 ? readTree(tree.root) : restored]);
    expect([at, resumed]).toEqual([at, at > 1 && at < points ? end?.result : null]);
    expect(engine.resume()).toBeNull();
    // What was replaced is stored, so the restore can be undone.
    engine.restore(engine.plan(resumed?.step ?? [], 'before'));
    if (resumed !== null) expect([at, readTree(call.root)]).toEqual([at, readTree(tree.root)]);
    engine.close();
  };
  for (let at = 1; at <= points; at += 2) await Promise.all([at, at + 1].filter((each) => each <= points).map(killAt));
});

test('so is one that is killed again while it is finished', { timeout: 600_000 }, async () => {
  const { plan, copy } = setUp();
  const whole = copy('whole');
  const end = await runChild({ ...whole, plan });
  const restored = readTree(whole.root);
  const points = end?.points ?? 0;
  for (let at = 5; at < points; at += 19) {
    const call = copy(`killed-${at}`);
    expect(await runChild({ ...call, plan, at })).toBeUndefined();
    for (let again = 2; again < points; again += 11) if ((await runChild({ ...call, at: again })) !== undefined) break;
    await runChild(call);
    expect([at, readTree(call.root)]).toEqual([at, restored]);
  }
});
