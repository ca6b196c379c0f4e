import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Checkpoint, KnownCheckpoint } from './checkpoint.ts';
import { ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine } from './snapshot-engine.ts';

function setUp(): { readonly tree: ScratchTree; readonly open: (maxBytes?: number) => SnapshotEngine } {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  return {
    tree,
    open: (maxBytes) =>
      new SnapshotEngine({ root: tree.root, folder: tree.folder, ...(maxBytes === undefined ? {} : { maxBytes }) }),
  };
}

const knownOf = (...ids: readonly string[]): readonly KnownCheckpoint[] => ids.map((id) => ({ id, callId: 'c' }));
const pathsOf = ({ changes }: Checkpoint): readonly string[] | undefined => changes?.map(({ path }) => path);

test('a checkpoint has what changed since the one before, and the first has nothing to compare with', () => {
  const { tree, open } = setUp();
  tree.write('a', 'one');
  const engine = open();
  expect(engine.checkpoint().changes).toBeNull();
  tree.write('a', 'two');
  tree.write('b', 'new');
  expect(pathsOf(engine.checkpoint())).toEqual(['a', 'b']);
  expect(pathsOf(engine.checkpoint())).toEqual([]);
  engine.close();
});

test('a base is the last checkpoint if nothing has changed, and every other checkpoint is new', () => {
  const { tree, open } = setUp();
  const engine = open();
  const first = engine.checkpoint();
  expect(engine.checkpoint({ isBase: true }).id).toBe(first.id);
  tree.write('a', 'one');
  const second = engine.checkpoint({ isBase: true });
  expect(second.id).not.toBe(first.id);
  expect(engine.checkpoint().id).not.toBe(second.id);
  engine.close();
});

test('another process has the changes since a checkpoint if nothing has looked in between', () => {
  const { tree, open } = setUp();
  tree.write('a', 'one');
  tree.write('gone', 'x');
  const before = open();
  const base = before.checkpoint({ isBase: true });
  before.close();
  tree.write('a', 'two');
  rmSync(tree.at('gone'));
  const next = open();
  const { changes } = next.checkpoint({ since: knownOf('other', base.id) });
  next.close();
  expect(changes).toMatchObject([{ path: 'a' }, { path: 'gone', after: null }]);
});

test('what a killed process has found and not recorded is returned to the next one, once it is known no more', () => {
  const { tree, open } = setUp();
  tree.write('a', 'one');
  const killed = open();
  const base = killed.checkpoint({ isBase: true });
  tree.write('a', 'two');
  const found = killed.checkpoint({ callId: 'c' });
  killed.close();
  tree.write('b', 'new');
  const next = open();
  const { missed, changes } = next.checkpoint({ since: knownOf(base.id), callId: 'c' });
  expect(missed).toMatchObject([{ id: found.id, callId: 'c', changes: [{ path: 'a' }] }]);
  expect(changes).toMatchObject([{ path: 'b' }]);
  expect(next.checkpoint({ since: knownOf(base.id, found.id) }).missed).toMatchObject([{ changes: [{ path: 'b' }] }]);
  expect(next.checkpoint({ since: [{ id: base.id, callId: 'of another session' }] }).missed).toEqual([]);
  next.close();
});

test('a look after the call of one process compares with it in another, unless a third has looked since', () => {
  const { tree, open } = setUp();
  const first = open();
  const base = first.checkpoint({ isBase: true });
  tree.write('a', 'one');
  const after = first.checkpoint({ callId: 'c' });
  first.close();
  tree.write('b', 'two');
  const next = open();
  expect(pathsOf(next.checkpoint({ since: knownOf(base.id, after.id) }))).toEqual(['b']);
  next.close();
  const other = open();
  other.checkpoint({ callId: 'other' });
  other.close();
  tree.write('c', 'three');
  const late = open();
  expect(late.checkpoint({ since: knownOf(base.id, after.id) }).changes).toBeNull();
  late.close();
});

