import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLayer } from './read-layer.ts';
import type { SettingsLayer } from './settings-layer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-settings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(isGuarded: boolean): SettingsLayer {
  return readLayer({ level: 'system', path: join(folder, 's.json'), isGuarded }, () => undefined);
}

test('a missing file sets nothing', () => {
  expect(read(true)).toMatchObject({ file: { isThere: false }, problems: [], notices: [] });
});

test('an administrator’s file that others can write is ignored and reported', () => {
  writeFileSync(join(folder, 's.json'), '{ "model": { "name": "x" } }');
  chmodSync(join(folder, 's.json'), 0o666);
  expect(read(false).entries.size).toBe(1);
  const { entries, notices } = read(true);
  expect([entries.size, notices.map(({ message }) => message)]).toEqual([
    0,
    ['ignored, because users other than root can write to it'],
  ]);
});

test('a byte order mark is ignored', () => {
  writeFileSync(join(folder, 's.json'), '\uFEFF{\n "model": { "name": "x" } }');
  expect(read(false).entries.get('model.name')).toMatchObject({ value: 'x', line: 2 });
});
