import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-replace-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test.each([true, false])('replaces a file with one that has its own mode (durable: %s)', (isDurable) => {
  const path = join(openFolder(), 'file');
  writeFileSync(path, 'a longer text before', { mode: 0o644 });
  const before = statSync(path).ino;
  replaceFile(path, 'after', { isDurable });
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(path).ino).not.toBe(before);
  replaceFile(path, new Uint8Array([104, 105]), { mode: 0o640, isDurable });
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['hi', 0o640]);
});

test('leaves nothing behind if a file cannot be replaced, and reports why', () => {
  const folder = openFolder();
  mkdirSync(join(folder, 'taken/inside'), { recursive: true });
  expect(() => {
    replaceFile(join(folder, 'taken'), 'x');
  }).toThrow(expect.objectContaining({ syscall: 'rename' }));
  expect(readdirSync(folder)).toEqual(['taken']);
  expect(() => {
    replaceFile(join(folder, 'missing/file'), 'x');
  }).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
