import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openObjectServer, type ObjectServer } from '../../../../tests/kit/open-object-server.ts';
import { openFolderObjects } from '../objects/folder-objects.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openS3Objects } from '../objects/s3-objects.ts';
import { applyEdit, EDITS, NAMES, type RandomEdit } from '../snapshots/random-edits.ts';
import { readTree, ScratchTree } from '../snapshots/scratch-tree.ts';
import { FileSaves, type FileSavesParts, type Saved } from './file-saves.ts';

let here: ScratchTree;
let there: ScratchTree;
let server: ObjectServer;
beforeEach(async () => {
  here = new ScratchTree();
  there = new ScratchTree();
  server = await openObjectServer(1000);
});
afterEach(async () => {
  here.remove();
  there.remove();
  await server.close();
});

const open = (tree: ScratchTree, store: ObjectStore, more: Partial<FileSavesParts> = {}): FileSaves =>
  new FileSaves({ root: tree.root, store, owner: 'a session', ...more });

async function saved(saves: FileSaves): Promise<Saved> {
  const result = await saves.save();
  if (result.kind !== 'saved') throw new Error(`not saved: ${result.limit}`);
  return result;
}

function fill(tree: ScratchTree): void {
  tree.write('src/a.txt', 'one\n');
  tree.write('src/deep/b.bin', Buffer.alloc(700_000, 'some text that is cut '));
  tree.write('empty.txt', '');
  mkdirSync(tree.at('empty folder'));
  symlinkSync('../outside', tree.at('link'));
  symlinkSync('src', tree.at('to-folder'));
  chmodSync(tree.at('src/a.txt'), 0o755);
  mkdirSync(tree.at('closed'));
  tree.write('closed/inside', 'x');
  chmodSync(tree.at('closed'), 0o555);
}

const stores: readonly (readonly [string, () => ObjectStore])[] = [
  ['a folder', () => openFolderObjects(join(here.base, 'objects'))],
  ['a bucket', () => openS3Objects(server.place)],
];

describe.each(stores)('saves in %s', (...[, store]) => {
  test('another folder becomes equal: contents, modes, links, empty folders', async () => {
    fill(here);
    const { name } = await saved(open(here, store()));
    there.write('src', 'a file where a folder belongs');
    there.write('link/was/a folder', 'x');
    there.write('extra/old', 'x');
    const other = open(there, store());
    expect(await other.restore(name)).toMatchObject({ kind: 'restored', leftOut: [] });
    expect(readTree(there.root)).toEqual(readTree(here.root));
    expect(await other.restore(name)).toMatchObject({ changed: 0 });
  });

  test('nothing is sent twice', async () => {
    fill(here);
    const first = open(here, store());
    const { name, sentBytes } = await saved(first);
    expect(sentBytes).toBeGreaterThan(0);
    expect(await saved(first)).toMatchObject({ name, sentBytes: 0 });
    // Also by a process that knows nothing, and for the same content elsewhere.
    expect(await saved(open(here, store()))).toMatchObject({ name, sentBytes: 0 });
    here.write('copy/of/b.bin', readFileSync(here.at('src/deep/b.bin')));
    const { sentBytes: more } = await saved(first);
    expect(more).toBeGreaterThan(0);
    expect(more).toBeLessThan(2000); // the new listing
  });

  test('is the same after random edits, in a folder that was anything before', { timeout: 120_000 }, async () => {
    const names = fc.array(fc.nat({ max: NAMES.length - 1 }), { minLength: 1, maxLength: 3 });
    const edit: fc.Arbitrary<RandomEdit> = fc.record({
      what: fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])),
      path: names,
      other: names,
      pick: fc.nat({ max: 60 }),
      lines: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }),
    });
    const edits = fc.array(edit, { minLength: 1, maxLength: 12 });
    const [mine, other] = [open(here, store()), open(there, store())];
    await fc.assert(
      fc.asyncProperty(edits, edits, async (some, others) => {
        for (const each of some) applyEdit(here.root, each);
        for (const each of others) applyEdit(there.root, each);
        const { name } = await saved(mine);
        await other.restore(name);
        expect(readTree(there.root)).toEqual(readTree(here.root));
      }),
      { numRuns: 40 },
    );
  });
});

test('calls that arrive while a save runs share one that begins later', async () => {
  fill(here);
  const saves = open(here, openS3Objects(server.place));
  const first = saves.save();
  await Promise.resolve();
  here.write('late.txt', 'late');
  const [second, third] = [saves.save(), saves.save()];
  expect(second).toBe(third);
  await first;
  const result = await second;
  await open(there, openS3Objects(server.place)).restore(result.kind === 'saved' ? result.name : '');
  expect(there.read('late.txt')).toBe('late');
});

