import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { FileChange, FileState } from './file-state.ts';
import { ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine, type SnapshotOptions } from './snapshot-engine.ts';

function setUp(options: Partial<SnapshotOptions> = {}): { tree: ScratchTree; engine: SnapshotEngine } {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  return { tree, engine: open(tree, options) };
}

function open({ root, folder }: ScratchTree, options: Partial<SnapshotOptions> = {}): SnapshotEngine {
  const engine = new SnapshotEngine({ root, folder, ...options });
  onTestFinished(() => {
    engine.close();
  });
  return engine;
}

/** `path: before > after`, with a letter for each kind. */
function outline(changes: readonly FileChange[]): readonly string[] {
  const kind = (state: FileState | null): string => state?.kind ?? 'none';
  return changes.map(({ path, before, after }) => `${path}: ${kind(before)} > ${kind(after)}`);
}

/** File times advance in steps, so a stamp counts only after some of them. */
function waitForStamps(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
}

test('the first look reports nothing, the next one everything that changed', () => {
  const { tree, engine } = setUp();
  tree.write('kept', 'kept');
  tree.write('edited', 'one');
  tree.write('folder/removed', 'gone');
  symlinkSync('kept', tree.at('link'));
  expect(engine.look()).toEqual({ changes: [], leftOut: [] });
  tree.write('edited', 'two');
  rmSync(tree.at('folder'), { recursive: true });
  tree.write('new/file', 'x');
  rmSync(tree.at('link'));
  symlinkSync('edited', tree.at('link'));
  const { changes } = engine.look();
  expect(outline(changes)).toEqual([
    'edited: file > file',
    'folder: folder > none',
    'folder/removed: file > none',
    'link: link > link',
    'new: none > folder',
    'new/file: none > file',
  ]);
  const states = changes.flatMap(({ before, after }) => [before, after]);
  const hashes = states.flatMap((state) => (state?.kind === 'file' ? [state.hash] : []));
  expect(hashes.map((hash) => Buffer.from(engine.read(hash) ?? []).toString())).toEqual(['one', 'two', 'gone', 'x']);
  expect(engine.look().changes).toEqual([]);
});

test('a rewrite of the same size with its time set back is found', () => {
  const { tree, engine } = setUp();
  tree.write('file', 'one');
  utimesSync(tree.at('file'), 1e9, 1e9);
  engine.look();
  waitForStamps();
  engine.look();
  writeFileSync(tree.at('file'), 'two');
  utimesSync(tree.at('file'), 1e9, 1e9);
  expect(outline(engine.look().changes)).toEqual(['file: file > file']);
});

test('a file that is replaced by one of the same size and times is found', () => {
  const { tree, engine } = setUp();
  tree.write('file', 'one');
  tree.write('other', 'two');
  for (const name of ['file', 'other']) utimesSync(tree.at(name), 1e9, 1e9);
  engine.look();
  waitForStamps();
  engine.look();
  renameSync(tree.at('other'), tree.at('file'));
  expect(outline(engine.look().changes)).toEqual(['file: file > file', 'other: file > none']);
});

test('a write in the same moment as the look is found by the next look', () => {
  const { tree, engine } = setUp();
  for (let round = 0; round < 20; round += 1) {
    tree.write('file', `a${round % 10}`);
    engine.look();
    tree.write('file', `b${round % 10}`);
    expect(outline(engine.look().changes)).toEqual(['file: file > file']);
  }
});

