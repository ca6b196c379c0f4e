import { afterEach, beforeEach, expect, test } from 'vitest';
import { openObjectServer, type ObjectServer } from '../../../../tests/kit/open-object-server.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openS3Objects } from '../objects/s3-objects.ts';
import { readTree, ScratchTree } from '../snapshots/scratch-tree.ts';
import { collectSaves } from './collect-saves.ts';
import { FileSaves } from './file-saves.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let tree: ScratchTree;
let other: ScratchTree;
let server: ObjectServer;
let store: ObjectStore;
beforeEach(async () => {
  [tree, other] = [new ScratchTree(), new ScratchTree()];
  server = await openObjectServer();
  store = openS3Objects(server.place);
});
afterEach(async () => {
  tree.remove();
  other.remove();
  await server.close();
});

async function save(owner: string, content: string, daysAgo: number): Promise<string> {
  tree.write('file', content);
  const before = new Set(server.objects.keys());
  const saved = await new FileSaves({ root: tree.root, store, owner }).save();
  for (const [key, object] of server.objects) if (!before.has(key)) object.at = Date.now() - daysAgo * DAY_MS;
  return saved.kind === 'saved' ? saved.name : '';
}

async function restored(name: string): Promise<string | undefined> {
  const result = await new FileSaves({ root: other.root, store, owner: 'x' }).restore(name);
  return result.kind === 'restored' ? other.read('file') : undefined;
}

test('the newest save of each owner stays, and young ones; others go with their pieces', async () => {
  const [old, middle, young] = [
    await save('a', 'old', 50),
    await save('a', 'middle', 20),
    await save('a', 'young', 0.1),
  ];
  const only = await save('b', 'only', 400);
  const all = server.objects.size;
  expect(await collectSaves(store, { keep: 2 })).toMatchObject({ saves: 1, chunks: 2 });
  expect(server.objects.size).toBe(all - 3);
  expect(await restored(old)).toBeUndefined();
  expect(await restored(middle)).toBe('middle');
  expect(await collectSaves(store, { keep: 1 })).toMatchObject({ saves: 1, chunks: 2 });
  expect(await restored(middle)).toBeUndefined();
  expect(await restored(young)).toBe('young');
  expect(await restored(only)).toBe('only');
  expect(await collectSaves(store, { keep: 1 })).toEqual({ saves: 0, chunks: 0, bytes: 0 });
});

test('more saves than are kept stay for a day', async () => {
  const names = [await save('a', '1', 0.3), await save('a', '2', 0.2), await save('a', '3', 0.1)];
  expect(await collectSaves(store, { keep: 1 })).toMatchObject({ saves: 0 });
  expect(await Promise.all(names.map((name) => store.facts(`saves/${name}`)))).not.toContain(undefined);
});

test('a save that begins while old pieces are removed can rely on what it names', async () => {
  // The content is stored, old, and in no save that is kept.
  await save('a', 'the content', 60);
  await save('a', 'another', 59);
  const again = save('b', 'the content', 0);
  const [name] = await Promise.all([again, collectSaves(store, { keep: 1 })]);
  await collectSaves(store, { keep: 1 });
  expect(await restored(name)).toBe('the content');
  expect(readTree(other.root).size).toBe(1);
});

test('nothing is removed if a save that is kept cannot be read', async () => {
  await save('a', 'old', 60);
  const name = await save('a', 'new', 0);
  const root = server.objects.get(`saves/${name}`);
  if (root !== undefined) Object.assign(root, { bytes: Buffer.from('damaged') });
  const chunks = [...server.objects.keys()].filter((key) => key.startsWith('chunks/'));
  await expect(collectSaves(store, { keep: 1 })).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect([...server.objects.keys()].filter((key) => key.startsWith('chunks/'))).toEqual(chunks);
});