test('dependencies, keys, large files and locks are named or absent, and not stored', async () => {
  const store = openS3Objects(server.place);
  here.write('node_modules/x/index.js', 'x');
  here.write('.gitignore', 'dist\n');
  here.write('dist/out.js', 'x');
  here.write('key.txt', 'the key is sk-known-to-us here');
  here.write('large.bin', Buffer.alloc(5000, 1));
  here.write('.git/HEAD', 'ref: refs/heads/main\n');
  here.write('.git/index.lock', '');
  const { name, leftOut } = await saved(
    open(here, store, { secrets: ['sk-known-to-us'], maxFileBytes: 4000, keepsGit: true }),
  );
  expect(leftOut).toEqual([
    { path: 'dist', reason: 'generated' },
    { path: 'key.txt', reason: 'secret' },
    { path: 'large.bin', reason: 'too-large' },
    { path: 'node_modules', reason: 'generated' },
  ]);
  for (const { bytes } of server.objects.values()) expect(bytes.includes('sk-known-to-us')).toBe(false);
  there.write('node_modules/y/index.js', 'kept');
  there.write('large.bin', 'kept');
  await open(there, store, { keepsGit: true }).restore(name);
  expect([...readTree(there.root).keys()]).toEqual([
    ...['.git', '.git/HEAD', '.gitignore', 'large.bin', 'node_modules', 'node_modules/y', 'node_modules/y/index.js'],
  ]);
});

test("Git's folder is left alone unless it is to be kept", async () => {
  const store = openS3Objects(server.place);
  here.write('.git/HEAD', 'here');
  there.write('.git/HEAD', 'there');
  const { name, leftOut } = await saved(open(here, store));
  expect(leftOut).toEqual([{ path: '.git', reason: 'git' }]);
  await open(there, store).restore(name);
  expect(there.read('.git/HEAD')).toBe('there');
});

test('a repository works after it was saved and restored', async () => {
  const git = (tree: ScratchTree, ...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: tree.root, encoding: 'utf8' });
  const store = openS3Objects(server.place);
  git(here, 'init', '-q');
  here.write('a.txt', 'one');
  git(here, 'add', '.');
  git(here, 'commit', '-qm', 'first');
  here.write('a.txt', 'two');
  const { name } = await saved(open(here, store, { keepsGit: true }));
  await open(there, store, { keepsGit: true }).restore(name);
  expect(git(there, 'status', '--porcelain')).toBe(' M a.txt\n');
  expect(git(there, 'log', '--format=%s')).toBe('first\n');
  expect(git(there, 'fsck', '--strict')).toBe('');
});

test('a workspace that is too large is not saved', async () => {
  here.write('a', 'xxxxx');
  here.write('b', 'xxxxx');
  const store = openS3Objects(server.place);
  expect(await open(here, store, { maxBytes: 9 }).save()).toEqual({ kind: 'too-large', limit: '9 bytes' });
  expect(await open(here, store, { maxEntries: 1 }).save()).toEqual({ kind: 'too-large', limit: '1 entries' });
  expect(server.objects.size).toBe(0);
});

test('a save that is gone changes nothing', async () => {
  const store = openS3Objects(server.place);
  there.write('a', 'a');
  const name = `${'0'.repeat(32)}/${'0'.repeat(64)}`;
  expect(await open(there, store).restore(name)).toEqual({ kind: 'missing' });
  expect(there.read('a')).toBe('a');
  for (const wrong of ['', '../x', `${name}/x`, name.toUpperCase().replaceAll('0', 'A')])
    await expect(open(there, store).restore(wrong)).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

test('a damaged object is found by its hash, wherever it is', async () => {
  fill(here);
  const { name } = await saved(open(here, openS3Objects(server.place)));
  for (const [key, object] of server.objects) {
    const { bytes } = object;
    Object.assign(object, { bytes: Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]) });
    there.remove();
    there = new ScratchTree();
    await expect(open(there, openS3Objects(server.place)).restore(name), key).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    Object.assign(object, { bytes });
  }
  await open(there, openS3Objects(server.place)).restore(name);
  expect(readTree(there.root)).toEqual(readTree(here.root));
});

test('a restoration that was interrupted is finished by the next one', async () => {
  fill(here);
  const { name } = await saved(open(here, openS3Objects(server.place)));
  const failing = openS3Objects({ ...server.place, attempts: 1 });
  let left = 3;
  const limited: ObjectStore = {
    ...failing,
    get: async (key, maxBytes) => {
      left -= 1;
      if (left < 0) server.fail('cut');
      return await failing.get(key, maxBytes);
    },
  };
  await expect(open(there, limited).restore(name)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(readTree(there.root)).not.toEqual(readTree(here.root));
  writeFileSync(there.at('.bowline-0.new'), 'what a killed process has left');
  await open(there, openS3Objects(server.place)).restore(name);
  expect(readTree(there.root)).toEqual(readTree(here.root));
});

test('a folder that became a link is replaced, and nothing outside changes', async () => {
  here.write('d/file', 'inside');
  const store = openS3Objects(server.place);
  const { name } = await saved(open(here, store));
  const outside = join(there.base, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), 'outside');
  writeFileSync(join(outside, 'other'), 'outside');
  symlinkSync(outside, there.at('d'));
  await open(there, store).restore(name);
  expect(readTree(there.root)).toEqual(readTree(here.root));
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('outside');
  expect(existsSync(join(outside, 'other'))).toBe(true);
});

test('a store that fails fails the save, and the next one is complete', async () => {
  fill(here);
  const store = openS3Objects({ ...server.place, attempts: 1 });
  const saves = open(here, store);
  server.fail('cut', 'cut', 'unavailable');
  await expect(saves.save()).rejects.toMatchObject({ code: 'STORE_FAILED', retryable: true });
  const { name } = await saved(saves);
  rmSync(there.root, { recursive: true });
  mkdirSync(there.root);
  await open(there, store).restore(name);
  expect(readTree(there.root)).toEqual(readTree(here.root));
});
