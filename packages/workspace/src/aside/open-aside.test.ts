import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Workspace } from '../workspace.ts';
import { openScratchAside, type ScratchAside } from './open-scratch-aside.ts';

let lab: ScratchAside;
beforeEach(() => {
  lab = openScratchAside(process.execPath);
});
afterEach(async () => {
  await lab.close();
});

const signal = new AbortController().signal;
const at = (name: string): string => join(lab.root, name);
const put = (name: string, text: string): void => {
  writeFileSync(at(name), text);
};
const paths = (): readonly string[] => lab.pending().map(({ path }) => path);
// Where a protected file does not exist, commands see an empty one.
const shown = 'find . -mindepth 1 ! -path "./.*" ! -name opencode.json';
const listing = `${shown} -printf "%p %y %m %l\\n" | sort; ${shown} -type f -exec md5sum {} + | sort`;
const apply = async (key: string) => await lab.base.previews?.apply(lab.pending(), { key });
const readText = async (name: string): Promise<string | undefined> =>
  await lab.use(async ({ files }) => {
    const bytes = await files.read(await files.realPath(at(name)));
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  });
const names = async ({ files }: Workspace, folder: string): Promise<readonly string[] | undefined> =>
  (await files.list(folder))?.map(({ name }) => name).toSorted();

