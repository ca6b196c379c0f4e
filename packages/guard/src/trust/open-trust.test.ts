import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrust, type Trust } from './open-trust.ts';

let base: string;
let trust: Trust;
beforeEach(() => {
  base = realpathSync.native(mkdtempSync(join(tmpdir(), 'bowline-trust-')));
  for (const folder of ['home', 'src/ws/deep', 'src/ws-evil', 'src/other']) mkdirSync(at(folder), { recursive: true });
  trust = openTrust({ bowlineHome: at('home/.bowline'), home: at('home') });
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

const at = (path: string): string => join(base, path);
const isTrusted = (path: string): boolean => trust.of(at(path)).isTrusted;
const theirs = (): string => at('home/.gemini/trustedFolders.json');
function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

describe('adding and removing', () => {
  test('trusts nothing by default', () => {
    expect(trust.of(at('src/ws'))).toEqual({
      folder: at('src/ws'),
      isTrusted: false,
      source: 'none',
      level: 'none',
      warnings: [],
    });
    expect(trust.list()).toEqual({ rules: [], warnings: [] });
    expect(existsSync(at('home/.bowline'))).toBe(false);
  });

  test('trusts a folder and everything below it, but nothing beside it', () => {
    trust.add(at('src/ws'));
    expect(['src/ws', 'src/ws/deep', 'src', 'src/ws-evil', 'src/other'].map(isTrusted)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(trust.of(at('src/ws/deep'))).toMatchObject({
      source: trust.path,
      rule: at('src/ws'),
      level: 'TRUST_FOLDER',
    });
  });

  test('writes the file atomically and readable only by its owner', () => {
    trust.add(at('src/ws'));
    trust.add(at('src/ws'), 'DO_NOT_TRUST');
    expect(JSON.parse(readFileSync(trust.path, 'utf8'))).toEqual({ [at('src/ws')]: 'DO_NOT_TRUST' });
    expect(statSync(trust.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(trust.path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(trust.path))).toEqual(['trusted-folders.json']);
  });

  test('trusts the parent of a folder', () => {
    trust.add(at('src/ws'), 'TRUST_PARENT');
    expect(['src', 'src/other', 'home'].map(isTrusted)).toEqual([true, true, false]);
    expect(trust.list().rules).toMatchObject([{ path: at('src/ws'), root: at('src') }]);
  });

  test('removes exactly this folder and keeps the others', () => {
    trust.add(at('src/ws'));
    trust.add(at('src/other'));
    expect(trust.remove(`${at('src/ws')}/`)).toMatchObject([{ path: at('src/ws') }]);
    expect(trust.remove(at('src/ws/deep'))).toEqual([]);
    expect(['src/ws', 'src/other'].map(isTrusted)).toEqual([false, true]);
  });

  test('removes a deleted folder, which is not trusted in the meantime', () => {
    trust.add(at('src/ws'));
    rmSync(at('src/ws'), { recursive: true });
    expect(isTrusted('src/ws')).toBe(false);
    expect(isTrusted('src/ws/deep')).toBe(false);
    expect(trust.remove(at('src/ws'))).toHaveLength(1);
    expect(trust.list().rules).toEqual([]);
  });

  test.each([
    ['a file', 'src/file'],
    ['what is not there', 'src/gone'],
    ['no path at all', 'src/\0'],
  ])('refuses %s', (_what, path) => {
    writeFileSync(at('src/file'), '');
    expect(() => trust.add(at(path))).toThrow(expect.objectContaining({ code: 'SEND_INVALID' }));
    expect(existsSync(trust.path)).toBe(false);
  });

  test.each([
    ['/', 'TRUST_FOLDER'],
    ['/usr/..', 'TRUST_FOLDER'],
    ['/', 'TRUST_PARENT'],
    ['/tmp', 'TRUST_PARENT'],
  ] as const)('refuses the whole machine: %s with %s', (path, level) => {
    expect(() => trust.add(path, level)).toThrow(/^Cannot trust .*: it would trust the whole machine/);
  });

  test('warns about the home directory and about a folder that contains it', () => {
    expect(trust.add(at('home')).warnings).toEqual([expect.stringContaining('every repository')]);
    expect(trust.add(at('home'), 'TRUST_PARENT').warnings).toHaveLength(1);
    expect(trust.add(at('home'), 'DO_NOT_TRUST').warnings).toEqual([]);
    expect(trust.add(at('src/ws')).warnings).toEqual([]);
  });

  test('ignores a trust file for the folder that contains it', () => {
    const inside = openTrust({ bowlineHome: at('src/ws/.bowline'), home: at('home') });
    expect(() => inside.add(at('src/ws'))).toThrow(/is in that folder/);
    write(inside.path, { [at('src/ws')]: 'TRUST_FOLDER', [at('src/other')]: 'TRUST_FOLDER' });
    expect(inside.of(at('src/ws')).isTrusted).toBe(false);
    expect(inside.of(at('src/other')).isTrusted).toBe(true);
  });
});

describe('for one run', () => {
  test('trusts a folder named on the command line, and writes no file', () => {
    const flagged = openTrust({ bowlineHome: at('home/.bowline'), home: at('home'), flagged: [at('src/ws')] });
    expect(flagged.of(at('src/ws/deep'))).toMatchObject({ isTrusted: true, source: 'flag', rule: at('src/ws') });
    expect(flagged.of(at('src/other')).isTrusted).toBe(false);
    expect(existsSync(trust.path)).toBe(false);
  });

  test('overrides the files for that folder, but not for one below', () => {
    trust.add(at('src/ws'), 'DO_NOT_TRUST');
    trust.add(at('src/ws/deep'), 'DO_NOT_TRUST');
    const flagged = openTrust({ bowlineHome: at('home/.bowline'), home: at('home'), flagged: [at('src/ws')] });
    expect(flagged.of(at('src/ws')).isTrusted).toBe(true);
    expect(flagged.of(at('src/ws/deep')).isTrusted).toBe(false);
  });

  test('refuses the whole machine too', () => {
    expect(() => openTrust({ bowlineHome: at('home'), home: at('home'), flagged: ['/'] })).toThrow(/whole machine/);
  });
});

describe('by its path,', () => {
  test.each(['src/ws/', 'src//ws', 'src/./ws', 'src/other/../ws', 'link'])('%s is src/ws', (path) => {
    symlinkSync(at('src/ws'), at('link'));
    trust.add(`${base}/${path}`);
    expect(trust.list().rules).toMatchObject([{ path: at('src/ws') }]);
    for (const name of ['src/ws', 'src/ws/', 'src//ws', 'link', 'link/deep', 'src/other/../ws'])
      expect(trust.of(`${base}/${name}`).isTrusted).toBe(true);
  });

  test('a link in a trusted folder that leads out of it is not trusted', () => {
    trust.add(at('src/ws'));
    symlinkSync(at('src/ws-evil'), at('src/ws/link'));
    expect(isTrusted('src/ws/link')).toBe(false);
    expect(trust.of(`${base}/src/ws/link/../ws/deep`).isTrusted).toBe(true);
  });

  test('a trusted folder that was replaced by a link is not trusted, nor is the target', () => {
    trust.add(at('src/ws'));
    renameSync(at('src/ws'), at('src/moved'));
    symlinkSync(at('src/ws-evil'), at('src/ws'));
    expect(['src/ws', 'src/ws-evil', 'src/moved'].map(isTrusted)).toEqual([false, false, false]);
    expect(trust.list().rules[0]?.problem).toBe(`it is a symbolic link; trust ${at('src/ws-evil')} instead`);
    expect(trust.remove(at('src/ws'))).toHaveLength(1);
  });

  test('a worktree of a trusted repository is not trusted, whatever is in the folder', () => {
    mkdirSync(at('src/ws/.git/worktrees/x'), { recursive: true });
    trust.add(at('src/ws'));
    write(at('src/ws-evil/.git'), `gitdir: ${at('src/ws/.git/worktrees/x')}\n`);
    write(at('src/ws-evil/commondir'), at('src/ws/.git'));
    write(at('src/ws/.git/worktrees/x/gitdir'), at('src/ws-evil/.git'));
    expect(isTrusted('src/ws-evil')).toBe(false);
  });

  test('a name in another case is another folder, unless the file system treats both as equal', () => {
    mkdirSync(at('src/Case'));
    const isOne = existsSync(at('src/cASE'));
    write(theirs(), { [at('src/cASE')]: 'TRUST_FOLDER' });
    expect(isTrusted('src/Case')).toBe(isOne);
    // Simulates a file system that ignores case: another spelling leads to the same folder.
    if (!isOne) symlinkSync(at('src/Case'), at('src/cASE'));
    expect(isTrusted('src/Case')).toBe(true);
  });
});

describe("Gemini CLI's file", () => {
  test('is used, may have comments, and is never written', () => {
    const text = `// mine\n{ "${at('src/ws')}/": "TRUST_FOLDER", "${at('src/ws/deep')}": "DO_NOT_TRUST" }`;
    write(theirs(), text);
    expect(['src/ws', 'src/ws/deep', 'src/ws-evil'].map(isTrusted)).toEqual([true, false, false]);
    expect(trust.of(at('src/ws'))).toMatchObject({ source: theirs(), rule: `${at('src/ws')}/` });
    expect(trust.remove(at('src/ws'))).toEqual([]);
    trust.add(at('src/other'));
    expect(readFileSync(theirs(), 'utf8')).toBe(text);
  });

  test('is overridden by our own file for the same path', () => {
    write(theirs(), { [at('src/ws')]: 'TRUST_FOLDER', [at('src/other')]: 'DO_NOT_TRUST' });
    trust.add(at('src/ws'), 'DO_NOT_TRUST');
    trust.add(at('src/other'));
    expect(['src/ws', 'src/other'].map(isTrusted)).toEqual([false, true]);
  });

  test('does not trust the target of a link, but DO_NOT_TRUST covers the link and its target', () => {
    symlinkSync(at('src/ws'), at('link'));
    write(theirs(), { [at('link')]: 'TRUST_FOLDER' });
    expect(isTrusted('src/ws')).toBe(false);
    trust.add(at('src'));
    write(theirs(), { [at('link')]: 'DO_NOT_TRUST' });
    expect(['src/ws', 'src/other'].map(isTrusted)).toEqual([false, true]);
  });

  test.each([
    ['relative paths', 'src/ws', 'the path is not absolute'],
    ['the folder we are in', '.', 'the path is not absolute'],
    ['the whole machine', '/', 'it would trust the whole machine'],
  ])('cannot trust %s, and the rule is listed with the reason', (_what, path, problem) => {
    write(theirs(), { [path]: 'TRUST_FOLDER' });
    expect(isTrusted('src/ws')).toBe(false);
    expect(trust.list().rules).toMatchObject([{ path, problem }]);
  });

  test.each(['', '{', '[]', '7', 'null', '{ "/x": "TRUST" }', '{ "/x": true }'])(
    'trusts nothing if it is damaged (%s), with a warning',
    (text) => {
      write(theirs(), text);
      const { isTrusted: is, warnings } = trust.of(at('src/ws'));
      expect([is, warnings]).toEqual([
        false,
        [expect.stringContaining(`Ignored the trusted folders in ${theirs()}: `)],
      ]);
      trust.add(at('src/ws'));
      expect(isTrusted('src/ws')).toBe(true);
      expect(trust.list().warnings).toHaveLength(1);
    },
  );

  test('still forbids folders if it is damaged', () => {
    trust.add(at('src'));
    write(theirs(), `{ "${at('src/ws')}": "DO_NOT_TRUST", "${at('src/other')}": "TRUST_FOLDER", `);
    expect(['src/ws', 'src/other'].map(isTrusted)).toEqual([false, true]);
    expect(trust.of(at('src/other')).source).toBe(trust.path);
  });
});

describe('our file', () => {
  test.each(['', '{', '[]', '{ "/x": "TRUST" }', '{ "/x": "TRUST_FOLDER" } x'])(
    'if damaged (%s), trusts nothing, not even by the file of Gemini CLI, and is not overwritten',
    (text) => {
      write(trust.path, text);
      write(theirs(), { [at('src/ws')]: 'TRUST_FOLDER' });
      const hint = 'Correct or remove the file. Until then, no folder is trusted';
      for (const act of [trust.of, trust.add, trust.remove, trust.list])
        expect(() => act(at('src/ws'))).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID', hint }));
      expect(readFileSync(trust.path, 'utf8')).toBe(text);
    },
  );

  test('is damaged if it is a folder, and a failed write says what to check', () => {
    mkdirSync(trust.path, { recursive: true });
    expect(() => trust.of(at('src/ws'))).toThrow(/cannot read this file \(EISDIR\)/);
    rmSync(at('home/.bowline'), { recursive: true });
    writeFileSync(at('home/.bowline'), 'a file');
    expect(() => trust.add(at('src/ws'))).toThrow(expect.objectContaining({ code: 'STORE_FAILED' }));
  });
});
