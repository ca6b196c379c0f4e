import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Placeholders } from './placeholders.ts';
import type { ProtectedPath } from './protected-paths.ts';

let folder = '';
const journal = (): string => join(folder, 'journal');
const file = (): ProtectedPath => ({ path: join(folder, '.mcp.json'), kind: 'file' });
const directory = (): ProtectedPath => ({ path: join(folder, '.vscode'), kind: 'folder' });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('are there while they are needed, and leave nothing', () => {
  const placeholders = new Placeholders(journal(), process.pid);
  const remove = placeholders.make([file(), directory()]);
  expect(existsSync(file().path) && existsSync(directory().path)).toBe(true);
  expect(placeholders.has(file().path)).toBe(true);
  remove();
  expect(readdirSync(folder)).toEqual(['journal']);
  expect(readdirSync(journal())).toEqual([]);
});

test('stay while another command of any process needs them', () => {
  const [one, other] = [new Placeholders(journal(), process.pid), new Placeholders(journal(), process.ppid)];
  const [first, second] = [one.make([file()]), other.make([file()])];
  first();
  expect(existsSync(file().path)).toBe(true);
  second();
  expect(existsSync(file().path)).toBe(false);
});

test('stay while a command of another installation needs them, which has a journal of its own', () => {
  const ledger = join(folder, 'ledger');
  const one = new Placeholders(journal(), process.pid, ledger);
  const other = new Placeholders(join(folder, 'other'), process.pid, ledger);
  const first = one.make([file()]);
  expect(other.has(file().path)).toBe(true);
  const second = other.make([file()]);
  first();
  expect(existsSync(file().path)).toBe(true);
  second();
  expect(existsSync(file().path)).toBe(false);
  expect(readdirSync(ledger)).toEqual([]);
});

test('of an entry that only others can have written are never removed', () => {
  const ledger = join(folder, 'ledger');
  mkdirSync(ledger);
  writeFileSync(file().path, '');
  writeFileSync(join(ledger, '1-1.json'), JSON.stringify({ pid: 1, start: 'dead', paths: [file()] }));
  new Placeholders(journal(), process.pid, ledger);
  expect(existsSync(file().path)).toBe(true);
  expect(readdirSync(ledger)).toEqual([]);
});

test('removes what a killed process had half written, and not what a living one is writing', () => {
  const ledger = join(folder, 'ledger');
  mkdirSync(ledger);
  const dead = 2 ** 22 + 1; // above the highest process id of Linux
  writeFileSync(join(ledger, `${dead}-a.json.tmp`), '{"pid"');
  writeFileSync(join(ledger, `${process.pid}-b.json.tmp`), '{"pid"');
  new Placeholders(journal(), process.pid, ledger);
  expect(readdirSync(ledger)).toEqual([`${process.pid}-b.json.tmp`]);
});

test('become the real thing when a person writes it in the meantime', () => {
  const remove = new Placeholders(journal(), process.pid).make([file(), directory()]);
  rmSync(file().path);
  writeFileSync(file().path, '{}');
  writeFileSync(join(directory().path, 'tasks.json'), '{}');
  remove();
  expect(existsSync(file().path) && existsSync(directory().path)).toBe(true);
});

test('of a process that was killed are removed by the next', async () => {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  new Placeholders(journal(), child.pid ?? 0).make([file(), directory()]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  new Placeholders(journal(), process.pid);
  expect(readdirSync(folder)).toEqual(['journal']);
  expect(readdirSync(journal())).toEqual([]);
});

test('that cannot be made leave nothing behind', () => {
  const ledger = join(folder, 'ledger');
  const placeholders = new Placeholders(journal(), process.pid, ledger);
  writeFileSync(ledger, '');
  expect(() => placeholders.make([file(), directory()])).toThrow('EEXIST');
  rmSync(ledger);
  placeholders.make([file(), directory()])();
  expect(readdirSync(folder).sort()).toEqual(['journal', 'ledger']);
  expect([...readdirSync(journal()), ...readdirSync(ledger)]).toEqual([]);
});