describe('commands', () => {
  test('see what earlier ones changed, and the folder does not', async () => {
    put('a', 'one\n');
    put('gone', 'x\n');
    const before = lab.sh('find . -printf "%p %m %T@ %C@ %i\\n" | sort');
    await lab.run('echo two >> a; rm gone; mkdir d; echo n > d/new; ln -s d/new link; chmod 755 a');
    const second = await lab.run('cat a link; ls gone 2>&1; stat -c %a a; echo three >> a; rm link');
    expect(second.end.head).toMatch(/^one\ntwo\nn\nls: .*\n755\n$/);
    expect(paths()).toEqual(['a', 'd', 'd/new', 'gone']);
    expect(lab.sh('find . -printf "%p %m %T@ %C@ %i\\n" | sort')).toBe(before);
  });

  test('give together what they would have given in the folder: modes, kinds, links and names of any bytes', async () => {
    const make = `mkdir -p d/e p; echo 1 > d/x; ln -s x d/l; echo k > kind; chmod 600 kind; echo same > same; echo q > p/q`;
    const steps = [
      `chmod 755 kind; rm d/l; ln -s /etc d/l; rm -r same; mkdir same; echo in > same/in; mv d e; printf z > "$(printf 'b\\377')"`,
      `mv e/x e/y; rm -r p; echo now a file > p; mkdir -m 700 empty; echo more >> kind; mkdir d; echo back > d/x`,
      `rm -r same; ln -s kind same; rm p; mkdir p; echo q2 > p/q; chmod 500 empty; mv "$(printf 'b\\377')" "it's \\$x"`,
      `rmdir empty; rm -rf d; chmod 711 p; touch -d 2001-01-01 kind`,
    ];
    lab.sh(make);
    for (const step of steps) expect((await lab.run(step)).end).toMatchObject({ exitCode: 0 });
    const seen = (await lab.run(listing)).end.head;
    expect(await apply('k')).toMatchObject({ isApplied: true, refused: [] });
    const mine = lab.sh(listing);
    expect(seen).toBe(mine);
    lab.sh(`chmod -R u+w .; rm -rf ./*; ${[make, ...steps].join('; ')}`);
    expect(mine).toBe(lab.sh(listing));
  });

  test('can take back what is pending, also with Git', async () => {
    lab.sh(
      'git init -q -b main .; git config user.email a@b; git config user.name A; echo 1 > f; git add .; git commit -qm one',
    );
    await lab.run('echo 2 > f; echo n > new');
    expect(paths()).toContain('f');
    await lab.run('git checkout -q f; rm new');
    expect(paths().filter((path) => !path.startsWith('.git/'))).toEqual([]);
    const commit = await lab.run('echo 3 > f; git commit -qam two; git log --format=%s');
    expect(commit.end.head).toBe('two\none\n');
    expect((await lab.run('git status --short; git log --format=%s -1')).end.head).toBe('two\n');
    expect(lab.sh('git log --format=%s')).toBe('one\n');
    const described = await lab.aside.describe(lab.pending(), signal);
    expect(described).toMatchObject({ ok: true, preview: { conflicts: [], files: [{ path: 'f' }] } });
    expect(described.ok && described.preview.git.join()).toContain('two');
    expect(await apply('g')).toMatchObject({ isApplied: true });
    expect(lab.sh('git log --format=%s; git status --short')).toBe('two\none\n');
  });

  test('that end too late, or beside other changes, add nothing', async () => {
    await lab.run('echo kept > kept');
    const late = await lab.run('echo b > b; sleep 60', 1500);
    expect(late.obstacle).toBe('the command did not end in time');
    expect(paths()).toEqual(['kept']);
    put('c', 'one\n');
    const running = lab.run('sleep 2; echo agent > c; echo n > n');
    await expect.poll(() => lab.isRunning()).toBe(true);
    put('c', 'person\n');
    expect((await running).conflicts).toEqual(['c']);
    expect(paths()).toEqual(['kept']);
  });

  test('are kept if someone else has made other files beside them', async () => {
    await lab.run('echo kept > kept');
    const running = lab.run('sleep 2; echo n > n');
    await expect.poll(() => lab.isRunning()).toBe(true);
    put('mine', 'person\n');
    expect((await running).conflicts).toEqual([]);
    expect(paths()).toEqual(['kept', 'n']);
  });

  test('leave alone what the user adds to folders that they have made or removed', async () => {
    lab.sh('mkdir -p up/old && ln -s up/old old && echo 1 > old/a');
    await lab.run('mkdir n && echo agent > n/f && rm -r up');
    lab.sh('mkdir n && echo mine > n/precious && echo mine > old/precious');
    const described = await lab.aside.describe(lab.pending(), signal);
    expect(described.ok && described.preview.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'added n/f',
      'removed up/old/a',
    ]);
    expect((await lab.run('cat n/* old/*')).end.head).toBe('agent\nmine\nmine\n');
    expect(await lab.base.previews?.check(lab.pending())).toEqual([]);
    expect(await apply('k')).toMatchObject({ isApplied: true });
    expect(lab.sh('cat n/* old/*')).toBe('agent\nmine\nmine\n');
  });

  test('are refused with the path where something else is in the way, and the rest is still shown', async () => {
    lab.sh('mkdir d e; echo 1 > d/a; echo 1 > e/a');
    await lab.run('echo 2 > d/a; echo 2 > e/a; echo 2 > top; mkdir made; echo 2 > made/a');
    const outside = join(lab.root, '../outside');
    mkdirSync(outside);
    lab.sh(`rm -r d; echo file > d; rm -r e; ln -s ../outside e; ln -s ../outside made`);
    await expect(lab.run('cat d')).rejects.toThrow('d, e, made was replaced in the workspace');
    const described = await lab.aside.describe(lab.pending(), signal);
    expect(described).toMatchObject({
      ok: true,
      preview: { files: [{ path: 'top' }], limits: [expect.stringContaining('pending at d, e, made')] },
    });
    expect(described.ok && described.preview.conflicts).toEqual(expect.arrayContaining(['d/a', 'e/a', 'made']));
    expect(await apply('k')).toMatchObject({ isApplied: false });
    expect(readdirSync(outside)).toEqual([]);
  });

  test('keep the times of files that earlier ones made', async () => {
    put('source', 's\n');
    await lab.run('cp source built');
    const { end } = await lab.run('test built -nt source && echo newer');
    expect(end.head).toBe('newer\n');
  });

  test('are not started in the folder itself', async () => {
    const start = { key: 'k', command: 'touch real', cwd: lab.root };
    await expect(lab.use(({ commands }) => commands.start(start))).rejects.toThrow('beside pending changes');
  });
});

