import { describe, expect, it } from 'vitest';
import { findMemoryFor } from './find-memory-for.ts';
import type { MemoryFile } from './memory-file.ts';
import { surveyMemory, type MemoryGround } from './memory-ground.ts';
import { MEMORY_NAMES, type MemoryPlaces } from './memory-places.ts';
import type { MemoryReader } from './memory-reader.ts';
import { readMemory, type Memory } from './read-memory.ts';

/** A file's text, or the target of a link. */
type Tree = Readonly<Record<string, string | { readonly to: string }>>;

/** A fake file system. Reading an untrusted file, or a path that is not real, fails the test. */
function createReader(tree: Tree, trust: Readonly<Record<string, boolean>>): MemoryReader {
  const isThere = (path: string): boolean =>
    path === '/' || Object.keys(tree).some((at) => `${at}/`.startsWith(`${path}/`));
  const follow = (path: string, depth = 0): string | undefined => {
    const names = path.split('/').filter((name) => name !== '');
    for (let n = 1; n <= names.length; n += 1) {
      const link = tree[`/${names.slice(0, n).join('/')}`];
      if (typeof link !== 'object') continue;
      return depth > 20 ? undefined : follow([link.to, ...names.slice(n)].join('/'), depth + 1);
    }
    const real = `/${names.join('/')}`;
    return isThere(real) ? real : undefined;
  };
  const isTrusted = (folder: string): boolean =>
    trust[
      Object.keys(trust)
        .filter((root) => `${folder}/`.startsWith(`${root}/`))
        .sort((one, other) => other.length - one.length)[0] ?? ''
    ] ?? true;
  return {
    isTrusted,
    realPath: async (path) => follow(path),
    read: async (path, limit) => {
      const text = tree[path];
      expect([isTrusted(path), follow(path)]).toEqual([true, path]);
      if (text === '!') return { kind: 'unreadable', why: 'cannot be read (EACCES)' };
      return typeof text === 'string'
        ? { kind: 'text', text: text.slice(0, limit), isCut: text.length > limit }
        : { kind: 'absent' };
    },
  };
}

interface More extends Partial<MemoryPlaces> {
  /** By directory, including everything below. Default: trusted. */
  readonly trust?: Readonly<Record<string, boolean>>;
}

async function survey(tree: Tree, { trust = {}, ...more }: More = {}): Promise<MemoryGround> {
  const places = {
    names: MEMORY_NAMES,
    globalFolders: ['/home/me/.bowline', '/home/me/.gemini'],
    home: '/home/me',
    workspace: '/repo/app',
    directories: [],
    ...more,
  };
  return await surveyMemory(places, createReader({ '/repo/app/index.ts': '', ...tree }, trust));
}

const read = async (tree: Tree, more?: More): Promise<Memory> => await readMemory(await survey(tree, more));
const outline = (files: readonly MemoryFile[]): readonly string[] =>
  files.map(({ path, text, source }) => `${source} ${path}: ${text}`);
const told = ({ problems }: Memory): readonly string[] => problems.map(({ path, text }) => `${path} ${text}`);

