import { HiddenFiles } from '../ignore/hidden-files.ts';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchMatch } from '../workspace.ts';
import { createLocalSearch } from './local-search.ts';

let folder = '';
const files: Readonly<Record<string, string | Buffer>> = {
  '.gitignore': '*.log\n/dist/\n',
  '.geminiignore': 'secret.txt\n',
  '.git/config': 'needle',
  'a.txt': 'one\nNeedle two\nthree\nfour needle\nfive\n',
  'b.log': 'needle',
  'secret.txt': 'needle',
  'dist/out.txt': 'needle',
  'src/deep/c.ts': 'const needle = 1;\r\nnext\r\n',
  'src/.gitignore': '!keep.log\nlocal.ts\n',
  'src/keep.log': 'needle kept',
  'src/local.ts': 'needle',
  'src/.hidden': 'needle hidden',
  'utf16.txt': Buffer.from('\u{FEFF}a needle', 'utf16le'),
  'image.png': Buffer.from('needle\0binary'),
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  for (const [at, [name, content]] of Object.entries(files).entries()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), 1000 + at, 1000 + at);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();
const ripgrep = (process.env['PATH'] ?? '')
  .split(':')
  .map((place) => join(place, 'rg'))
  .find((file) => existsSync(file));
const base = { isFixed: false, caseSensitive: false, before: 0, after: 0, respectIgnore: true, maxTotal: 100, signal };
type Change = Partial<Parameters<ReturnType<typeof createLocalSearch>['text']>[0]>;

const show = (match: SearchMatch): string =>
  `${relative(folder, match.path)}:${match.line}${match.isContext ? '-' : ':'}${match.text}`;

async function searchText(change: Change, ripgrepPath?: string): Promise<readonly SearchMatch[]> {
  const search = createLocalSearch({ roots: [folder], ripgrepPath, hidden: new HiddenFiles({ folders: [folder] }) });
  return (await search.text({ ...base, folder, pattern: 'needle', ...change })).matches;
}

const textCases: readonly [title: string, change: () => Change, expected: readonly string[]][] = [
  [
    'ignore files, nested ones too, hide what they name',
    () => ({}),
    [
      'a.txt:2:Needle two',
      'a.txt:4:four needle',
      'src/.hidden:1:needle hidden',
      'src/deep/c.ts:1:const needle = 1;',
      'src/keep.log:1:needle kept',
      'utf16.txt:1:a needle',
    ],
  ],
  ['case counts when it is said to', () => ({ caseSensitive: true, include: 'a.txt' }), ['a.txt:4:four needle']],
  ['a glob without a slash is about names', () => ({ include: '*.ts' }), ['src/deep/c.ts:1:const needle = 1;']],
  [
    'a glob with a slash is about paths',
    () => ({ include: 'src/*' }),
    ['src/.hidden:1:needle hidden', 'src/keep.log:1:needle kept'],
  ],
  [
    'lines around a match come once and in order',
    () => ({ include: 'a.txt', before: 1, after: 1 }),
    ['a.txt:1-one', 'a.txt:2:Needle two', 'a.txt:3-three', 'a.txt:4:four needle', 'a.txt:5-five'],
  ],
  ['one file gives no more than it may', () => ({ include: 'a.txt', maxPerFile: 1 }), ['a.txt:2:Needle two']],
  ['all files give no more than they may', () => ({ maxTotal: 1 }), ['a.txt:2:Needle two']],
  ['plain text is plain', () => ({ pattern: 'needle = 1;', isFixed: true }), ['src/deep/c.ts:1:const needle = 1;']],
  ['what looks like an expression is not one in plain text', () => ({ pattern: 'n.edle', isFixed: true }), []],
  [
    'a folder below is searched by the rules above it',
    () => ({ folder: join(folder, 'src'), include: '*.{ts,log}' }),
    ['src/deep/c.ts:1:const needle = 1;', 'src/keep.log:1:needle kept'],
  ],
  [
    'a folder that is hidden is searched when it is named',
    () => ({ folder: join(folder, 'dist') }),
    ['dist/out.txt:1:needle'],
  ],
  [
    'without ignore files all is searched but .git and what is hidden',
    () => ({ respectIgnore: false, include: '{b.log,config,secret.txt}' }),
    ['b.log:1:needle'],
  ],
];

