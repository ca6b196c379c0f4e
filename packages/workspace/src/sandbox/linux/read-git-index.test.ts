import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseGitIndex, readGitIndex } from './read-git-index.ts';

let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(top, { recursive: true });
});

/** The nested repositories, and the number of other files. */
const found = (folder = '.git'): readonly [links: readonly string[], files: number] => {
  const entries = readGitIndex(join(top, folder));
  const links = entries.filter(({ isGitlink }) => isGitlink).map(({ path }) => path);
  return [links, entries.length - links.length];
};
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: top, encoding: 'utf8' });

/** Creates a repository with files around two nested repositories, one of them deep and with a long name. */
function create({ version, format }: { readonly version: string; readonly format: string }): string {
  git('init', '-q', `--object-format=${format}`);
  git('config', 'index.version', version);
  const deep = `b/${'long-name/'.repeat(12)}nested`;
  for (const folder of ['a', 'b', 'z']) mkdirSync(join(top, folder));
  for (const file of ['a/1', 'a/2', 'b/ü', 'z/9']) writeFileSync(join(top, file), file);
  git('add', '-A');
  const commit = 'ab'.repeat(format === 'sha1' ? 20 : 32);
  for (const path of ['nested', deep]) git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
  return deep;
}

test.each([
  { version: '2', format: 'sha1' },
  { version: '4', format: 'sha1' },
  { version: '2', format: 'sha256' },
  { version: '4', format: 'sha256' },
])('finds the nested repositories of an index of version $version with $format', (kind) => {
  const deep = create(kind);
  expect(found()).toEqual([[deep, 'nested'], 4]);
  expect(readGitIndex(join(top, '.git')).map(({ path }) => path)).toContain('b/ü');
  git('rm', '-q', '--cached', 'nested');
  expect(found()).toEqual([[deep], 4]);
});

test('an index of version 3 has longer entries', () => {
  const deep = create({ version: '2', format: 'sha1' });
  writeFileSync(join(top, 'later'), '');
  git('add', '--intent-to-add', 'later');
  expect(found()).toEqual([[deep, 'nested'], 5]);
});

test('finds no nested repositories without an index, in an empty one and in invalid data', () => {
  expect(found('nowhere')).toEqual([[], 0]);
  git('init', '-q');
  git('read-tree', '--empty');
  expect(found()).toEqual([[], 0]);
  expect(parseGitIndex(Buffer.from('DIRC'))).toEqual([]);
  expect(parseGitIndex(Buffer.alloc(4000))).toEqual([]);
  expect(parseGitIndex(Buffer.from(`DIRC\0\0\0\u0002\0\0\u0001\0${'x'.repeat(500)}`))).toEqual([]);
});
