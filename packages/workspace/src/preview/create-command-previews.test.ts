import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openScratchPreviews, type ScratchPreviews } from './open-scratch-previews.ts';

let lab: ScratchPreviews;
beforeEach(() => {
  lab = openScratchPreviews(process.execPath);
});
afterEach(() => lab.close());

const put = (name: string, text: string): void => {
  writeFileSync(join(lab.root, name), text);
};
const read = (name: string): string => readFileSync(join(lab.root, name), 'utf8');
const ran = (changes: readonly { readonly path: string }[]): readonly string[] => changes.map(({ path }) => path);

describe('a preview', () => {
  test('reports output, exit code and changed files, and changes nothing in the workspace', async () => {
    put('kept', 'kept\n');
    put('a', 'one\ntwo\n');
    put('gone', 'x\n');
    const before = lab.sh('find . -printf "%p %m %T@ %C@ %i\\n" | sort');
    const preview = await lab.preview('echo hello; echo three >> a; rm gone; mkdir new; echo n > new/b; exit 3');
    expect(lab.sh('find . -printf "%p %m %T@ %C@ %i\\n" | sort')).toBe(before);
    expect(preview.end).toMatchObject({ exitCode: 3, head: 'hello\n', leftovers: 0, stop: null });
    expect(ran(preview.changes)).toEqual(['a', 'gone', 'new', 'new/b']);
    expect(preview.files).toEqual([
      { path: 'a', change: 'changed', added: 1, removed: 0 },
      { path: 'gone', change: 'removed', added: 0, removed: 1 },
      { path: 'new/b', change: 'added', added: 1, removed: 0 },
    ]);
    expect(preview.diffs[0]).toEqual({ type: 'diff', path: 'a', before: 'one\ntwo\n', after: 'one\ntwo\nthree\n' });
    expect(preview.obstacle).toBeUndefined();
    expect(readdirSync(lab.places)).toEqual([]);
  });

  test('applies exactly what it has shown: contents, modes, links, kinds and names of any bytes', async () => {
    const make = `mkdir d; echo 1 > d/x; ln -s x d/l; echo k > kind; chmod 600 kind; echo same > same`;
    const change = `chmod 755 kind; rm d/l; ln -s /etc d/l; rm -r same; mkdir same; echo in > same/in; mv d e;
      printf z > "$(printf 'b\\377')"; chmod 500 same; ln kind hard; mkdir -m 700 empty`;
    const list = 'find . -type f -exec md5sum {} + | sort; find . -printf "%p %y %m %l\\n" | sort';
    lab.sh(make);
    const preview = await lab.preview(change);
    expect(preview.end.exitCode).toBe(0);
    const applied = await lab.apply(preview.changes, { key: 'k' });
    expect(applied).toMatchObject({ isApplied: true, refused: [] });
    const mine = lab.sh(list);
    lab.sh(`chmod -R u+w .; rm -rf ./*; ${make}; ${change}`);
    expect(mine).toBe(lab.sh(list));
    lab.sh('chmod -R u+w .');
  });

  test('has no network and no file outside the workspace, and says what it missed', async () => {
    const preview = await lab.preview('curl -sS https://example.com/x; echo hi > /opt/x; true');
    expect(preview.limits[0]).toContain('example.com');
    expect(preview.changes).toEqual([]);
  });

  test('ends the processes that a command leaves, and names them', async () => {
    const preview = await lab.preview('(setsid sh -c "sleep 7777; echo late > late" >/dev/null 2>&1 &) ; sleep 0.2');
    expect(preview.limits.join()).toContain('sleep');
    expect(preview.end.leftovers).toBeGreaterThan(0);
    expect(lab.sh('pgrep -f "[s]leep 7777" || true')).toBe('');
  });

  test('names sockets and pipes, which are not kept', async () => {
    const preview = await lab.preview('mkfifo pipe; echo a > a');
    expect(ran(preview.changes)).toEqual(['a']);
    expect(preview.limits.join()).toContain('Not kept: pipe');
  });

  test('lists folders that were made or removed and have no other changes in them', async () => {
    lab.sh('mkdir -p old gone/inner');
    const preview = await lab.preview('mkdir -p new made/inner; echo x > made/inner/x; rmdir old; rm -r gone');
    expect(preview.files.map(({ path, note }) => [path, note])).toEqual([
      ['gone/inner', 'folder'],
      ['made/inner/x', undefined],
      ['new', 'folder'],
      ['old', 'folder'],
    ]);
  });

  test('can be applied if a command could change other folders and did not', async () => {
    const other = join(lab.root, '../other');
    mkdirSync(other);
    const more = openScratchPreviews(process.execPath, join(lab.root, '..'), [other]);
    try {
      lab.sh(`git init -q '${other}'`);
      expect((await more.preview('echo a > a')).obstacle).toBeUndefined();
      expect((await more.preview(`echo a > '${other}/a'`)).obstacle).toContain('also changes files in');
      expect((await more.preview(`mkdir '${other}/new'`)).obstacle).toContain('also changes files in');
      expect((await more.preview(`chmod 700 '${other}/.git'`)).obstacle).toContain('also changes files in');
    } finally {
      await more.close();
    }
  });

  test('cannot be applied if the command did not end in time', async () => {
    const preview = await lab.preview('echo a > a; sleep 60', 1500);
    expect(preview.end.stop).toEqual({ cause: 'timeout', limitMs: 1500 });
    expect(preview.obstacle).toBe('the command did not end in time');
  });

  test('leaves no trace of the paths that it protects', async () => {
    lab.sh('git init -q -b main .');
    const preview = await lab.preview('echo x > .git/hooks/pre-commit; echo a > a');
    expect(ran(preview.changes)).toEqual(['a']);
  });

  test('keeps the beginning and the end of a long output', async () => {
    const { end } = await lab.preview('seq 1 100000');
    expect(end.head.startsWith('1\n2\n')).toBe(true);
    expect(end.tail.endsWith('100000\n')).toBe(true);
    expect(end.omittedBytes).toBeGreaterThan(0);
  });

  test('can be canceled, and leaves nothing', async () => {
    const abort = new AbortController();
    const running = lab.run({ command: 'touch started; sleep 7778', cwd: lab.root }, abort.signal);
    abort.abort();
    expect(await running).toMatchObject({ ok: false });
    expect(readdirSync(lab.places)).toEqual([]);
  });

  test('removes what a killed process has left', async () => {
    const left = join(lab.places, '999999-x');
    mkdirSync(join(left, '0', 'work'), { recursive: true, mode: 0o000 });
    await lab.preview('true');
    expect(readdirSync(lab.places)).toEqual([]);
  });
});