describe('text', () => {
  test.each(textCases)('%s', async (_, change, expected) => {
    expect((await searchText(change())).map(show)).toEqual(expected);
  });

  test.skipIf(ripgrep === undefined).each(textCases)(
    'ripgrep gives the same result: %s',
    async (_, change, expected) => {
      expect((await searchText(change(), ripgrep)).map(show)).toEqual(expected);
    },
  );

  test('applies rules that ripgrep does not know to the files that match', async () => {
    const fake = join(folder, '.git/rg');
    const names = ['./src/deep/c.ts', './secret.txt', './a.txt', './none', './src/.gitignore'];
    writeFileSync(fake, `#!/bin/sh\nprintf '${names.join(String.raw`\0`)}'\n`);
    chmodSync(fake, 0o755);
    expect((await searchText({ maxPerFile: 1 }, fake)).map(show)).toEqual([
      'a.txt:2:Needle two',
      'src/deep/c.ts:1:const needle = 1;',
    ]);
  });

  test('works without ripgrep if it fails or cannot run', async () => {
    const fake = join(folder, '.git/failing');
    writeFileSync(fake, '#!/bin/sh\nexit 2\n');
    chmodSync(fake, 0o755);
    for (const path of ['/no/such/rg', fake])
      expect((await searchText({ include: 'a.txt', maxPerFile: 1 }, path)).map(show)).toEqual(['a.txt:2:Needle two']);
  });

  test('finds matches of patterns that ripgrep does not support', async () => {
    const pattern = '(?<=four )needle';
    expect((await searchText({ pattern }, ripgrep ?? '/no/such/rg')).map(show)).toEqual(['a.txt:4:four needle']);
  });

  test('searches a single file even if it is ignored', async () => {
    expect((await searchText({ only: join(folder, 'b.log') })).map(show)).toEqual(['b.log:1:needle']);
  });

  test('leaves out and does not count lines that match the exclude pattern', async () => {
    const change = { include: 'a.txt', exclude: 'two', maxPerFile: 1 };
    expect((await searchText(change)).map(show)).toEqual(['a.txt:4:four needle']);
  });

  test('names withheld files that match, without their content', async () => {
    const search = createLocalSearch({ roots: [folder], hidden: new HiddenFiles({ folders: [folder] }) });
    const isWithheld = (path: string): boolean => /a.txt$|c.ts$|hidden$/.test(path);
    const query = { ...base, folder, pattern: 'Needle (two|hid)', caseSensitive: true, isWithheld };
    const found = await search.text(query);
    expect([found.matches, found.withheld.map((path) => relative(folder, path))]).toEqual([[], ['a.txt']]);
  });

  test('gives up on a pattern that would take forever', { timeout: 60_000 }, async () => {
    writeFileSync(join(folder, 'slow.txt'), `${'a'.repeat(5000)}!`);
    const search = createLocalSearch({ roots: [folder], hidden: new HiddenFiles({ folders: [folder] }) });
    const query = { ...base, folder, pattern: '(a+)+$', only: join(folder, 'slow.txt') };
    expect((await search.text({ ...query, pattern: '(a+)+!' })).matches).toHaveLength(1); // its thread runs now
    const stop = new AbortController();
    const before = process.cpuUsage();
    const stopped = search.text({ ...query, signal: stop.signal });
    await expect.poll(() => process.cpuUsage(before).user, { timeout: 10_000 }).toBeGreaterThan(100_000); // it computes
    stop.abort();
    expect(await stopped).toEqual({ isTooSlow: false, matches: [], withheld: [] });
    rmSync(join(folder, 'slow.txt'));
  });

  test('ends a search that is stopped', async () => {
    expect(await searchText({ signal: AbortSignal.abort() })).toEqual([]);
  });
});

describe('files', () => {
  const find = async (pattern: string, respectIgnore = true, caseSensitive = false): Promise<readonly string[]> => {
    const search = createLocalSearch({ roots: [folder], hidden: new HiddenFiles({ folders: [folder] }) });
    const paths = await search.files({ folder, pattern, caseSensitive, respectIgnore, signal });
    return paths.map((path) => relative(folder, path));
  };

  test('returns the newest first', async () => {
    expect(await find('**/*.{txt,ts,log}')).toEqual(['utf16.txt', 'src/keep.log', 'src/deep/c.ts', 'a.txt']);
  });

  test('searches one directory for a pattern without slashes', async () => {
    expect(await find('*.TXT')).toEqual(['utf16.txt', 'a.txt']);
    expect(await find('*.TXT', true, true)).toEqual([]);
  });

  test('finds ignored files on request, but never .git', async () => {
    expect(await find('{dist,.git}/*', false)).toEqual(['dist/out.txt']);
  });
});