describe('memory files', () => {
  it("are the user's own, then from the repository root to the workspace, then those of additional directories", async () => {
    const { files, problems } = await read(
      {
        '/AGENTS.md': 'not in the repository',
        '/repo/.git/config': '',
        '/repo/AGENTS.md': 'repo',
        '/repo/app/GEMINI.md': 'app, theirs',
        '/repo/app/AGENTS.md': 'app',
        '/repo/app/deep/AGENTS.md': 'deeper',
        '/other/GEMINI.md': 'other',
        '/home/me/.gemini/GEMINI.md': 'mine, theirs',
        '/home/me/.bowline/AGENTS.md': 'mine',
      },
      { directories: ['/other'] },
    );
    expect(outline(files)).toEqual([
      'global /home/me/.bowline/AGENTS.md: mine',
      'global /home/me/.gemini/GEMINI.md: mine, theirs',
      'project /repo/AGENTS.md: repo',
      'project /repo/app/AGENTS.md: app',
      'project /repo/app/GEMINI.md: app, theirs',
      'project /other/GEMINI.md: other',
    ]);
    expect(problems).toEqual([]);
  });

  it('are only those of the workspace if there is no repository', async () => {
    const { files } = await read({ '/repo/AGENTS.md': 'around', '/repo/app/AGENTS.md': 'here' });
    expect(outline(files)).toEqual(['project /repo/app/AGENTS.md: here']);
  });

  it('have the configured names', async () => {
    const tree = { '/repo/app/AGENTS.md': 'a', '/repo/app/NOTES.md': 'n' };
    expect(outline((await read(tree, { names: ['NOTES.md'] })).files)).toEqual(['project /repo/app/NOTES.md: n']);
  });

  it.each<[string, Tree]>([
    ['a link', { '/repo/app/GEMINI.md': { to: '/repo/app/AGENTS.md' } }],
    ['a copy', { '/repo/app/GEMINI.md': 'one\n' }],
    ['a file that only names it', { '/repo/app/GEMINI.md': '@./AGENTS.md\n' }],
    ['an empty file', { '/repo/app/GEMINI.md': ' \n' }],
  ])('are loaded once: %s', async (_, tree) => {
    const { files, problems } = await read({ '/repo/app/AGENTS.md': 'one', ...tree });
    expect([outline(files), problems]).toEqual([['project /repo/app/AGENTS.md: one'], []]);
  });

  it('that cannot be read are reported, and the rest is read', async () => {
    const memory = await read({ '/repo/app/AGENTS.md': '!', '/repo/app/GEMINI.md': 'g' });
    expect(outline(memory.files)).toEqual(['project /repo/app/GEMINI.md: g']);
    expect(told(memory)).toEqual(['/repo/app/AGENTS.md cannot be read (EACCES)']);
  });

  it('are cut at the end of a line if they are too long, individually or in total', async () => {
    const long = 'word word\n'.repeat(12_000);
    const names = ['A.md', 'B.md', 'C.md', 'D.md', 'E.md', 'F.md'];
    const tree = Object.fromEntries(names.map((name) => [`/repo/app/${name}`, `${name}\n${long}`]));
    const memory = await read(tree, { names });
    expect(memory.files.map(({ path }) => path.slice(-4))).toEqual(['A.md', 'B.md', 'C.md', 'D.md']);
    for (const { text } of memory.files) expect(text).toMatch(/\nword word\n\[the rest of this file is omitted\]$/);
    expect(memory.files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(401_000);
    expect(told(memory)).toEqual([
      ...names.slice(0, 4).map((name) => `/repo/app/${name} is cut after 100 KB`),
      ...names.slice(4).map((name) => `/repo/app/${name} is left out: memory files exceed 400 KB in total`),
    ]);
  });
});

describe('untrusted files', () => {
  const tree: Tree = {
    '/repo/.git/config': '',
    '/repo/AGENTS.md': 'repo',
    '/repo/app/AGENTS.md': 'app @../shared.md @vendored/x.md',
    '/repo/app/vendored/x.md': 'vendored',
    '/repo/shared.md': 'shared',
    '/other/AGENTS.md': 'other',
    '/home/me/.bowline/AGENTS.md': 'mine',
  };

  it("are not read: an untrusted workspace leaves only the user's own files", async () => {
    const memory = await read(tree, { trust: { '/repo/app': false }, directories: ['/other'] });
    expect(outline(memory.files)).toEqual(['global /home/me/.bowline/AGENTS.md: mine']);
    expect(told(memory)).toEqual([]);
  });

  it('around a trusted workspace, in additional directories or imports are not read, and are reported', async () => {
    const memory = await read(
      { ...tree, '/home/me/.bowline/AGENTS.md': 'mine @/other/AGENTS.md' },
      { trust: { '/other': false, '/repo/app/vendored': false }, directories: ['/other'] },
    );
    expect(outline(memory.files)).toEqual([
      'global /home/me/.bowline/AGENTS.md: mine @/other/AGENTS.md',
      'project /repo/AGENTS.md: repo',
      'project /repo/app/AGENTS.md: app <import path="../shared.md">\nshared\n</import> @vendored/x.md',
    ]);
    expect(told(memory)).toEqual([
      '/home/me/.bowline/AGENTS.md cannot import @/other/AGENTS.md: imports from there are not allowed',
      '/repo/app/AGENTS.md cannot import @vendored/x.md: imports from there are not allowed',
      '/other/AGENTS.md is not used: its directory is not trusted',
    ]);
  });

  it('of the repository around a directory that is trusted by itself are not read', async () => {
    const memory = await read(tree, { trust: { '/repo': false, '/repo/app': true } });
    expect(memory.files.map(({ path }) => path)).toEqual(['/home/me/.bowline/AGENTS.md', '/repo/app/AGENTS.md']);
    expect(told(memory)).toEqual([
      '/repo/AGENTS.md is not used: its directory is not trusted',
      '/repo/app/AGENTS.md cannot import @../shared.md: imports from there are not allowed',
    ]);
  });

  it('are not found later either', async () => {
    const deep = { ...tree, '/repo/app/vendored/AGENTS.md': 'v', '/repo/app/own/AGENTS.md': 'o' };
    const find = async (folder: string): Promise<readonly string[]> => {
      const ground = await survey(deep, { trust: { [folder]: false } });
      const paths = ['/repo/app/vendored/x.md', '/repo/app/own/y.ts'];
      return outline((await findMemoryFor(paths, { files: [], paths: [] }, ground)).files);
    };
    expect(await find('/repo/app/vendored')).toEqual(['folder /repo/app/own/AGENTS.md: o']);
    expect(await find('/repo/app')).toEqual([]);
  });
});

describe('imports', () => {
  const only = async (tree: Tree, more?: More): Promise<MemoryFile & { readonly told: readonly string[] }> => {
    const memory = await read(tree, more);
    const [file] = memory.files;
    expect(memory.files).toHaveLength(1);
    return { ...(file as MemoryFile), told: told(memory) };
  };

  it('are inserted where they are named: relative to their file, from the root, or from home', async () => {
    const {
      text,
      imports,
      told: problems,
    } = await only(
      {
        '/repo/app/AGENTS.md': 'a\n\n@docs/style.md\n- @/repo/app/rules.txt\n- @~/x.md\n',
        '/repo/app/docs/style.md': 's @./more.md\n',
        '/repo/app/docs/more.md': 'm',
        '/repo/app/rules.txt': 'r',
        '/home/me/x.md': 'x',
      },
      { directories: ['/home/me'] },
    );
    expect(text).toBe(
      'a\n\n<import path="docs/style.md">\ns <import path="./more.md">\nm\n</import>\n</import>\n' +
        '- <import path="/repo/app/rules.txt">\nr\n</import>\n- <import path="~/x.md">\nx\n</import>',
    );
    expect(imports).toEqual([
      '/repo/app/docs/style.md',
      '/repo/app/docs/more.md',
      '/repo/app/rules.txt',
      '/home/me/x.md',
    ]);
    expect(problems).toEqual([]);
  });

  it('that do not exist stay without a warning', async () => {
    const text = 'me@example.com @param @types/node @app.get("/") @/components/Button.tsx `@x.md` @docs';
    const file = await only({ '/repo/app/AGENTS.md': text, '/repo/app/x.md': 'x', '/repo/app/docs/y.md': 'y' });
    expect([file.text, file.told]).toEqual([text, []]);
  });

  const OUTSIDE = 'imports from there are not allowed';
  it.each<[string, { readonly text: string; readonly tree: Tree; readonly why: string }]>([
    ['is missing', { text: '@docs/x.md', tree: {}, why: 'file not found' }],
    ['lies outside', { text: '@/etc/passwd', tree: { '/etc/passwd': 'root' }, why: OUTSIDE }],
    ['lies outside by letters', { text: '@../../etc/x.md', tree: { '/etc/x.md': 'root' }, why: OUTSIDE }],
    [
      'is a link that leads out',
      { text: '@x.md', tree: { '/repo/app/x.md': { to: '/etc/x' }, '/etc/x': '' }, why: OUTSIDE },
    ],
    [
      'lies behind a folder that is a link',
      { text: '@d/x.md', tree: { '/repo/app/d': { to: '/etc' }, '/etc/x.md': '' }, why: OUTSIDE },
    ],
    [
      'is a key of the person',
      { text: '@~/.gemini/oauth_creds.json', tree: { '/home/me/.gemini/oauth_creds.json': '' }, why: OUTSIDE },
    ],
  ])('stay as written if the file %s', async (_, { text, tree, why }) => {
    const file = await only({ '/repo/app/AGENTS.md': text, ...tree });
    expect([file.text, file.imports]).toEqual([text, []]);
    expect(file.told).toEqual([`/repo/app/AGENTS.md cannot import ${text}: ${why}`]);
  });

  it('end at circular and duplicate references', async () => {
    const memory = await read({
      '/repo/app/AGENTS.md': 'a @b.md @c.md',
      '/repo/app/b.md': 'b @AGENTS.md @c.md',
      '/repo/app/c.md': 'c @b.md',
      '/repo/app/GEMINI.md': 'g @c.md',
    });
    expect(outline(memory.files)).toEqual([
      'project /repo/app/AGENTS.md: a <import path="b.md">\nb @AGENTS.md <import path="c.md">\nc @b.md\n</import>\n</import> @c.md',
      'project /repo/app/GEMINI.md: g @c.md',
    ]);
    expect(told(memory)).toEqual([]);
  });

  it('can be nested five levels deep', async () => {
    const chain = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`/repo/app/${n}.md`, `${n} @${n + 1}.md`]));
    const file = await only({ '/repo/app/AGENTS.md': '@1.md', ...chain });
    expect(file.imports).toHaveLength(5);
    expect(file.told).toEqual(['/repo/app/5.md cannot import @6.md: imports can be nested 5 levels deep at most']);
  });

  it("of the user's own files come from their directory, or that of the link target", async () => {
    const file = await only({
      '/home/me/.gemini/GEMINI.md': { to: '/home/me/dotfiles/gemini.md' },
      '/home/me/dotfiles/gemini.md': 'mine @~/dotfiles/style.md @~/.ssh/key.txt',
      '/home/me/dotfiles/style.md': 'style',
      '/home/me/.ssh/key.txt': 'key',
    });
    expect(file.text).toBe('mine <import path="~/dotfiles/style.md">\nstyle\n</import> @~/.ssh/key.txt');
    expect(file.told).toHaveLength(1);
  });

  it('does not use a memory file that links outside the session', async () => {
    const memory = await read({ '/repo/app/AGENTS.md': { to: '/home/me/.ssh/key' }, '/home/me/.ssh/key': 'key' });
    expect(memory.files).toEqual([]);
    expect(told(memory)).toEqual([expect.stringContaining('/repo/app/AGENTS.md is not used')]);
  });
});