describe('git and SQLite', () => {
  test('a commit is shown in the words of Git, and applied exactly', async () => {
    lab.sh('git init -q -b main . && echo a > a && git add a && git commit -qm First && echo b > b');
    const preview = await lab.preview(
      'git add b && git commit -qm "Add b" && echo c > c && git add c && git branch topic',
    );
    expect(preview.git).toEqual(['1 commit on main: Add b', 'new branch topic', 'stages 1 file: c']);
    expect(preview.files).toEqual([{ path: 'c', change: 'added', added: 1, removed: 0 }]);
    expect(lab.sh('git log --format=%s')).toBe('First\n');
    expect(await lab.apply(preview.changes, { key: 'k' })).toMatchObject({ isApplied: true });
    expect(
      lab.sh('git log --format=%s; git status --porcelain; git branch --format="%(refname:short)"; git fsck'),
    ).toBe('Add b\nFirst\nA  c\nmain\ntopic\n');
  });

  test('what makes Git run programs is listed first, in every repository', async () => {
    lab.sh('git init -q -b main sub; git -C sub commit -q --allow-empty -m First');
    const preview = await lab.preview(
      `git init -q -b main made; for r in sub made; do echo evil > $r/.git/hooks/pre-commit; echo '[core] pager = x' >> $r/.git/config; done; echo a > a; mkdir link; echo 'gitdir: ../x' > link/.git`,
    );
    const noted = preview.files.filter(({ note }) => note?.includes('makes Git run programs'));
    expect(noted.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'added link/.git',
      'added made/.git/config',
      'added made/.git/hooks/pre-commit',
      'changed sub/.git/config',
      'added sub/.git/hooks/pre-commit',
    ]);
    expect(preview.files.map(({ path }) => path).slice(5)).toEqual(['a']);
    expect(preview.git).toEqual(['made: new Git repository']);
  });

  test('nothing in the folder of Git changes silently', async () => {
    lab.sh('git init -q -b main . && echo a > a && git add a && git commit -qm First && git init -q sub');
    const told = async (command: string): Promise<string> => {
      const { files, git } = await lab.preview(command);
      return [...files.map(({ path }) => path), ...git].join('; ');
    };
    expect(await told('git notes add -m n')).toBe('new reference refs/notes/commits');
    expect(await told('echo x > .git/description')).toBe('.git/description');
    expect(await told('echo /x > .git/objects/info/alternates')).toBe('.git/objects/info/alternates');
    expect(await told('git reflog expire --expire=now --all')).toBe('.git/logs/HEAD; .git/logs/refs/heads/main');
    expect(await told('git repack -qad && git prune-packed')).toMatch(/^packs 3 stored objects$/);
    expect(await told('rm -rf .git/objects')).toMatch(/^removes 3 stored objects without packing them/);
    expect(await told('rm -rf sub/.git')).toBe('sub: Git repository removed');
    expect(await told('echo "gitdir: ../.git" > x; rm -r sub/.git; mv x sub/.git')).toContain('sub/.git');
    expect(await told('git -C sub commit -q --allow-empty -m "In sub"')).toContain('sub: 1 commit on');
  });

  test('an index that Git writes again for the times of files alone is no change', async () => {
    lab.sh('git init -q -b main . && echo a > a && git add a && git commit -qm First');
    lab.sh('touch -d 2001-01-01 a');
    expect((await lab.preview('git status --short')).changes).toEqual([]);
    const preview = await lab.preview('echo b > b && git add b');
    lab.sh('touch -d 2002-01-01 a && git status --short');
    expect(await lab.check(preview.changes)).toEqual([]);
    lab.sh('echo c > c && git add c');
    expect(await lab.check(preview.changes)).toEqual(['.git/index']);
  });

  test('rows of a database are counted by table', async () => {
    const sql = (text: string): string =>
      `'${process.execPath}' --no-warnings -e "new (require('node:sqlite').DatabaseSync)('x.db').exec(\`${text}\`)"`.replaceAll(
        '`',
        '\\`',
      );
    lab.sh(sql('create table t (id integer primary key, n text); insert into t (n) values (1), (2), (3)'));
    const preview = await lab.preview(
      sql(
        'insert into t (n) values (4), (5); delete from t where n = 1; update t set n = 9 where n = 2; create table u (a)',
      ),
    );
    expect(preview.databases).toEqual([
      { path: 'x.db', tables: ['u: new table, 0 rows', 't: 2 rows added, 1 row removed, 1 row changed'] },
    ]);
  });
});

