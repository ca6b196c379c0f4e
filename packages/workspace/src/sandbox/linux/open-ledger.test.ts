import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLedger } from './open-ledger.ts';

let folder = '';
let uid = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-ledger-'));
  ({ uid } = statSync(folder));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('the ledger is one folder that only its owner can enter', () => {
  const ledger = openLedger(uid, folder) ?? '';
  expect(openLedger(uid, folder)).toBe(ledger);
  expect(statSync(ledger).mode & 0o777).toBe(0o700);
});

test('there is no ledger if others can enter it', () => {
  mkdirSync(join(folder, `bowline-${uid}`));
  chmodSync(join(folder, `bowline-${uid}`), 0o777);
  expect(openLedger(uid, folder)).toBeUndefined();
});

test('there is no ledger if its path is a link', () => {
  mkdirSync(join(folder, 'real'), { mode: 0o700 });
  symlinkSync('real', join(folder, `bowline-${uid}`));
  expect(openLedger(uid, folder)).toBeUndefined();
});

test('there is no ledger if its folder belongs to another user', () => {
  mkdirSync(join(folder, `bowline-${uid + 1}`), { mode: 0o700 });
  expect(openLedger(uid + 1, folder)).toBeUndefined();
});
