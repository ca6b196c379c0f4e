import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInputHistory, findSecrets } from './input-history.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-history-'));
  path = join(folder, 'home', 'history');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('keeps typed text for the next session, oldest first, without repetition, with line breaks', async () => {
  const first = createInputHistory(path, []);
  for (const typed of ['one', 'two\nlines', 'one', 'one', 'three']) await first.remember(typed);
  expect(await createInputHistory(path, []).read()).toEqual(['two\nlines', 'one', 'three']);
});

test('is readable only by its owner', async () => {
  await createInputHistory(path, []).remember('x');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([[' with a blank before it'], [''], ['\n'], ['use sk-12345678 please'], ['x'.repeat(20_000)]])(
  'does not keep %j',
  async (typed) => {
    const history = createInputHistory(path, findSecrets({ OPENAI_API_KEY: 'sk-12345678', SHORT_KEY: 'x' }));
    await history.remember(typed);
    expect(await history.read()).toEqual([]);
  },
);

const KEY = 'sk-12345678/90+ab';
test.each([
  ['base64', Buffer.from(KEY).toString('base64')],
  ['base64 with a user name', Buffer.from(`me:${KEY}`).toString('base64')],
  ['hexadecimal', Buffer.from(KEY).toString('hex')],
  ['a URL', encodeURIComponent(KEY)],
  ['JSON', JSON.stringify({ key: KEY })],
])('does not keep a key encoded as %s', async (_, typed) => {
  const history = createInputHistory(path, [KEY]);
  await history.remember(`send ${typed} there`);
  await history.remember('send it there');
  expect(await history.read()).toEqual(['send it there']);
});

test('is limited in size, and skips invalid lines', async () => {
  await createInputHistory(path, []).remember('x');
  writeFileSync(path, `${Array.from({ length: 3000 }, (_, n) => `"${n}"`).join('\n')}\n{"torn`);
  const kept = await createInputHistory(path, []).read();
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, '2000', '2999']);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1001);
});

test('ignores a folder that cannot be written to', async () => {
  writeFileSync(join(folder, 'file'), '');
  const history = createInputHistory(join(folder, 'file', 'history'), []);
  await history.remember('x');
  expect(await history.read()).toEqual([]);
});