describe('applying', () => {
  test('finds what the user has changed since, and then changes nothing', async () => {
    put('a', 'a\n');
    put('b', 'b\n');
    const preview = await lab.preview('echo A > a; echo B > b; echo C > c');
    put('b', 'mine\n');
    expect(await lab.check(preview.changes)).toEqual(['b']);
    const applied = await lab.apply(preview.changes, { key: 'k' });
    expect(applied).toEqual({ isApplied: false, step: [], refused: [{ path: 'b', reason: 'changed' }] });
    expect([read('a'), read('b'), readdirSync(lab.root)]).toEqual(['a\n', 'mine\n', ['a', 'b']]);
    await lab.apply(preview.changes, { key: 'k', isOverwriting: true });
    expect([read('a'), read('b'), read('c')]).toEqual(['A\n', 'B\n', 'C\n']);
  });

  test('finds a change that was made while the command ran', async () => {
    put('a', 'a\n');
    await lab.preview('true'); // finds out how to run, in a place of its own
    // What changes below an overlay is not certain to be seen in it, so the command takes its time instead of waiting.
    const running = lab.preview('sleep 3; echo A > a', 20_000);
    await expect.poll(() => readdirSync(lab.places).length).toBe(1);
    const [place = ''] = readdirSync(lab.places);
    await expect.poll(() => readdirSync(join(lab.places, place))).toContain('status');
    put('a', 'mine\n');
    const preview = await running;
    expect(preview.conflicts).toEqual(['a']);
  });

  test('does the same key once', async () => {
    put('n', '0\n');
    const preview = await lab.preview('echo 1 >> n');
    const first = await lab.apply(preview.changes, { key: 'k' });
    put('n', 'later\n');
    expect(await lab.apply(preview.changes, { key: 'k' })).toEqual(first);
    expect(read('n')).toBe('later\n');
  });

  test('a folder that a new file needs must still be there', async () => {
    mkdirSync(join(lab.root, 'd'));
    const preview = await lab.preview('echo x > d/x');
    lab.sh('rmdir d');
    expect(await lab.apply(preview.changes, { key: 'k' })).toMatchObject({ isApplied: false });
    expect(readdirSync(lab.root)).toEqual([]);
  });
});
