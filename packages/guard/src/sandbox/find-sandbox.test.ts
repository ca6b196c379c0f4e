import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSandbox } from './find-sandbox.ts';

let folder = '';
let cache = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  cache = join(folder, 'sandbox.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const find = () => findSandbox({ platform: 'linux', cache });

interface Kept {
  readonly traits: Readonly<Record<string, unknown>>;
  readonly found: Readonly<Record<string, unknown>>;
}
const kept = (): Kept => JSON.parse(readFileSync(cache, 'utf8')) as Kept;

test('the detected sandbox is cached and not detected again', () => {
  const first = find();
  expect(first).toMatchObject({ ok: true });
  const { ino } = statSync(cache);
  expect(find()).toEqual(first);
  expect(statSync(cache).ino).toBe(ino);
});

test.each<[string, (before: Kept) => unknown]>([
  ['another boot', ({ traits, found }) => ({ traits: { ...traits, boot: 'other' }, found })],
  ['another program', ({ traits, found }) => ({ traits: { ...traits, program: '1 2 3' }, found })],
  ['another user', ({ traits, found }) => ({ traits: { ...traits, uid: 4242 }, found })],
  [
    'an older version, which did not look for all',
    ({ traits, found: { nsenter: _, ...found } }) => ({ traits, found }),
  ],
  ['something else', () => 'nothing of ours'],
])('a cache from %s is replaced by a new detection', (_, change) => {
  const first = find();
  const before = kept();
  writeFileSync(cache, JSON.stringify(change(before)));
  expect(find()).toEqual(first);
  expect(kept()).toEqual(before);
});

test.each(['darwin', 'win32'])('on %s there is no sandbox yet, and the problem is reported', (platform) => {
  expect(findSandbox({ platform, cache })).toEqual({ ok: false, problem: expect.any(String) as string });
});
