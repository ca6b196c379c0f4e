import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { FileChange } from '../snapshots/file-state.ts';
import { readTree, ScratchTree } from '../snapshots/scratch-tree.ts';
import { SnapshotEngine } from '../snapshots/snapshot-engine.ts';

/** Applies in a process of its own, which kills itself at a point. Prints the number of points passed. */
const CHILD = `
  import { appendFileSync } from 'node:fs';
  import { SnapshotEngine } from ${JSON.stringify(fileURLToPath(new URL('../snapshots/snapshot-engine.ts', import.meta.url)))};
  const { root, folder, changes, at, edit } = JSON.parse(process.argv[1]);
  let points = 0;
  const engine = new SnapshotEngine({ root, folder }, () => {
    points += 1;
    if (points === edit) appendFileSync(root + '/z-last', 'mine');
    if (points === at) process.kill(process.pid, 'SIGKILL');
  });
  const result = engine.apply(changes, { key: 'k' });
  process.stdout.write(JSON.stringify({ points, result }));
`;

interface ChildCall {
  readonly root: string;
  readonly folder: string;
  readonly changes: readonly FileChange[];
  readonly at?: number;
  /** The point at which a file is edited by someone else. */
  readonly edit?: number;
}

interface ChildEnd {
  readonly points: number;
  readonly result: { readonly isApplied: boolean; readonly refused: readonly unknown[] };
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

/** A tree, and the changes of a command that did a bit of everything, also in Git's folder. */
function setUp(): { readonly tree: ScratchTree; readonly copy: (name: string) => ChildCall } {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  const before = (): void => {
    tree.write('edited', '1\n');
    tree.write('.git/HEAD', 'ref: refs/heads/main\n');
    tree.write('folder-to-file/inner', 'x');
    tree.write('removed/deep/file', 'x');
    tree.write('z-last', 'z');
  };
  before();
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder });
  const paths = ['edited', '.git/HEAD', 'folder-to-file', 'folder-to-file/inner', 'new', 'new/file'];
  const removed = ['removed', 'removed/deep', 'removed/deep/file', 'z-last'];
  const view = join(tree.base, 'view');
  cpSync(tree.root, view, { recursive: true });
  tree.write('edited', '2\n');
  tree.write('.git/HEAD', 'ref: refs/heads/topic\n');
  for (const path of ['folder-to-file', 'removed']) rmSync(tree.at(path), { recursive: true });
  tree.write('folder-to-file', 'y');
  tree.write('new/file', 'n');
  tree.write('z-last', 'Z');
  // The copy is what the command saw, the tree what it left: collected the other way round, as from an overlay.
  const roles = { view: tree.root, upper: tree.root, began: BigInt(Number.MAX_SAFE_INTEGER) * 1000n };
  const other = new SnapshotEngine({ root: view, folder: tree.folder });
  const { changes } = other.collect({ ...roles, placeholders: [], scratch: tree.base });
  other.close();
  expect(changes.map(({ path }) => path).toSorted()).toEqual([...paths, ...removed].toSorted());
  rmSync(tree.root, { recursive: true });
  cpSync(view, tree.root, { recursive: true });
  engine.close();
  return {
    tree,
    copy: (name) => {
      const base = join(tree.base, name);
      mkdirSync(base);
      for (const part of ['root', 'store']) cpSync(join(tree.base, part), join(base, part), { recursive: true });
      chmodSync(join(base, 'root'), 0o755);
      return { root: join(base, 'root'), folder: join(base, 'store'), changes };
    },
  };
}

test(
  'an apply that is killed at any point is completed by the next one, and nothing is applied twice',
  { timeout: 600_000 },
  async () => {
    const { tree, copy } = setUp();
    const whole = copy('whole');
    const end = await runChild(whole);
    expect(end?.result).toMatchObject({ isApplied: true, refused: [] });
    const applied = readTree(whole.root);
    expect(applied.get('edited')).toBe('file 644 2\n');
    const points = end?.points ?? 0;
    expect(points).toBeGreaterThan(30);
    const killAt = async (at: number): Promise<void> => {
      const call = copy(`killed-${at}`);
      expect(await runChild({ ...call, at })).toBeUndefined();
      const engine = new SnapshotEngine(call);
      expect([at, engine.apply(call.changes, { key: 'k' })]).toEqual([at, end?.result]);
      expect([at, readTree(call.root)]).toEqual([at, applied]);
      engine.close();
      // A later call with the same key leaves later edits alone.
      cpSync(join(tree.root, 'edited'), join(call.root, 'edited'));
      const again = new SnapshotEngine(call);
      expect(again.apply(call.changes, { key: 'k' })).toEqual(end?.result);
      expect(readTree(call.root).get('edited')).toBe('file 644 1\n');
      again.close();
    };
    for (let at = 1; at <= points; at += 2)
      await Promise.all([at, at + 1].filter((each) => each <= points).map(killAt));
  },
);

test(
  'an edit in the middle of an apply takes all of it back, also if that is killed',
  { timeout: 600_000 },
  async () => {
    const { copy } = setUp();
    const whole = copy('whole');
    const before = new Map([...readTree(whole.root), ['z-last', 'file 644 zmine']]);
    const edit = 5;
    const end = await runChild({ ...whole, edit });
    expect(end?.result).toMatchObject({ isApplied: false, refused: [{ path: 'z-last', reason: 'changed' }] });
    expect(readTree(whole.root)).toEqual(before);
    for (let at = 7; at < (end?.points ?? 0); at += 9) {
      const call = copy(`killed-${at}`);
      expect(await runChild({ ...call, edit, at })).toBeUndefined();
      const engine = new SnapshotEngine(call);
      engine.resume();
      expect([at, readTree(call.root)]).toEqual([at, before]);
      engine.close();
    }
  },
);