test('a look ahead of the first command leaves what a killed process has not recorded to the look for its call', () => {
  const { tree, open } = setUp();
  const killed = open();
  const base = killed.checkpoint({ isBase: true, isAhead: true });
  tree.write('a', 'one');
  killed.close();
  const next = open();
  next.checkpoint({ isBase: true, isAhead: true });
  expect(pathsOf(next.checkpoint({ since: knownOf(base.id), callId: 'c' }))).toEqual(['a']);
  next.close();
});

test('what was written after a call had ended is the work of the user', async () => {
  const { tree, open } = setUp();
  const engine = open();
  engine.checkpoint({ isBase: true });
  tree.write('of the call', 'one');
  await new Promise((resolve) => setTimeout(resolve, 60));
  const endedAt = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 60));
  tree.write('of the user', 'two');
  const seen = engine.checkpoint({ callId: 'c', endedMsAgo: Date.now() - endedAt });
  expect(pathsOf(seen)).toEqual(['of the call']);
  expect(pathsOf(engine.checkpoint())).toEqual([]);
  engine.close();
});

test('a file whose content could not be stored is not taken for a new one by the next process', () => {
  const { tree, open } = setUp();
  tree.write('large', randomBytes(5000));
  const before = open(100);
  const base = before.checkpoint({ isBase: true });
  expect(base.leftOut).toEqual([{ path: 'large', reason: 'store-full' }]);
  before.close();
  const next = open(100);
  expect(pathsOf(next.checkpoint({ since: knownOf(base.id) }))).toEqual([]);
  next.close();
});

test('what a known write has changed is not in the next checkpoint, in this process or another', () => {
  const { tree, open } = setUp();
  tree.write('a', 'one');
  const engine = open();
  const base = engine.checkpoint({ isBase: true });
  const held = engine.hold(['a']);
  tree.write('a', 'two');
  engine.settle(held);
  engine.close();
  const next = open();
  expect(pathsOf(next.checkpoint({ since: knownOf(base.id) }))).toEqual([]);
  next.close();
});

test('a look in the middle of a known write leaves its paths to it', () => {
  const { tree, open } = setUp();
  tree.write('a', 'one');
  const engine = open();
  engine.checkpoint({ isBase: true });
  tree.write('a', 'of a command');
  const held = engine.hold(['a']);
  tree.write('a', 'of the write!');
  expect(pathsOf(engine.checkpoint({ isBase: true, writing: ['a'] }))).toEqual([]);
  tree.write('a', 'of the command');
  expect(pathsOf(engine.checkpoint({ callId: 'c', writing: ['a'] }))).toEqual([]);
  expect(engine.settle(held).changes).toMatchObject([{ before: { size: 12 }, after: { size: 14 } }]);
  expect(pathsOf(engine.checkpoint())).toEqual([]);
  engine.close();
});

test('a look that would read too much is not made, whatever is stored already', () => {
  const { tree } = setUp();
  tree.write('a', 'x'.repeat(400));
  tree.write('b', 'y'.repeat(700));
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder, maxLookBytes: 1000 });
  expect(engine.checkpoint().leftOut).toEqual([{ path: '', reason: 'too-many' }]);
  rmSync(tree.at('b'));
  expect(engine.checkpoint().leftOut).toEqual([]);
  tree.write('b', 'y'.repeat(500));
  expect(pathsOf(engine.checkpoint())).toEqual(['b']);
  engine.close();
});

test('a content with a known secret is not stored, and its path is named', () => {
  const { tree } = setUp();
  tree.write('keys', 'token=canary-1234\n');
  tree.write('plain', 'text\n');
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder, secrets: ['canary-1234'] });
  expect(engine.checkpoint().leftOut).toEqual([{ path: 'keys', reason: 'secret' }]);
  engine.settle(engine.hold(['keys']));
  engine.close();
  for (const name of readdirSync(tree.folder))
    expect(readFileSync(join(tree.folder, name), 'latin1')).not.toContain('canary-1234');
});
