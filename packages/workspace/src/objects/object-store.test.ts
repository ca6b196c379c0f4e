import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openObjectServer, type ObjectServer } from '../../../../tests/kit/open-object-server.ts';
import { openFolderObjects } from './folder-objects.ts';
import { withinStore, type ObjectStore } from './object-store.ts';
import { openS3Objects } from './s3-objects.ts';

const MAX = 1000;
const text = (said: string): Uint8Array => Buffer.from(said);

let server: ObjectServer;
let folder: string;
beforeEach(async () => {
  server = await openObjectServer();
  folder = mkdtempSync(join(tmpdir(), 'bowline-objects-'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: readonly (readonly [string, () => ObjectStore])[] = [
  ['a folder', () => openFolderObjects(folder)],
  ['a bucket', () => openS3Objects(server.place)],
  ['a part of a bucket', () => withinStore(openS3Objects(server.place), 'tenants/one')],
];

describe.each(kinds)('%s', (...[, open]) => {
  test('returns what was put, and nothing for other keys', async () => {
    const store = open();
    expect(await store.get('a/b', MAX)).toBeUndefined();
    expect(await store.facts('a/b')).toBeUndefined();
    await store.put('a/b', text('one'));
    await store.put('a/b', text('three'));
    expect(Buffer.from((await store.get('a/b', MAX)) ?? []).toString()).toBe('three');
    const facts = await store.facts('a/b');
    expect(facts?.bytes).toBe(5);
    expect(Math.abs((facts?.at ?? 0) - Date.now())).toBeLessThan(5000);
  });

  test('stores bytes unchanged, also none', async () => {
    const store = open();
    const all = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
    await store.put('all', all);
    await store.put('none', text(''));
    expect(Buffer.from((await store.get('all', MAX)) ?? [])).toEqual(all);
    expect(await store.get('none', MAX)).toHaveLength(0);
  });

  test('lists what starts with a prefix, over pages', async () => {
    const store = open();
    const keys = ['a/1', 'a/2', 'a/3', 'a/4', 'a/b/5', 'ab', 'b/1'];
    for (const key of keys) await store.put(key, text(key));
    const listed = async (prefix: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key, bytes } of store.list(prefix)) {
        expect(bytes).toBe(key.length);
        found.push(key);
      }
      return found.sort();
    };
    expect(await listed('a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/b/5']);
    expect(await listed('a/b/')).toEqual(['a/b/5']);
    expect(await listed('')).toEqual(keys);
    expect(await listed('c/')).toEqual([]);
  });

  test('removes an object, and one that is not there', async () => {
    const store = open();
    await store.put('a', text('a'));
    await store.remove('a');
    await store.remove('a');
    expect(await store.facts('a')).toBeUndefined();
  });

  test('refuses an object that is too large, and keys that lead elsewhere', async () => {
    const store = open();
    await store.put('large', Buffer.alloc(MAX + 1));
    await expect(store.get('large', MAX)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    for (const key of ['', '../a', 'a/../b', '/a', 'a//b', 'a/', '.a', 'a b', 'a\nb'])
      await expect(store.put(key, text('x'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});

test('parts of a store see nothing of each other', async () => {
  const [one, two] = ['tenants/one', 'tenants/two'].map((name) => withinStore(openFolderObjects(folder), name));
  await one?.put('a', text('a'));
  expect(await two?.facts('a')).toBeUndefined();
  expect(readdirSync(join(folder, 'tenants'))).toEqual(['one']);
});

describe('a bucket that fails', () => {
  test('is asked again', async () => {
    const store = openS3Objects(server.place);
    server.fail('unavailable', 'cut', 'unavailable');
    await store.put('a', text('content'));
    server.fail('half', 'cut');
    expect(Buffer.from((await store.get('a', MAX)) ?? []).toString()).toBe('content');
  });

  test('fails in the end', async () => {
    const store = openS3Objects({ ...server.place, attempts: 2 });
    server.fail('unavailable', 'unavailable');
    await expect(store.put('a', text('a'))).rejects.toMatchObject({ code: 'STORE_FAILED', retryable: true });
    await server.close();
    await expect(store.facts('a')).rejects.toMatchObject({ code: 'STORE_FAILED', retryable: true });
  });

  test.each([
    ['a wrong secret', { credentials: { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: 'wrong' } }],
    ['an unknown key', { credentials: { accessKeyId: 'AKIAOTHER', secretAccessKey: 'wrong' } }],
    ['another region', { region: 'us-east-1' }],
  ])('is not asked again with %s', async (...[, wrong]) => {
    const store = openS3Objects({ ...server.place, ...wrong });
    const failure: unknown = await store.put('a', text('a')).catch((thrown: unknown) => thrown);
    expect(AgentError.from(failure)).toMatchObject({ code: 'STORE_FAILED', retryable: false });
    expect(server.objects.size).toBe(0);
  });
});
