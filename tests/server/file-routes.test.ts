import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderObjects } from '@bowline/workspace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestServer, TOKEN, type TestServer } from './open-test-server.ts';

let folder = '';
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-files-'));
  const objects = openFolderObjects(folder);
  server = await openTestServer({ files: () => objects });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const content = Buffer.concat([Uint8Array.of(0), Buffer.from('a piece')]);
const hash = createHash('sha256').update('a piece').digest('hex');
const key = `chunks/${hash.slice(0, 2)}/${hash}`;

async function put(path: string, body: Uint8Array<ArrayBuffer>, token = TOKEN): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/v1/files/${path}`, { method: 'PUT', headers, body })).status;
}

test('a piece of a file is stored and read under its hash', async () => {
  const files = await server.remote.files();
  expect(await files?.facts(key)).toBeUndefined();
  expect(await files?.get(key)).toBeUndefined();
  await files?.put(key, content);
  expect(await files?.facts(key)).toMatchObject({ bytes: content.length });
  expect(Buffer.from((await files?.get(key)) ?? [])).toEqual(content);
});

test.each([
  ['another content', key, Buffer.from('\0another piece'), 400],
  ['no content', key, Buffer.alloc(0), 400],
  ['a piece that grows when it is unpacked', key, Buffer.concat([Uint8Array.of(1), Buffer.alloc(300_000)]), 400],
  ['a save under another name', `saves/${'0'.repeat(32)}/${'0'.repeat(64)}`, content, 400],
  ['too much', key, Buffer.alloc(5 * 1024 * 1024), 413],
  ['another key', 'chunks/../secret', content, 404],
  ['another key, encoded', 'chunks/..%2f..%2fsecret', content, 404],
  ['a key of another kind', 'other', content, 404],
])('%s is refused', async (...[, path, body, status]) => {
  expect(await put(path, new Uint8Array(body))).toBe(status);
  const found: string[] = [];
  for await (const object of openFolderObjects(folder).list('')) found.push(object.key);
  expect(found).toEqual([]);
});

test('nothing is stored without a token, and a server can keep no files', async () => {
  expect(await put(key, new Uint8Array(content), 'wrong')).toBe(401);
  const plain = await openTestServer();
  expect(await plain.remote.files()).toBeNull();
  await plain.close();
});