describe('files', () => {
  test('are read, listed and looked at as commands left them', async () => {
    mkdirSync(at('old'));
    put('old/a', 'a\n');
    put('b', 'b\n');
    await lab.run('echo new > c; rm b; rm -r old; mkdir -p x/y; echo deep > x/y/z; ln -s x/y short; chmod 755 c');
    expect(await readText('c')).toBe('new\n');
    expect(await readText('b')).toBeUndefined();
    expect(await readText('old/a')).toBeUndefined();
    expect(await readText('short/z')).toBe('deep\n');
    await lab.use(async (workspace) => {
      const { files } = workspace;
      expect(await names(workspace, lab.root)).toEqual(['c', 'short', 'x']);
      expect(await names(workspace, at('x/y'))).toEqual(['z']);
      expect(await names(workspace, at('old'))).toBeUndefined();
      expect(await files.realPath(at('short/z'))).toBe(at('x/y/z'));
      expect(await files.info(at('c'))).toMatchObject({ kind: 'file', size: 4, mode: 0o755 });
      expect(await files.info(at('b'))).toBeUndefined();
    });
  });

  test('are written aside, into new folders too, and commands see them', async () => {
    put('a', 'one\n');
    await lab.use(async ({ files }) => {
      await files.write(at('a'), Buffer.from('two\n'));
      await files.write(at('deep/er/new'), Buffer.from('n\n'));
    });
    expect(existsSync(at('deep'))).toBe(false);
    expect(readFileSync(at('a'), 'utf8')).toBe('one\n');
    expect((await lab.run('cat a deep/er/new; echo three >> a')).end.head).toBe('two\nn\n');
    expect(await readText('a')).toBe('two\nthree\n');
    expect(paths()).toEqual(['a', 'deep', 'deep/er', 'deep/er/new']);
  });

  test('outside the workspace are not written, and a pending link does not lead there', async () => {
    await lab.run('ln -s /tmp out');
    const write = async (path: string): Promise<void> => {
      await lab.use(async ({ files }) => {
        await files.write(path, Buffer.from('x'));
      });
    };
    await expect(write('/tmp/bowline-aside-outside')).rejects.toThrow('outside the workspace');
    expect(await lab.use(({ files }) => files.realPath(at('out/x')))).toBe('/tmp/x');
    expect(existsSync('/tmp/bowline-aside-outside')).toBe(false);
  });

  test('that are hidden stay hidden, pending or not', async () => {
    put('.bowlineignore', 'secret*\n');
    put('secret', 'key\n');
    await lab.run('echo made > secret-too');
    await expect(readText('secret')).rejects.toThrow('hidden by');
    await expect(readText('secret-too')).rejects.toThrow('hidden by');
    const write = async (): Promise<void> => {
      await lab.use(async ({ files }) => {
        await files.write(at('secret-3'), Buffer.from('x'));
      });
    };
    await expect(write()).rejects.toThrow('hidden by');
  });

  test('behind links of the folder are found as before', async () => {
    mkdirSync(at('real'));
    put('real/f', 'f\n');
    symlinkSync('real', at('alias'));
    await lab.run('echo g > alias/g');
    expect(await readText('alias/f')).toBe('f\n');
    expect(await readText('alias/g')).toBe('g\n');
    expect(paths()).toEqual(['real/g']);
  });
});

