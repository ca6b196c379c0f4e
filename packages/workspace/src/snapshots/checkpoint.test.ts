import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Checkpoint } from './checkpoint.ts';
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
  const { changes } = next.checkpoint({ since: ['other', base.id] });
  next.close();
  expect(changes).toMatchObject([{ path: 'a' }, { path: 'gone', after: null }]);
  tree.write('a', 'three');
  const third = open();
  expect(third.checkpoint({ since: [base.id] }).changes).toBeNull();
  third.close();
});

test('a file whose content could not be stored is not taken for a new one by the next process', () => {
  const { tree, open } = setUp();
  tree.write('large', randomBytes(5000));
  const before = open(100);
  const base = before.checkpoint({ isBase: true });
  expect(base.leftOut).toEqual([{ path: 'large', reason: 'store-full' }]);
  before.close();
  const next = open(100);
  expect(pathsOf(next.checkpoint({ since: [base.id] }))).toEqual([]);
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
  expect(pathsOf(next.checkpoint({ since: [base.id] }))).toEqual([]);
  next.close();
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