describe('memory found later', () => {
  const tree: Tree = {
    '/repo/.git/config': '',
    '/repo/lib/AGENTS.md': 'beside the workspace',
    '/repo/app/AGENTS.md': 'app',
    '/repo/app/a/AGENTS.md': 'a',
    '/repo/app/a/b/GEMINI.md': 'b',
    '/repo/app/a/b/c/x.ts': '',
    '/repo/app/copy/AGENTS.md': 'app',
    '/repo/app/link/AGENTS.md': { to: '/repo/app/a/AGENTS.md' },
    '/repo/app/out': { to: '/etc' },
    '/etc/AGENTS.md': 'etc',
    '/repo/app/node_modules/evil/AGENTS.md': 'evil',
    '/repo/app/a/vendor/evil/AGENTS.md': 'evil too',
    '/other/AGENTS.md': 'other',
    '/other/in/AGENTS.md': 'in other',
  };
  const find = async (paths: readonly string[], loaded: readonly string[] = []): Promise<readonly string[]> => {
    const ground = await survey(tree, { directories: ['/other'] });
    const { files } = await readMemory(ground);
    return outline((await findMemoryFor(paths, { files, paths: loaded }, ground)).files);
  };

  it.each<[string, string, readonly string[]]>([
    ['a file', '/repo/app/a/b/c/x.ts', ['folder /repo/app/a/AGENTS.md: a', 'folder /repo/app/a/b/GEMINI.md: b']],
    ['a folder', '/repo/app/a', ['folder /repo/app/a/AGENTS.md: a']],
    ['a file that is not there yet', '/repo/app/a/new/folder/x', ['folder /repo/app/a/AGENTS.md: a']],
    ['a file of the workspace itself', '/repo/app/index.ts', []],
    ['a file outside', '/etc/passwd', []],
    ['a file beside the workspace', '/repo/lib/x.ts', []],
    ['a file behind a link that leads out', '/repo/app/out/passwd', []],
    ['a copy of what is known', '/repo/app/copy/x', []],
    ['an installed package', '/repo/app/node_modules/evil/x.js', []],
    ['a vendored package', '/repo/app/a/vendor/evil/x.js', ['folder /repo/app/a/AGENTS.md: a']],
    ['a further folder', '/other/in/x', ['folder /other/in/AGENTS.md: in other']],
  ])('%s adds the files of its directories, outermost first', async (_, path, found) => {
    expect(await find([path])).toEqual(found);
  });

  it('does not add what is already loaded, by path, real path or text', async () => {
    const loaded = ['/repo/app/a/AGENTS.md'];
    expect(await find(['/repo/app/a/b/x'], loaded)).toEqual(['folder /repo/app/a/b/GEMINI.md: b']);
    expect(await find(['/repo/app/link/x'], loaded)).toEqual([]);
    expect(await find(['/repo/app/link/x'])).toEqual(['folder /repo/app/link/AGENTS.md: a']);
  });

  it('adds each file once for several paths', async () => {
    expect(await find(['/repo/app/a/x', '/repo/app/a/y', '/repo/app/link/z'])).toEqual([
      'folder /repo/app/a/AGENTS.md: a',
    ]);
  });
});