describe.each(['with ripgrep', 'without ripgrep'])('search %s', (how) => {
  beforeEach(async () => {
    await lab.close();
    lab = openScratchAside(process.execPath, how === 'with ripgrep' ? '/usr/bin/rg' : undefined);
    mkdirSync(at('src'));
    put('src/a.txt', 'needle a\n');
    put('src/b.txt', 'needle b\n');
    put('src/d.txt', 'other\n');
    put('.gitignore', '*.log\n');
  });
  const query = { caseSensitive: true, respectIgnore: true, signal };
  const findFiles = async (pattern: string): Promise<readonly string[]> =>
    await lab.use(async ({ search }) => await search.files({ ...query, folder: lab.root, pattern }));
  const findText = async (pattern: string, maxTotal = 100): Promise<readonly string[]> =>
    await lab.use(async ({ search }) => {
      const more = { isFixed: false, before: 0, after: 0, maxTotal };
      const { matches } = await search.text({ ...query, ...more, folder: lab.root, pattern });
      return matches.map(({ path, text }) => `${path.slice(lab.root.length + 1)}: ${text}`);
    });

  test('finds pending files in the usual order, and what is gone no longer', async () => {
    await lab.run(
      'rm src/a.txt; echo needle c > src/c.txt; echo needle d > src/d.txt; echo needle > src/x.log; mkdir -p a; echo needle > a/1.txt',
    );
    expect(await findText('needle')).toEqual([
      'a/1.txt: needle',
      'src/b.txt: needle b',
      'src/c.txt: needle c',
      'src/d.txt: needle d',
    ]);
    expect(await findText('ne+dle')).toHaveLength(4);
    expect(await findText('needle', 2)).toEqual(['a/1.txt: needle', 'src/b.txt: needle b']);
    expect((await findFiles('**/*')).map((path) => path.slice(lab.root.length + 1)).toSorted()).toEqual([
      '.gitignore',
      'a/1.txt',
      'src/b.txt',
      'src/c.txt',
      'src/d.txt',
    ]);
    expect((await findFiles('**/*.txt')).at(-1)).toBe(at('src/b.txt'));
  });

  test('applies ignore files as they are pending', async () => {
    put('src/e.log', 'needle log\n');
    await lab.run('echo "b.txt" > .gitignore');
    expect(await findText('needle')).toEqual(['src/a.txt: needle a', 'src/e.log: needle log']);
  });

  test('never finds hidden files', async () => {
    put('.bowlineignore', 'secret*\n');
    await lab.run('echo needle > secret-too');
    expect(await findText('needle')).toEqual(['src/a.txt: needle a', 'src/b.txt: needle b']);
  });
});

test('the same changes that someone else has made already are not in the way', async () => {
  put('a', 'one\n');
  await lab.run('echo two > a; echo n > n');
  put('a', 'two\n');
  expect(await lab.base.previews?.check(lab.pending())).toEqual([]);
  expect(await apply('k')).toMatchObject({ isApplied: true, refused: [] });
  expect(readFileSync(at('n'), 'utf8')).toBe('n\n');
});

test('another change since is a conflict that is named, and nothing is applied', async () => {
  put('a', 'one\n');
  await lab.run('echo two > a; echo n > n');
  put('a', 'person\n');
  expect(await lab.aside.describe(lab.pending(), signal)).toMatchObject({ ok: true, preview: { conflicts: ['a'] } });
  expect(await apply('k')).toMatchObject({ isApplied: false, refused: [{ path: 'a', reason: 'changed' }] });
  expect(existsSync(at('n'))).toBe(false);
  expect(readFileSync(at('a'), 'utf8')).toBe('person\n');
});

test('a folder that has become a link is not followed: nothing outside of the copy is removed or written', async () => {
  const { root, run, sh } = lab;
  const outside = join(dirname(root), 'outside');
  mkdirSync(outside);
  sh(`mkdir dir && echo x > dir/x && echo mine > ${outside}/x`);
  await run('rm dir/x; echo new > dir/new');
  expect(paths()).toEqual(['dir/new', 'dir/x']);
  sh(`mv dir old && ln -s ${outside} dir`);
  await expect(run('true')).rejects.toThrow();
  expect(readdirSync(outside)).toEqual(['x']);
});
