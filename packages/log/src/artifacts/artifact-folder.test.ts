import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../open-store.ts';
import { ArtifactFolder } from './artifact-folder.ts';
import { toArtifactName } from './artifact-store.ts';

const owner = { pid: 1, host: 'here', name: 'test' };
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const folderOf = (sessionId: string): string => join(root, sessionId, 'artifacts', 'named');

test('a text is a file that only its owner can read, named by its hash', async () => {
  const artifacts = new ArtifactFolder(root);
  const path = (await artifacts.locate('s', await artifacts.put('s', 'text'))) ?? '';
  expect(path).toBe(join(folderOf('s'), '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1'));
  expect([statSync(path).mode & 0o777, statSync(folderOf('s')).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('a file that something has changed is not the text any more, and saving the text repairs it', async () => {
  const artifacts = new ArtifactFolder(root);
  const name = await artifacts.put('s', 'text');
  writeFileSync((await artifacts.locate('s', name)) ?? '', 'other');
  expect([await artifacts.get('s', name), await artifacts.locate('s', name)]).toEqual([undefined, undefined]);
  await artifacts.put('s', 'text');
  expect(await artifacts.get('s', name)).toBe('text');
});

test('the oldest texts make room for new ones, and a text above the limit is refused', async () => {
  const artifacts = new ArtifactFolder(root, 25);
  const names: string[] = [];
  for (const [n, text] of ['1234567890', 'abcdefghij', 'ABCDEFGHIJ'].entries()) {
    names.push(await artifacts.put('s', text));
    utimesSync((await artifacts.locate('s', names[n] ?? '')) ?? '', n + 1, n + 1);
  }
  expect(new Set(await artifacts.list('s'))).toEqual(new Set(names.slice(1)));
  await expect(artifacts.put('s', 'x'.repeat(26))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await artifacts.list('s')).toHaveLength(2);
});

test('what a process that died has left behind is no artifact, and is removed later', async () => {
  const artifacts = new ArtifactFolder(root);
  await artifacts.put('s', 'text');
  const left = join(folderOf('s'), `${'0'.repeat(64)}.0.part`);
  writeFileSync(left, 'half');
  expect(await artifacts.list('s')).toHaveLength(1);
  utimesSync(left, 1, 1);
  await artifacts.put('s', 'more');
  expect(readdirSync(folderOf('s')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a fork takes no more space for its texts', async () => {
  const store = openStore({ root });
  const log = await store.open('s', { owner, create: true });
  await log.append([{ type: 'notice', body: { level: 'info', code: 'A', text: 'a' } }]);
  const name = await store.artifacts.put('s', 'text');
  await log.close();
  await store.fork('s', { at: 1, as: 'fork', owner });
  const here = new ArtifactFolder(root);
  const inodes = ['s', 'fork'].map(async (id) => statSync((await here.locate(id, name)) ?? '').ino);
  expect(new Set(await Promise.all(inodes)).size).toBe(1);
  await store.close();
});

/** Saves texts and records their names until it is killed, possibly by itself between the two. */
const CHILD = `
  import { openStore } from ${JSON.stringify(fileURLToPath(new URL('../open-store.ts', import.meta.url)))};
  const { root, owner, at } = JSON.parse(process.argv[1]);
  const store = openStore({ root });
  const log = await store.open('s', { owner, create: true });
  for (let n = 0; ; n += 1) {
    const artifact = await store.artifacts.put('s', n + 'x'.repeat(300_000));
    if (n === at) process.kill(process.pid, 'SIGKILL');
    const body = { callId: 'c' + n, name: 'page', content: [], isError: false, artifact };
    await log.append([{ type: 'tool_finished', body }]);
    process.stdout.write('.');
  }
`;

test('wherever a process is killed, every text that a record names is there', async () => {
  const rounds = [{ at: 0 }, { at: 2 }, { records: 1 }, { records: 3 }, { records: 6 }];
  const flags = ['--conditions=@bowline/source', '--no-warnings', '--input-type=module-typescript'];
  for (const [round, { at, records = Infinity }] of rounds.entries()) {
    const place = join(root, `round-${round}`);
    const argv = [...flags, '--eval', CHILD, JSON.stringify({ root: place, owner, at })];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = 0;
    child.stdout.on('data', (dots: Buffer) => {
      printed += dots.length;
      if (printed >= records) child.kill('SIGKILL');
    });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const store = openStore({ root: place });
    const reader = await store.openReader('s');
    const named: string[] = [];
    for await (const record of reader.read())
      if (record.type === 'tool_finished') named.push(record.body.artifact ?? '');
    for (const [n, name] of named.entries()) {
      const text = await store.artifacts.get('s', name);
      expect([name, text?.startsWith(`${n}xx`)]).toEqual([toArtifactName(text ?? ''), true]);
    }
    expect(named.length).toBeGreaterThanOrEqual(at ?? records);
    // The text without a record does not hinder the one that comes back to it.
    const [first] = await store.artifacts.list('s');
    expect(first).toBe(await store.artifacts.put('s', (await store.artifacts.get('s', first ?? '')) ?? ''));
    await reader.close();
    await store.close();
  }
});
