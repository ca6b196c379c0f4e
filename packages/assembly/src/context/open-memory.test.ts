import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { MemoryFile } from '@bowline/context';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrust } from '@bowline/guard';
import { openMemory, toMemoryWarning, type OpenMemory } from './open-memory.ts';

let root: string;
beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'bowline-memory-')));
  mkdirSync(join(root, 'home/.bowline'), { recursive: true });
  mkdirSync(join(root, 'repo/app'), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function open(
  trusted: readonly string[] = ['repo'],
  directories: readonly string[] = [],
  fileNames?: readonly string[],
): Promise<OpenMemory> {
  const home = join(root, 'home');
  const places = { home, bowlineHome: join(home, '.bowline') };
  return await openMemory({
    ...places,
    fileNames,
    workspace: join(root, 'repo/app'),
    directories: directories.map((folder) => join(root, folder)),
    trust: openTrust({ ...places, flagged: trusted.map((folder) => join(root, folder)) }),
  });
}

const outline = ({ files }: Pick<OpenMemory, 'files'>): readonly string[] =>
  files.map(({ path, text, source }) => `${source} ${path.slice(root.length + 1)}: ${text}`);
const told = ({ problems }: Pick<OpenMemory, 'problems'>): readonly string[] =>
  problems.map((problem) => toMemoryWarning(problem).replaceAll(`${root}/`, ''));

test('does not read ignored files, either by import or by name', async () => {
  write('repo/.git/HEAD', '');
  write('repo/.bowlineignore', 'CLAUDE.md\nnotes/\n');
  write('repo/app/.geminiignore', 'src/AGENTS.md\n');
  write('repo/notes/key.md', 'canary\n');
  write('repo/AGENTS.md', 'see @notes/key.md and @soft.md\n');
  write('repo/app/src/AGENTS.md', 'canary\n');
  symlinkSync('notes/key.md', join(root, 'repo/soft.md'));
  const memory = await open();
  const found = await memory.findFor(['src/x.ts'], []);
  expect(JSON.stringify([memory.files, found.files])).not.toContain('canary');
  expect([...told(memory), ...told(found)]).toEqual(
    expect.arrayContaining([
      expect.stringContaining('is hidden by repo/.bowlineignore, line 2'),
      expect.stringContaining('is hidden by repo/app/.geminiignore, line 1'),
    ]),
  );
  rmSync(join(root, 'repo/.bowlineignore'));
  expect(outline(await open()).join('')).toContain('canary');
});

describe('the memory of a session', () => {
  test('comes from the user, the repository and the workspace, and later from folders that are worked in', async () => {
    write('repo/.git/HEAD', '');
    write('home/.gemini/GEMINI.md', '\uFEFFmine\n');
    write('repo/AGENTS.md', 'repo, see @docs/a.md\n');
    write('repo/docs/a.md', 'a\n');
    write('repo/app/GEMINI.md', 'app\n');
    write('repo/app/src/AGENTS.md', 'src\n');
    const memory = await open();
    expect(outline(memory)).toEqual([
      'global home/.gemini/GEMINI.md: mine',
      'project repo/AGENTS.md: repo, see <import path="docs/a.md">\na\n</import>',
      'project repo/app/GEMINI.md: app',
    ]);
    expect([memory.problems, memory.repository]).toEqual([[], join(root, 'repo')]);
    const found = await memory.findFor(['src/x.ts'], []);
    expect(outline(found)).toEqual(['folder repo/app/src/AGENTS.md: src']);
    expect(
      (
        await memory.findFor(
          [join(root, 'repo/app/src/y.ts')],
          found.files.map(({ path }) => path),
        )
      ).files,
    ).toEqual([]);
  });

  test('contains only global memory if the folder is untrusted, at the start and later', async () => {
    write('repo/.git/HEAD', '');
    for (const path of ['repo/AGENTS.md', 'repo/app/AGENTS.md', 'repo/app/src/AGENTS.md', 'other/AGENTS.md'])
      write(path, path);
    write('home/.bowline/AGENTS.md', 'mine');
    const memory = await open([], ['other']);
    expect(outline(memory)).toEqual(['global home/.bowline/AGENTS.md: mine']);
    expect(await memory.findFor(['src/x.ts', '../../other/x'], [])).toEqual({ files: [], problems: [] });
  });

  test('has the requested file names', async () => {
    write('repo/app/NOTES.md', 'notes');
    write('repo/app/AGENTS.md', 'agents');
    write('repo/app/GEMINI.md', 'gemini');
    const memory = await open(undefined, undefined, ['NOTES.md', 'AGENTS.md']);
    expect(memory.files.map(({ text }) => text)).toEqual(['notes', 'agents']);
  });

  test('omits files that are not text or not regular files, and reports each once', async () => {
    write('repo/app/AGENTS.md', 'see @logo.md and @pipe.md and @folder.md');
    write('repo/app/logo.md', new Uint8Array([1, 0, 2]));
    write('repo/app/folder.md/x', '');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(root, 'repo/app/pipe.md')]);
    write('repo/app/src/AGENTS.md', new Uint8Array([0]));
    const memory = await open();
    expect(outline(memory)).toEqual(['project repo/app/AGENTS.md: see @logo.md and @pipe.md and @folder.md']);
    expect(told(memory)).toEqual(['repo/app/logo.md is not text']);
    expect(told(await memory.findFor(['src/x'], []))).toEqual(['repo/app/src/AGENTS.md is not text']);
    expect(told(await memory.findFor(['src/y'], []))).toEqual([]);
  });

  test('is cut between characters', async () => {
    write('repo/app/AGENTS.md', 'a' + 'ü'.repeat(60_000));
    const memory = await open();
    expect(told(memory)).toEqual(['repo/app/AGENTS.md is cut after 100 KB']);
    expect(memory.files[0]?.text).toBe(`a${'ü'.repeat(49_999)}\n[the rest of this file is omitted]`);
  });
});

