import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HiddenFiles, type HidingPlaces } from './hidden-files.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  folder = join(root, 'work');
  mkdirSync(folder);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const at = (name: string): string => join(folder, name);
function put(name: string, content = ''): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}
function putAll(names: string): void {
  for (const name of names.split(' ')) put(name);
}
const shown = (path: string): string => path.slice(folder.length + 1);
function found(hidden: HiddenFiles, isKeyName?: (path: string) => boolean): readonly string[] {
  return hidden.find(isKeyName).paths.map(shown).toSorted();
}
const open = (change: Partial<HidingPlaces> = {}): HiddenFiles => new HiddenFiles({ folders: [folder], ...change });
const isEnv = (path: string): boolean => path.endsWith('.env');

describe('paths matched by rules', () => {
  const files =
    '.env src/.env src/a.ts docs/a.md docs/README.md secrets/a secrets/deep/b .git/x.env node_modules/p/.env';
  const cases: readonly [rules: string, paths: readonly string[]][] = [
    ['.env', ['.env', 'src/.env']],
    ['/.env', ['.env']],
    ['./src/.env', ['src/.env']],
    ['secrets/', ['secrets']],
    ['secrets', ['secrets']],
    ['secrets/**', ['secrets/a', 'secrets/deep']],
    ['*.md\n!README.md', ['docs/a.md']],
    ['docs/\n!docs/README.md', ['docs']],
    ['.ENV', ['.env', 'src/.env']],
    ['*.md\n!readme.md', ['docs/README.md', 'docs/a.md']],
    ['secret', []],
    ['# .env', []],
    ['*.env', ['.env', 'src/.env']],
    ['node_modules/p/.env', ['node_modules/p/.env']],
    ['node_modules/p/*.env', ['node_modules/p/.env']],
    ['node_modules', ['node_modules']],
    ['.git/x.env', ['.git/x.env']],
    ['.*', ['.env', '.git', 'src/.env']],
  ];

  test.each(cases)('%j hides %j', (rules, paths) => {
    putAll(files);
    put('.bowlineignore', rules);
    expect(found(open())).toEqual(paths);
    expect(open().find().isPartial).toBe(false);
  });

  test.each(cases)('%j is the reason for these paths and no others', (rules, paths) => {
    putAll(files);
    put('.bowlineignore', rules);
    const { reasonFor } = open().look();
    const isHidden = (name: string): boolean => paths.some((path) => name === path || name.startsWith(`${path}/`));
    // In these folders, a pattern that does not mention them hides the name only from tools.
    const inside = /^(?:\.git|node_modules)\//;
    for (const name of files.split(' '))
      if (isHidden(name) || !inside.test(name))
        expect([name, reasonFor(at(name)) !== undefined]).toEqual([name, isHidden(name)]);
  });

  test('nothing is hidden without an ignore file', () => {
    putAll(files);
    expect(open().find()).toEqual({ paths: [], repositories: [], isPartial: false });
    expect(open().look().reasonFor(at('.env'))).toBeUndefined();
  });

  test('the reason names the file and the line', () => {
    put('.geminiignore', '# keys\n\n*.pem\n');
    put('.bowlineignore', 'data/\n');
    const { reasonFor } = open().look();
    expect(reasonFor(at('a/b.pem'))).toEqual({ file: at('.geminiignore'), line: 3 });
    expect(reasonFor(at('data'))).toBeUndefined();
    expect(reasonFor(at('data/x'))).toEqual({ file: at('.bowlineignore'), line: 1 });
  });

  test('.bowlineignore takes precedence over .geminiignore, and neither hides itself', () => {
    putAll('a.key b.key');
    put('.geminiignore', '*');
    put('.bowlineignore', '!a.key');
    expect(found(open())).toEqual(['b.key']);
    expect(open().look().reasonFor(at('.bowlineignore'))).toBeUndefined();
  });

  test('each folder of a session has its own rules, and rules also apply in folders below', () => {
    put('.bowlineignore', 'x\nsub/y');
    put('sub/.bowlineignore', 'z');
    putAll('x y z sub/x sub/y sub/z');
    const hidden = open({ folders: [join(folder, 'sub'), folder] });
    expect(found(hidden)).toEqual(['sub/x', 'sub/y', 'sub/z', 'x']);
  });

  test('an ignore file at the top of the repository applies to a session in a subfolder', () => {
    put('.bowlineignore', '*.pem');
    putAll('.git/HEAD a.pem sub/b.pem');
    expect(found(open({ folders: [at('sub')], home: root }))).toEqual(['a.pem', 'sub/b.pem']);
    expect(found(open({ folders: [at('sub')], home: folder }))).toEqual([]);
    expect(found(open({ folders: [at('sub')] }))).toEqual([]);
  });

  test('a name in another Unicode normalization form is the same name', () => {
    put('.bowlineignore', 'caf\u{E9}');
    put('cafe\u{301}');
    expect(found(open())).toEqual(['cafe\u{301}']);
  });

  test('a link to an ignore file is followed, and a pipe is ignored', () => {
    writeFileSync(join(root, 'shared'), '*.pem');
    symlinkSync('../shared', at('.bowlineignore'));
    execFileSync('mkfifo', [at('.geminiignore')]);
    put('a.pem');
    expect(found(open())).toEqual(['a.pem']);
  });

  test('an unreadable ignore file hides everything from tools', () => {
    put('a');
    symlinkSync('.bowlineignore', at('.bowlineignore'));
    expect(open().look().reasonFor(at('a'))).toEqual({ file: at('.bowlineignore'), line: null });
    expect(open().find().isPartial).toBe(true);
  });

  test('an ignore file that is too large hides everything from tools', () => {
    put('a');
    put('.bowlineignore', '#'.repeat(1_000_001));
    expect(open().look().reasonFor(at('a'))).toEqual({ file: at('.bowlineignore'), line: null });
    expect(open().find().isPartial).toBe(true);
  });
});