test('modes, empty folders and names of any bytes are seen', () => {
  const { tree, engine } = setUp();
  tree.write('script', '#!');
  engine.look();
  chmodSync(tree.at('script'), 0o755);
  mkdirSync(tree.at('empty'), 0o700);
  for (const name of ['\u00f1', 'n\u0303', 'a\\xff']) tree.write(name, name);
  writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/f`), Buffer.from([0xff])]), 'bytes');
  const { changes } = engine.look();
  expect(changes.map(({ path }) => path)).toEqual(['a\\x5cxff', 'empty', 'f\\xff', 'n\u0303', 'script', '\u00f1']);
  expect(changes.find(({ path }) => path === 'script')?.after).toMatchObject({ mode: 0o755 });
});

test('names what is left out, and does not read it', () => {
  const { tree, engine } = setUp({ maxFileBytes: 1000 });
  tree.write('.gitignore', 'dist\n/out/\n');
  tree.write('.git/config', 'x');
  tree.write('node_modules/a/index.js', 'x');
  tree.write('packages/a/dist/main.js', 'x');
  tree.write('build/source.ts', 'tracked, so it is kept');
  tree.write('nested/.git/HEAD', 'x');
  tree.write('nested/source.ts', 'x');
  tree.write('worktree/.git', 'gitdir: elsewhere');
  tree.write('large', 'x'.repeat(1001));
  execFileSync('mkfifo', [tree.at('pipe')]);
  engine.look();
  expect(engine.look().leftOut.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    '.git git',
    'large too-large',
    'nested/.git git',
    'node_modules generated',
    'packages/a/dist generated',
    'pipe special',
    'worktree/.git git',
  ]);
  tree.write('build/source.ts', 'changed');
  tree.write('nested/source.ts', 'changed');
  tree.write('nested/.git/HEAD', 'changed');
  tree.write('node_modules/a/index.js', 'changed');
  tree.write('large', 'y'.repeat(1002));
  expect(outline(engine.look().changes)).toEqual(['build/source.ts: file > file', 'nested/source.ts: file > file']);
});

test('the rules of a repository above the root apply', () => {
  const { tree } = setUp();
  tree.write('.git/HEAD', 'x');
  tree.write('.gitignore', 'dist\n');
  tree.write('package/dist/main.js', 'x');
  const inner = new SnapshotEngine({ root: tree.at('package'), folder: join(tree.base, 'inner') });
  expect(inner.look().leftOut).toEqual([{ path: 'dist', reason: 'generated' }]);
  inner.close();
});

test('a file that becomes too large keeps its last known state', () => {
  const { tree, engine } = setUp({ maxFileBytes: 1000 });
  tree.write('file', 'small');
  engine.look();
  tree.write('file', 'x'.repeat(2000));
  expect(engine.look()).toEqual({ changes: [], leftOut: [{ path: 'file', reason: 'too-large' }] });
  tree.write('file', 'small again');
  expect(outline(engine.look().changes)).toEqual(['file: file > file']);
});

test('a folder that becomes a link ends the look there', () => {
  const { tree, engine } = setUp();
  mkdirSync(join(tree.base, 'outside'));
  writeFileSync(join(tree.base, 'outside/file'), 'outside');
  tree.write('folder/file', 'inside');
  engine.look();
  rmSync(tree.at('folder'), { recursive: true });
  symlinkSync('../outside', tree.at('folder'));
  expect(outline(engine.look().changes)).toEqual(['folder: folder > link', 'folder/file: file > none']);
});

test('a store inside the root and temporary files are not looked at', () => {
  const { tree } = setUp();
  const inside = new SnapshotEngine({ root: tree.root, folder: tree.at('.bowline/history') });
  inside.look();
  tree.write('.bowline-0a1b2c3d-0.old', 'x');
  expect(inside.look().changes).toEqual([]);
  inside.close();
});

test('only the user can read the store', () => {
  const { tree, engine } = setUp();
  tree.write('.env', 'secret');
  engine.look();
  const files = readdirSync(tree.folder).toSorted();
  expect(files).toEqual(['snapshots.db', 'snapshots.db-shm', 'snapshots.db-wal']);
  expect(files.map((name) => lstatSync(join(tree.folder, name)).mode & 0o077)).toEqual([0, 0, 0]);
});

test('does not compare a tree that is too large', () => {
  const { tree, engine } = setUp({ maxEntries: 2 });
  for (const name of ['a', 'b', 'c']) tree.write(name, name);
  expect(engine.look()).toEqual({ changes: [], leftOut: [{ path: '', reason: 'too-many' }] });
});

test('a new process reads only files that have changed', () => {
  const { tree, engine } = setUp();
  tree.write('same', 'same');
  engine.look();
  waitForStamps();
  engine.look();
  // If the next process read the file, it would see its real mode.
  const store = new DatabaseSync(join(tree.folder, 'snapshots.db'));
  store.exec("UPDATE entry SET state = json_set(state, '$.mode', 73)");
  store.close();
  const next = open(tree);
  expect(next.look()).toEqual({ changes: [], leftOut: [] });
  tree.write('same', 'changed');
  expect(next.look().changes).toMatchObject([{ path: 'same', before: { mode: 73 }, after: { mode: 0o644 } }]);
});

test('known writes are reported without a walk, with the folders they create, and not again by the next look', () => {
  const { tree, engine } = setUp();
  tree.write('edited', 'one');
  engine.look();
  const held = engine.hold(['edited', tree.at('new/deep/file'), '../outside', tree.root, '.git/config', 'same']);
  expect(held.entries.map(({ path }) => path)).toEqual(['edited', 'new', 'new/deep', 'new/deep/file', 'same']);
  tree.write('edited', 'two');
  tree.write('new/deep/file', 'x');
  tree.write('unrelated', 'a command did this');
  const { changes, leftOut } = engine.settle(held);
  expect(outline(changes)).toEqual([
    'edited: file > file',
    'new: none > folder',
    'new/deep: none > folder',
    'new/deep/file: none > file',
  ]);
  expect(leftOut).toEqual([]);
  expect(outline(engine.look().changes)).toEqual(['unrelated: none > file']);
});

test('a known write through a link is found at the path that changed, and one through a hard link at all its names', () => {
  const { tree, engine } = setUp();
  tree.write('target', 'one');
  symlinkSync('target', tree.at('link'));
  tree.write('first', 'one');
  linkSync(tree.at('first'), tree.at('second'));
  engine.look();
  const linked = engine.hold(['link']);
  tree.write('link', 'two');
  expect(outline(engine.settle(linked).changes)).toEqual(['target: file > file']);
  const shared = engine.hold(['first']);
  tree.write('first', 'two');
  expect(outline(engine.settle(shared).changes)).toEqual(['first: file > file', 'second: file > file']);
  expect(lstatSync(tree.at('second')).nlink).toBe(2);
});

test('drops old contents that are not needed, and tells so', () => {
  const { tree, engine } = setUp();
  tree.write('file', 'one');
  engine.look();
  tree.write('file', 'two');
  const { changes } = engine.look();
  const [change] = changes;
  const before = change?.before as FileState & { kind: 'file' };
  expect(engine.prune({ keep: [before.hash], since: Date.now() + 1 })).toEqual({ contents: 0, bytes: 0 });
  expect(engine.prune({ since: Date.now() - 1e6 })).toEqual({ contents: 0, bytes: 0 });
  expect(engine.prune({ since: Date.now() + 1 })).toEqual({ contents: 1, bytes: 3 });
  expect(engine.read(before.hash)).toBeNull();
  const plan = engine.plan(changes, 'before');
  expect(plan.entries).toMatchObject([{ path: 'file', action: 'gone' }]);
  expect(engine.restore(plan)).toEqual({ step: [], conflicts: [], skipped: [{ path: 'file', reason: 'gone' }] });
  expect(tree.read('file')).toBe('two');
});

test('names files whose content does not fit into the store', () => {
  const { tree, engine } = setUp({ maxBytes: 10 });
  tree.write('a', '12345678');
  tree.write('b', 'abcdefgh');
  const { leftOut } = engine.look();
  expect(leftOut.map(({ reason }) => reason)).toEqual(['store-full']);
  const held = engine.hold(['c']);
  tree.write('c', 'new');
  const { changes, leftOut: notStored } = engine.settle(held);
  expect(notStored).toEqual([{ path: 'c', reason: 'store-full' }]);
  const { step, skipped } = engine.restore(engine.plan(changes, 'before'));
  expect([step, skipped]).toEqual([[], [{ path: 'c', reason: 'store-full' }]]);
  expect(tree.read('c')).toBe('new');
});

test('what a killed write has left beside its file is removed, once and only if it is old', () => {
  const { tree, engine } = setUp();
  const names = ['.bowline-1b2c.tmp', 'deep/.bowline-1b2c.tmp', '.bowline-mine.tmp', 'other/.bowline-1b2c.tmp'];
  for (const name of [...names, 'a', 'deep/b']) tree.write(name, 'x');
  const old = new Date(Date.now() - 5000);
  for (const name of names) utimesSync(join(tree.root, name), old, old);
  tree.write('.bowline-99.tmp', 'still written');
  engine.settle(engine.hold(['a', 'deep/b']));
  expect(readdirSync(tree.root, { recursive: true }).toSorted()).toEqual(
    ['.bowline-99.tmp', '.bowline-mine.tmp', 'a', 'deep', 'deep/b', 'other', 'other/.bowline-1b2c.tmp'].toSorted(),
  );
});
