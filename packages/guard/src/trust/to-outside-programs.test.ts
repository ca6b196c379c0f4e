import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toOutsidePrograms, withAbsolutePath } from './to-outside-programs.ts';

let base: string;
beforeEach(() => {
  base = realpathSync.native(mkdtempSync(join(tmpdir(), 'bowline-programs-')));
  for (const folder of ['home/bin', 'work/node_modules/.bin', 'work-tools', 'bin'])
    mkdirSync(at(folder), { recursive: true });
  symlinkSync(at('work/node_modules/.bin'), at('link'));
  symlinkSync(at('work'), at('alias'));
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

const at = (path: string): string => join(base, path);
const pathOf = (entries: readonly string[], ...folders: readonly string[]): readonly string[] => {
  const programs = { environment: { PATH: entries.join(':'), LANG: 'C' } };
  const { environment } = toOutsidePrograms(programs, { folders, home: at('home') });
  expect(environment['LANG']).toBe('C');
  return environment['PATH']?.split(':') ?? [];
};

test('the remaining entries of PATH do not lead into the project in any way', () => {
  const into = [
    '',
    '.',
    'node_modules/.bin',
    'work',
    'work/',
    'work/node_modules/.bin',
    'bin/../work',
    'link',
    'alias/x',
  ];
  const entries = into.map((path, n) => (n < 3 ? path : `${base}/${path}`));
  const left = [at('bin'), at('work-tools'), at('home/bin'), '/usr/bin'];
  expect(pathOf([...entries, ...left, at('gone'), ''], at('work'))).toEqual(left);
  expect(pathOf([...entries, ...left], at('alias'), at('nowhere'))).toEqual(left);
  expect(pathOf(entries, at('work'))).toEqual(['']);
});

test("the user's own programs are found if the project is the home directory", () => {
  expect(pathOf(['bin', at('home/bin'), at('bin')], at('home'))).toEqual([at('home/bin'), at('bin')]);
  expect(pathOf([at('home/bin')], at('home/bin'))).toEqual(['']);
});

test.each([
  ['rg', false],
  ['work/rg', false],
  ['link/rg', false],
  ['work-tools/to-work', false],
  ['gone/rg', false],
  ['bin/rg', true],
])('ripgrep at %s: %s', (path, isKept) => {
  for (const folder of ['work', 'link', 'bin']) writeFileSync(at(`${folder}/rg`), '');
  symlinkSync(at('work/rg'), at('work-tools/to-work'));
  const ripgrep = path === 'rg' ? path : at(path);
  const places = { folders: [at('work')], home: at('home') };
  expect(toOutsidePrograms({ environment: {}, ripgrep }, places).ripgrep).toBe(isKept ? ripgrep : undefined);
});

test('an absolute PATH has no entries that depend on the working directory', () => {
  const PATH = ['', '.', 'bin', at('work/node_modules/.bin'), '../x', '/usr/bin', ''].join(':');
  const expected = { PATH: `${at('work/node_modules/.bin')}:/usr/bin`, LANG: 'C' };
  expect(withAbsolutePath({ PATH, LANG: 'C' })).toEqual(expected);
  expect(withAbsolutePath({ LANG: 'C' })).toEqual({ LANG: 'C' });
});