describe('other names of hidden files', () => {
  test('a hard link is hidden with the file, in any folder', () => {
    put('.bowlineignore', '.env');
    put('.env');
    mkdirSync(at('pub'));
    linkSync(at('.env'), at('pub/copy'));
    put('pub/other');
    const hidden = open();
    expect(found(hidden)).toEqual(['.env', 'pub/copy']);
    const reason = { file: at('.bowlineignore'), line: 1, other: at('.env') };
    expect(hidden.look().reasonFor(at('pub/copy'))).toEqual(reason);
    expect(hidden.look().reasonFor(at('pub/other'))).toBeUndefined();
  });

  test('a hard link to a file in a hidden folder is hidden too', () => {
    put('.bowlineignore', 'secrets/');
    put('secrets/deep/a');
    linkSync(at('secrets/deep/a'), at('copy'));
    const hidden = open();
    expect(found(hidden)).toEqual(['copy', 'secrets']);
    expect(hidden.look().reasonFor(at('copy'))).toMatchObject({ other: at('secrets/deep/a') });
  });

  test('a name in node_modules is not listed itself, but its file is, so that a sandbox can find it', () => {
    put('.bowlineignore', 'secrets/');
    put('secrets/a');
    mkdirSync(at('node_modules/p'), { recursive: true });
    linkSync(at('secrets/a'), at('node_modules/p/a'));
    const hidden = open();
    expect(found(hidden)).toEqual(['secrets', 'secrets/a']);
    expect(hidden.look().reasonFor(at('node_modules/p/a'))).toMatchObject({ line: 1, other: at('secrets/a') });
  });

  test('the target of a hidden link is hidden too, but never a folder of the session', () => {
    put('.bowlineignore', 'link\ncurrent\nup\nout\ngone');
    put('real/a');
    symlinkSync('real', at('link'));
    symlinkSync('.', at('current'));
    symlinkSync('..', at('up'));
    symlinkSync('/etc/hostname', at('out'));
    symlinkSync('nothing', at('gone'));
    const hidden = open();
    expect(found(hidden)).toEqual(['real']);
    expect(hidden.look().reasonFor(at('real/a'))).toEqual({ file: at('.bowlineignore'), line: 1, other: at('link') });
    expect(hidden.look().reasonFor(at('other'))).toBeUndefined();
  });
});

