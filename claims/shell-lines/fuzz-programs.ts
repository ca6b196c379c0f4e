import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program to build lines from. */
export interface FuzzProgram {
  /** Its words before the options, such as `git log`. */
  readonly words: string;
  /** Options from its own help, with `=` if they take a value. */
  readonly options: readonly string[];
  /** Plausible operands. */
  readonly operands: readonly string[];
}

const FILES = 'a.txt b.txt src/c.ts data.json docs/n.md src/sub/d.js'.split(' ');
const JQ = ['.', '.a.b', 'keys', '.a|length', 'env', '$ENV', 'input_filename', 'import "a" as $b; .'].map(quote);
const AWK = [
  '{print $1}',
  'NR>1',
  '{print > "new"}',
  'BEGIN{system("touch new")}',
  'END{print NR}',
  '{print ENVIRON["A"]}',
];
const SED = ['p', '1,2p', '$d', 's/a/b/g', 'w new', '1e touch new', 's/a/touch new/e', 'r .env', 'y/ab/ba/', 'q'].map(
  quote,
);
const GIT = 'HEAD HEAD~1 main other v1 a.txt -- show expire user.name core.pager touch HEAD:a.txt origin'.split(' ');
const NUMBERS = '1 2 5 10 +2 -3'.split(' ');
const EXPRESSIONS = ['a', "'^b'", '1', "'a|b'", 'x', ...FILES, '.', 'src'];

const GROUPS: readonly (readonly [names: string, operands: readonly string[]])[] = [
  ['cat tac head tail cmp od nl rev paste join comm fold fmt expand unexpand cut pr tsort', [...FILES, ...NUMBERS]],
  ['ls stat df readlink realpath du tree', [...FILES, '.', 'src', 'link', 'docs']],
  ['cksum sum md5sum sha1sum sha224sum sha256sum sha512sum b2sum shasum', [...FILES, 'paths.txt']],
  ['hexdump xxd strings base64 file', [...FILES, 'new', '@a.txt', ...NUMBERS]],
  ['diff', [...FILES, 'src', 'docs', '.']],
  ['wc sort uniq shuf iconv column bc', [...FILES, 'new', 'paths0.txt', 'utf8', ...NUMBERS]],
  ['tr seq numfmt colrm basename dirname pathchk echo', [...NUMBERS, 'a', 'b', 'a-z', 'A-Z', 'src/c.ts']],
  ['jq', [...JQ, ...FILES]],
  ['awk gawk mawk', [...AWK.map(quote), ...FILES, 'x=1']],
  ['sed', [...SED, ...FILES]],
  ['grep egrep fgrep rg', EXPRESSIONS],
  [
    'find',
    [
      '.',
      'src',
      '-name',
      "'*.ts'",
      '-type',
      'f',
      '-print',
      '-delete',
      '-exec',
      'cat',
      '{}',
      '+',
      "';'",
      'wc',
      '-o',
      '-fprint',
      'new',
    ],
  ],
  ['zcat xzcat bzcat gzip gunzip bzip2 xz zstd', ['k.gz', 'k.xz', 'k.bz2', 'k.zst', 'a.txt']],
  ['tar', ['t.tar', 'tf', 'tvf', 'xf', 'cf', 'a.txt', 'new']],
  ['zipinfo unzip', ['z.zip', 'a.txt', 'new']],
  ['ps', ['aux', 'axe', 'e', 'ax', 'axeww', '1', 'w', 'u']],
  [
    'pgrep uname id groups date hostname env printenv which whoami nproc tty arch uptime free locale who users logname lscpu',
    ['sleep', 'root', '+%F', 'PATH', 'ls', ...NUMBERS],
  ],
  ['printf', ["'%s\\n'", 'a', "'%d'", '1']],
  ['test', ['-f', 'a.txt', '-d', 'src', '=', 'a', '!', '-v']],
  ['xargs', ['-a', 'paths.txt', 'cat', 'ls', 'echo', '-I{}', '{}', '-n1', '-0', 'wc']],
  ['timeout 5|nice|env|stdbuf -oL|command|time|xargs -a paths.txt', ['cat', 'ls', 'sort', 'wc', ...FILES]],
];

const GIT_COMMANDS =
  'status diff log show blame grep ls-files ls-tree rev-parse cat-file describe branch tag remote stash reflog config ' +
  'rev-list shortlog for-each-ref show-ref merge-base name-rev diff-tree check-ignore worktree count-objects';

/** Every known program on this machine, with the options that its own help names. */
export function findFuzzPrograms(env: NodeJS.ProcessEnv): readonly FuzzProgram[] {
  const plain = GROUPS.flatMap(([names, operands]) =>
    names
      .split(names.includes('|') ? '|' : ' ')
      .filter((name) => isThere(name.split(' ')[0] ?? '', env))
      .map((words): FuzzProgram => ({
        words,
        operands,
        options: optionsOf([words.split(' ')[0] ?? '', '--help'], env),
      })),
  );
  const git = GIT_COMMANDS.split(' ').map((name): FuzzProgram => {
    return { words: `git ${name}`, operands: GIT, options: optionsOf(['git', name, '-h'], env) };
  });
  return [...plain, ...git];
}

function isThere(name: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return (
    ['command', 'time', 'echo', 'printf', 'test'].includes(name) ||
    PATH.split(':').some((folder) => existsSync(join(folder, name)))
  );
}

/** The options in a program's help text, in any format. */
function optionsOf(argv: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const [program = '', ...args] = argv;
  const { stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: 5000, input: '', cwd: '/' });
  const found = `${stdout}\n${stderr}`.matchAll(/(?<![\w-])(--?[A-Za-z0-9][\w-]*)(\[?[= ]?[<A-Z][\w<>-]*)?/g);
  const names = [...found].map(([, name = '', value = '']) => (value === '' ? name : `${name}=`));
  return [...new Set(names)].filter((name) => name.length <= 30).slice(0, 150);
}

function quote(text: string): string {
  return `'${text}'`;
}
