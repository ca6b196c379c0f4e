import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyContents } from './key-contents.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const block = (name: string): string => `-----BEGIN ${name}-----\nMIIB\n-----END ${name}-----\n`;
const isPem = (path: string): boolean => path.endsWith('.pem');

test.each([
  ['a.pem', block('CERTIFICATE'), false],
  ['a.pem', `# root\n${block('CERTIFICATE')}${block('CERTIFICATE')}`, false],
  ['a.pem', block('CERTIFICATE') + block('PRIVATE KEY'), true],
  ['a.pem', block('RSA PRIVATE KEY'), true],
  ['a.pem', block('ENCRYPTED PRIVATE KEY'), true],
  ['a.pem', block('SOMETHING NEW'), true],
  ['a.pem', '', true],
  ['a.pem', block('CERTIFICATE') + ' '.repeat(1_000_001), true],
  ['a.asc', block('PGP PRIVATE KEY BLOCK'), true],
  ['a.asc', block('PGP PUBLIC KEY BLOCK'), false],
  ['a.asc', block('PGP SIGNATURE'), false],
  ['a.asc', '= A book', false],
  ['a.crt', block('CERTIFICATE') + block('EC PRIVATE KEY'), true],
  ['a.crt', block('CERTIFICATE'), false],
])('%s with %j', (name, text, isKey) => {
  const contents = new KeyContents(Date.now);
  writeFileSync(join(folder, name), text);
  expect([contents.decides(name), contents.holdsKey(join(folder, name), isPem)]).toEqual([true, isKey]);
});

test('reads a changed file again', () => {
  const contents = new KeyContents(() => Date.now() + 60_000);
  const path = join(folder, 'a.pem');
  writeFileSync(path, block('CERTIFICATE'));
  expect([contents.holdsKey(path, isPem), contents.holdsKey(path, isPem)]).toEqual([false, false]);
  writeFileSync(path, block('PRIVATE KEY'));
  expect(contents.holdsKey(path, isPem)).toBe(true);
});

test('relies on the name of a file that cannot be read', () => {
  const contents = new KeyContents(Date.now);
  symlinkSync('circle.pem', join(folder, 'circle.pem'));
  symlinkSync('nothing', join(folder, 'gone.pem'));
  execFileSync('mkfifo', [join(folder, 'pipe.pem')]);
  for (const name of ['circle.pem', 'gone.pem', 'pipe.pem'])
    expect(contents.holdsKey(join(folder, name), isPem)).toBe(true);
});

test('does not read files with other names', () => {
  const contents = new KeyContents(Date.now);
  expect(['.env', 'a.ts', 'pem', 'a.pem.ts'].map((name) => contents.decides(name))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