describe('files whose names indicate keys', () => {
  test('are listed on request, and are not hidden from tools', () => {
    putAll('.env src/.env src/a.ts .git/x.env node_modules/p/.env');
    mkdirSync(at('venv.env'));
    symlinkSync('a.ts', at('src/link.env'));
    linkSync(at('.env'), at('hard'));
    const hidden = open();
    expect(found(hidden)).toEqual([]);
    expect(found(hidden, isEnv)).toEqual(['.env', 'hard', 'src/.env', 'src/a.ts']);
    expect(hidden.look().reasonFor(at('.env'))).toBeUndefined();
  });

  test('do not affect what is hidden from tools', () => {
    putAll('.env hidden');
    put('.bowlineignore', 'hidden');
    linkSync(at('.env'), at('hard'));
    const hidden = open();
    expect(found(hidden, isEnv)).toEqual(['.env', 'hard', 'hidden']);
    expect(hidden.look().reasonFor(at('hard'))).toBeUndefined();
    expect(found(hidden)).toEqual(['hidden']);
  });
});

/** Makes sure that later changes have a later time stamp. */
function letClockMove(): void {
  const ctime = (path: string): bigint => statSync(path, { bigint: true }).ctimeNs;
  do writeFileSync(join(root, 'clock'), '');
  while (ctime(join(root, 'clock')) <= ctime(at('src')));
}

describe('a repeated search', () => {
  const changes: readonly [title: string, change: () => void, paths: readonly string[]][] = [
    [
      'a new file',
      () => {
        put('src/new.key');
      },
      ['a.key', 'src/new.key'],
    ],
    [
      'a new folder',
      () => {
        put('src/deep/new.key');
      },
      ['a.key', 'src/deep/new.key'],
    ],
    [
      'a file that is renamed',
      () => {
        renameSync(at('src/b'), at('src/b.key'));
      },
      ['a.key', 'src/b.key'],
    ],
    [
      'a file that is gone',
      () => {
        unlinkSync(at('a.key'));
      },
      [],
    ],
    [
      'a file that is replaced by a folder',
      () => {
        unlinkSync(at('a.key'));
        put('a.key/x');
      },
      ['a.key'],
    ],
    [
      'a new hard link',
      () => {
        linkSync(at('a.key'), at('src/c'));
      },
      ['a.key', 'src/c'],
    ],
    [
      'another name that is replaced',
      () => {
        linkSync(at('a.key'), at('src/c'));
        renameSync(at('src/c'), at('src/b'));
      },
      ['a.key', 'src/b'],
    ],
    [
      'a rule more',
      () => {
        put('.bowlineignore', '*.key\nsrc/b');
      },
      ['a.key', 'src/b'],
    ],
    [
      'another rule of the same length',
      () => {
        put('.bowlineignore', 'src/b');
      },
      ['src/b'],
    ],
    [
      'no rules',
      () => {
        unlinkSync(at('.bowlineignore'));
      },
      [],
    ],
    [
      'rules of another file',
      () => {
        put('.geminiignore', 'src');
      },
      ['a.key', 'src'],
    ],
  ];

  test.each(changes)('sees %s, both immediately and much later', (_, change, paths) => {
    put('.bowlineignore', '*.key');
    putAll('a.key src/b');
    const far = new HiddenFiles({ folders: [folder] }, { now: () => Date.now() + 60_000 });
    const hidden = open();
    expect([found(hidden), found(far)]).toEqual([['a.key'], ['a.key']]);
    letClockMove();
    change();
    expect([found(hidden), found(far)]).toEqual([paths, paths]);
  });
});

test('a change within one tick of the file system clock is noticed', () => {
  put('.bowlineignore', '*.key');
  const hidden = open();
  for (let n = 0; n < 200; n += 1) {
    put(`${n}.key`);
    expect(hidden.find().paths).toHaveLength(n + 1);
  }
});

describe('a search limit', () => {
  test('is reported when reached, and literal paths beyond it are still found', () => {
    put('.bowlineignore', '*.key\ndeep/er/file');
    putAll('1 2 3 4 5 a.key deep/er/b.key deep/er/file');
    const hidden = new HiddenFiles({ folders: [folder] }, { mostEntries: 5 });
    expect(hidden.find()).toMatchObject({ paths: [at('a.key'), at('deep/er/file')], isPartial: true });
    expect(hidden.look().reasonFor(at('deep/er/b.key'))).toMatchObject({ line: 1 });
    expect(open().find()).toMatchObject({ isPartial: false });
  });
});