describe('for any files and links', () => {
  const folders = ['repo/app', 'repo/app/in', 'repo', 'home/.bowline', 'home', 'out', 'repo/app/never'];
  const names = ['AGENTS.md', 'GEMINI.md', 'a.md', 'b.md', 'd'];
  const place = fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...names)).map((parts) => parts.join('/'));
  const word = fc.oneof(
    place.map((path) => `@ROOT/${path}`),
    place.map((path) => `@../${path}`),
    fc.constantFrom(...names).map((name) => `@${name}`),
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).map((parts) => `@./${parts.join('/')}`),
    fc.constantFrom('@~/a.md', '@../a.md', '@../../out/a.md', '@~/.bowline/a.md'),
  );
  const entry = fc.record({
    path: place,
    words: fc.array(word, { minLength: 1, maxLength: 4 }),
    to: fc.option(fc.oneof(place, fc.constantFrom(...folders)), { freq: 2 }),
  });
  type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;

  /** Creates files everywhere and then these entries. Each names its real path, to show where a text came from. */
  function plant(entries: readonly Entry[]): void {
    write('repo/.git/HEAD', '');
    const plain = folders.flatMap((folder) => names.slice(0, -1).map((name) => `${folder}/${name}`));
    for (const path of plain) write(path, `[in ${path}] @b.md`);
    for (const { path, words, to } of entries) {
      const at = join(root, path);
      rmSync(at, { recursive: true, force: true });
      if (to !== null) symlinkSync(join(root, to), at);
      else writeFileSync(at, `[in ${path}] ${words.join(' ').replaceAll('ROOT', root)}`);
    }
  }

  const originsOf = ({ text }: Pick<MemoryFile, 'text'>): readonly string[] =>
    [...text.matchAll(/\[in ([^\]]*)\]/g)].map(([, from = '']) => from);

  function mayHold(file: MemoryFile, from: string, isTrusted: boolean): boolean {
    const isProject = isTrusted && from.startsWith('repo/') && !from.startsWith('repo/app/never/');
    if (file.source !== 'global' || isProject) return isProject;
    // A global file may link to a file elsewhere. Its folder then counts as the user's, unless it is the home folder.
    const [first = ''] = originsOf(file);
    return (
      from === first ||
      from.startsWith('home/.bowline/') ||
      (dirname(first) !== 'home' && from.startsWith(`${dirname(first)}/`))
    );
  }

  test('reading memory ends, is repeatable, and includes nothing from forbidden places', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 14 }), fc.boolean(), async (entries, isTrusted) => {
        rmSync(root, { recursive: true, force: true });
        plant(entries);
        // A trusted folder outside the workspace must not be included either.
        const trusting = {
          out: 'TRUST_FOLDER',
          'repo/app/never': 'DO_NOT_TRUST',
          repo: isTrusted ? 'TRUST_FOLDER' : 'DO_NOT_TRUST',
        };
        const rules = Object.entries(trusting).map(([folder, level]) => [join(root, folder), level]);
        write('home/.bowline/trusted-folders.json', JSON.stringify(Object.fromEntries(rules)));

        const memory = await open([]);
        expect(await open([])).toEqual({ ...memory, findFor: expect.anything() as unknown });
        const found = await memory.findFor(['in/x', 'd/x', 'never/x', '../x', 'in/d/x'], []);
        const loaded = found.files.map(({ path }) => path);
        expect((await memory.findFor(['in/x', 'd/x', 'never/x', '../x', 'in/d/x'], loaded)).files).toEqual([]);

        if (!isTrusted) expect(found.files).toEqual([]);
        for (const file of [...memory.files, ...found.files])
          for (const from of originsOf(file))
            expect([from, file, mayHold(file, from, isTrusted)]).toEqual([from, file, true]);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  test('the created tree would mislead a careless reader', () => {
    plant([
      { path: 'out/a.md', words: [], to: null },
      { path: 'repo/app/a.md', words: [], to: 'out/a.md' },
    ]);
    expect(readFileSync(join(root, 'repo/app/a.md'), 'utf8')).toContain('[in out/a.md]');
  });
});
