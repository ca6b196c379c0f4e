import { AgentError } from '@bowline/protocol';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openSnapshots, type Snapshots } from './open-snapshots.ts';
import { withRestoreLock } from './restore-lock.ts';
import { readTree, ScratchTree } from './scratch-tree.ts';
import { SnapshotThread } from './snapshot-thread-link.ts';

function setUp(): ScratchTree {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  return tree;
}

async function open({ root, folder }: ScratchTree): Promise<Snapshots> {
  const snapshots = await openSnapshots({ root, folder });
  onTestFinished(() => snapshots.close());
  return snapshots;
}

const failure = (code: string): unknown => expect.objectContaining({ code }) as unknown;

test('keeps, plans and restores in a thread', async () => {
  const tree = setUp();
  tree.write('a', 'one');
  const snapshots = await open(tree);
  expect(await snapshots.resume()).toBeNull();
  expect(await snapshots.look()).toEqual({ changes: [], leftOut: [] });
  const held = await snapshots.hold(['b']);
  tree.write('b', 'new');
  const edit = await snapshots.settle(held);
  tree.write('a', 'two');
  const command = await snapshots.look();
  const changes = [...edit.changes, ...command.changes];
  const hash = changes.map(({ before }) => (before?.kind === 'file' ? before.hash : '')).join('');
  expect(Buffer.from((await snapshots.read(hash)) ?? []).toString()).toBe('one');
  const plan = await snapshots.plan(changes, 'before');
  expect(plan.entries.map(({ path, action }) => `${path} ${action}`)).toEqual(['a restore', 'b restore']);
  const { step } = await snapshots.restore(plan);
  expect([...readTree(tree.root)]).toEqual([['a', 'file 644 one']]);
  await snapshots.restore(await snapshots.plan(step, 'before'), { overwrite: [] });
  expect([tree.read('a'), tree.read('b')]).toEqual(['two', 'new']);
  expect(await snapshots.prune()).toEqual({ contents: 0, bytes: 0 });
});

test('two sessions share a store, and each sees what the other changed', async () => {
  const tree = setUp();
  tree.write('a', 'one');
  const [first, second] = await Promise.all([open(tree), open(tree)]);
  await Promise.all([first.look(), second.look()]);
  const held = await first.hold(['a']);
  tree.write('a', 'two');
  const { changes } = await first.settle(held);
  expect((await second.look()).changes).toEqual(changes);
  expect((await first.look()).changes).toEqual([]);
  const plans = await Promise.all([first.plan(changes, 'before'), second.plan(changes, 'before')]);
  const both = await Promise.all([first.restore(plans[0]), second.restore(plans[1])]);
  expect(both.map(({ step }) => step.length).toSorted()).toEqual([0, 1]);
  expect(tree.read('a')).toBe('one');
});

test('a restore waits for another one, and gives up after a while', async () => {
  const tree = setUp();
  const snapshots = await open(tree);
  const lock = join(tree.folder, 'restore.lock');
  const resumed = withRestoreLock(lock, () => {
    expect(() => withRestoreLock(lock, () => 'both', 10)).toThrow('Another session is restoring files in this folder');
    return snapshots.resume();
  });
  expect(await resumed).toBeNull();
});

test('rejects if the store is damaged or cannot be created, or the root is missing', async () => {
  const tree = setUp();
  mkdirSync(tree.folder);
  writeFileSync(join(tree.folder, 'snapshots.db'), 'this is no database '.repeat(100));
  await expect(openSnapshots({ root: tree.root, folder: tree.folder })).rejects.toEqual(failure('STORE_FAILED'));
  tree.write('file', 'x');
  const folder = tree.at('file/store');
  await expect(openSnapshots({ root: tree.root, folder })).rejects.toEqual(failure('STORE_FAILED'));
  await expect(openSnapshots({ root: tree.at('none'), folder })).rejects.toEqual(failure('OPTIONS_INVALID'));
});

test('rejects if the root vanishes while it is open', async () => {
  const tree = setUp();
  tree.write('a', 'one');
  const snapshots = await open(tree);
  await snapshots.look();
  rmSync(tree.root, { recursive: true });
  await expect(snapshots.look()).rejects.toEqual(failure('STORE_FAILED'));
});

test('rejects pending and later calls if the thread stops', async () => {
  const dying = `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage({ id: 0, ok: true });
    parentPort.on('message', () => { throw new Error('out of memory'); });`;
  const thread = await SnapshotThread.open({ root: '/', folder: '/' }, () => new Worker(dying, { eval: true }));
  await expect(thread.call('look', [])).rejects.toEqual(failure('STORE_FAILED'));
  await expect(thread.call('look', [])).rejects.toSatisfy((thrown) => AgentError.is(thrown));
  await thread.close();
  const silent = SnapshotThread.open({ root: '/', folder: '/' }, () => new Worker('', { eval: true }));
  await expect(silent).rejects.toEqual(failure('STORE_FAILED'));
});

test('rejects calls after it was closed, and can be closed twice', async () => {
  const tree = setUp();
  const snapshots = await openSnapshots({ root: tree.root, folder: tree.folder });
  await snapshots.close();
  await snapshots.close();
  await expect(snapshots.look()).rejects.toEqual(failure('SESSION_CLOSED'));
});

test('closes while a look at a large folder has no end', async () => {
  const busy = `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage({ id: 0, ok: true });
    parentPort.on('message', () => { for (;;); });`;
  const thread = await SnapshotThread.open({ root: '/', folder: '/' }, () => new Worker(busy, { eval: true }));
  const look = thread.call('look', []);
  const refused = expect(look).rejects.toEqual(failure('SESSION_CLOSED'));
  await thread.close();
  await refused;
});
