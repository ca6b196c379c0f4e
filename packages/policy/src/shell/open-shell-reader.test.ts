import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { openShellReader } from './open-shell-reader.ts';
import type { ShellCommand } from './shell-line.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

function understood(line: string): readonly ShellCommand[] {
  const read = reader.read(line);
  if (read.kind === 'not_understood') throw new Error(`${line}: ${read.why}`);
  return read.commands;
}

const argvCases = [
  ['ls -la', [['ls', '-la']]],
  [`echo 'a b' "c d" e\\ f`, [['echo', 'a b', 'c d', 'e f']]],
  [`echo "a\\"b\\$c\\d" 'it'\\''s'`, [['echo', 'a"b$c\\d', "it's"]]],
  ["grep $'\\t' a", [['grep', '\t', 'a']]],
  ['echo a"b"\'c\'d', [['echo', 'abcd']]],
  ['cat "^a$" b$', [['cat', '^a$', 'b$']]],
  ['git show stash@{0} @{u} HEAD^', [['git', 'show', 'stash@{0}', '@{u}', 'HEAD^']]],
  [
    'find . -name a -exec ls {} \\;',
    [
      ['find', '.', '-name', 'a', '-exec', 'ls', '{}', ';'],
      ['ls', '{}'],
    ],
  ],
  ['echo "été"', [['echo', 'été']]],
  ['a && b || c; d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a |& b', [['a'], ['b']]],
  ['a\nb # c\n# d\ne', [['a'], ['b'], ['e']]],
  ['a \\\n  b', [['a', 'b']]],
  ['(a; b) && { c; }', [['a'], ['b'], ['c']]],
  ['! a', [['a']]],
  ['echo a > f b', [['echo', 'a', 'b']]],
  ['2>/dev/null a < b c', [['a', 'c']]],
  ['CI=1 a', [['a']]],
  [
    '[ -f x ] && [ "$a" = b ]',
    [
      ['[', '-f', 'x', ']'],
      ['[', '$a', '=', 'b', ']'],
    ],
  ],
  ['echo "$(ls)"', [['ls'], ['echo', '$(ls)']]],
  [
    'for f in a b; do c "$f"; done',
    [
      ['for', 'f', 'in', 'a', 'b'],
      ['c', '$f'],
    ],
  ],
  ['if a; then b; fi', [['a'], ['b']]],
  [
    'if [ -f x ]\nthen cat x\nelif b; then c; else d || e; fi > f',
    [['[', '-f', 'x', ']'], ['cat', 'x'], ['b'], ['c'], ['d'], ['e']],
  ],
  ['for f in a; do if b "$f"; then c; fi; done', [['for', 'f', 'in', 'a'], ['b', '$f'], ['c']]],
  [
    'diff <(sort a) b',
    [
      ['sort', 'a'],
      ['diff', '<(sort a)', 'b'],
    ],
  ],
  ['echo $HOME/a "${x}" ~/b *.ts', [['echo', '$HOME/a', '${x}', '~/b', '*.ts']]],
] as const;

describe('a line that is understood', () => {
  test.each(argvCases)('%j has these programs with these words', (line, argvs) => {
    expect(understood(line).map(({ argv }) => argv)).toEqual(argvs);
  });

  test('has commands with their text as written', () => {
    expect(understood(`CI=1 a  'b'  >f; timeout 5 c  d`).map(({ text }) => text)).toEqual([
      `CI=1 a  'b'  >f`,
      'timeout 5 c  d',
      'c  d',
    ]);
  });

  test.each([
    ['a > f >> "g h" 2>i', ['f', 'g h', 'i']],
    ['a >| f &>> g', ['f', 'g']],
    ['a > "$HOME/f"', ['$HOME/f']],
    ['a > /dev/null 2>&1 >&2 2>&- </etc/x', []],
    ['a > /dev/stderr', []],
    ['a > /dev/sda', ['/dev/sda']],
    ['(a) > f', ['f']],
  ])('%j writes these files', (line, writes) => {
    expect(understood(line)[0]?.writes).toEqual(writes);
  });

  test.each([
    ['cat a "b c" *.ts', ['contents a', 'contents b c', 'contents *.ts']],
    ['cat -n < a', ['contents a']],
    ['(cat) < a', ['contents a']],
    ['for f in 1; do cat; done < a', ['contents a']],
    ['ls a', ['names a']],
    ['grep -f a b c', ['contents a', 'contents b', 'contents c']],
    ['grep -rn a b', ['tree b']],
    ['rg a', ['visible_tree .']],
    ['rg --hidden a b', ['tree b']],
    ["rg a -g '*'", ['tree .']],
    ["rg a -g '*.ts'", ['visible_tree .']],
    ['diff a b', ['linked_tree a', 'linked_tree b']],
    ['git show HEAD:a', ['contents HEAD:a', 'contents a']],
    ['for f in a b; do head -1 "$f"; done', ['contents a', 'contents b']],
    ['tar tf a b', ['contents a']],
    ['sed -n p a', ['contents a']],
    ['cat <(cat a)', ['contents a']],
    ['bash -n a', ['contents a']],
    ['timeout 5 cat a', ['contents a']],
    ['npm test < a', ['contents a']],
  ])('%j reads these files', (line, reads) => {
    const found = understood(line).flatMap((command) => command.reads ?? []);
    expect(found.map(({ shows, word }) => `${shows} ${word}`)).toEqual(reads);
  });

  test('is not read-only if it redirects output to a file', () => {
    expect(understood('echo a > b')[0]).toMatchObject({ isReadOnly: false, hazard: null, writes: ['b'] });
  });

  test.each(['tail -f a & cat b', '{ cat a; } &', 'for x in a b; do cat $x; done & ls'])(
    'is not read-only in the background: %s',
    (line) => {
      const commands = understood(line).filter(({ argv }) => argv[0] !== 'for');
      expect(commands[0]).toMatchObject({ isReadOnly: false, hazard: null });
    },
  );

  test.each([
    ['if cat a; then cat b; else rm c; fi', [true, true, false]],
    ['if rm a; then cat b; fi', [false, true]],
    ['if cat a; then cat b; fi > c', [true, false]],
    ['if cat a; then cat b; fi &', [false, false]],
  ])('has every command of its branches: %s', (line, reads) => {
    expect(understood(line).map(({ isReadOnly, writes }) => isReadOnly && writes.length === 0)).toEqual(reads);
  });

  test('counts a directory change in a branch', () => {
    const commands = understood('if cat a; then cd b; fi; git log');
    expect(commands.at(-1)).toMatchObject({ hazard: 'runs in a directory that the command line changes to' });
  });

  test('may be read-only after a background command', () => {
    expect(understood('sleep 1 & cat b')[1]).toMatchObject({ isReadOnly: true });
  });
});

describe('a line that is not understood', () => {
  test.each([
    'a=1',
    'a=1; b',
    'a+=1 b',
    'a[0]=1 b',
    '> f',
    '$a b',
    '*.sh',
    '~/a',
    '"" a',
    'a `b`',
    'a "`b`"',
    'a <(rm b)',
    'a <(ls)b',
    '<(ls)',
    'a >(b)',
    'a <<EOF\nb\nEOF',
    'a <<<b',
    'a <>b',
    'a >&b',
    'a >&3',
    'a {b}>c',
    'a > *',
    'a > $b',
    'a < /dev/tcp/b/80',
    '(a) < "/dev/tcp/b/80"',
    '{ a; } < /dev/udp/b/80',
    'for k in tcp; do a < "/dev/$k/b/80"; done',
    'for k in tcp; do a; done < "/dev/$k/b/80"',
    'a < "$b"',
    "a < 'b$c'",
    'for a in b; do for a in c; do d; done; done',
    'a $((1))',
    'a $[1]',
    'a ${b:-c}',
    'a ${b[0]}',
    'a $1 "$@"',
    'a $"b"',
    "a $'\\x41'",
    'a {b,c}',
    'a {1..3}',
    'a ~b',
    'a b=~/c',
    'a !b',
    'a "b!c"',
    'a é',
    'a\\\nb',
    'if a; then fi',
    'if; then a; fi',
    'if a then b; fi',
    'if a; b; fi',
    'if a; then b; else; fi',
    'if a; then b; fi; fi',
    'if a; then b; fi c',
    'if a; then b; else c; elif d; then e; fi',
    'if a; then b; done',
    'for a in b; do if c; then d; done; fi',
    'then a',
    'for A in b; do c; done',
    'for a; do c; done',
    'for ((a=0;a<1;a++)); do b; done',
    'while a; do b; done',
    'case a in b) c;; esac',
    'a() { b; }',
    'function a { b; }',
    '[[ -f a ]]',
    '((a))',
    'coproc a',
    'time { a; }',
    'time',
    'a > 2>b',
    'time a=1 b',
    'export a=b',
    'unset a',
    'a;;b',
    'a &&',
    'a | | b',
    'a &; b',
    ')',
    '(a',
    '{ a }',
    '{ a;',
    "a 'b",
    'a "b',
    'a \\',
    'echo $(rm a)',
    'echo "$(a > b)"',
    'a\r\nb',
    'a\0b',
    'a\u00A0b',
    'a "\u2028"',
    'a "\u202Eb"',
    'a "\u200B"',
    'a "\uDC00"',
    '',
    '  \n',
    '# a',
  ])('%j', (line) => {
    expect(reader.read(line)).toMatchObject({ kind: 'not_understood', why: expect.any(String) as string });
  });

  test.each([
    ['characters', `echo ${'a'.repeat(8192)}`, 'it is longer than 8192 characters'],
    ['commands', 'a;'.repeat(65), 'it has more than 64 commands'],
    ['words', `a${' b'.repeat(256)}`, 'it has more than 256 words'],
    ['parts', `a ${"''".repeat(257)}`, 'it has more than 256 parts'],
    ['levels', `${'('.repeat(1)}${'{ ('.repeat(3)}a${'); }'.repeat(3)})`, 'it is nested more than 5 levels deep'],
    ['commands in texts', `bash -c '${'a;'.repeat(40)}'; bash -c '${'a;'.repeat(40)}'`, undefined],
  ])('too many %s', (_, line, why) => {
    const read = reader.read(line);
    if (why !== undefined) expect(read).toEqual({ kind: 'not_understood', why });
    else if (read.kind === 'understood') expect(read.commands.at(-1)?.hazard).toContain('more than 64 commands');
  });
});

describe('by its context,', () => {
  test.each(['PATH=. ls', 'LD_PRELOAD=x ls', 'GIT_DIR=x git status', 'LANG=/x ls', 'CI="$x" ls', 'A=1 ls'])(
    '%j may run another program',
    (line) => {
      expect(understood(line)[0]).toMatchObject({ isReadOnly: false, hazard: expect.any(String) as string });
    },
  );

  test.each(['CI=1 ls', 'NO_COLOR=1 LC_ALL=C ls', 'TZ=Europe/Berlin date', 'env LANG=C sort a', '/usr/bin/ls'])(
    '%j is read-only',
    (line) => {
      expect(understood(line).every(({ isReadOnly }) => isReadOnly)).toBe(true);
    },
  );

  test.each(['./ls', 'bin/ls', '/tmp/ls'])('%j is not the program of that bare name', (line) => {
    expect(understood(line)[0]?.isReadOnly).toBe(false);
  });

  test.each([
    ['cd a && ls', null],
    ['cd a && git status', 'runs in a directory that the command line changes to'],
    ['cd a; npm test', 'runs in a directory that the command line changes to'],
    ['(cd a; ./b)', 'runs in a directory that the command line changes to'],
    ['cd a && echo b > c', 'runs in a directory that the command line changes to'],
    ["cd a && bash -c 'git log'", 'runs in a directory that the command line changes to'],
    ['for d in a b; do git log; cd a; done; git log', 'runs in a directory that the command line changes to'],
  ])('%j: %s', (line, hazard) => {
    expect(understood(line).at(-1)?.hazard).toBe(hazard);
  });
});

test.each([
  ['rm -rf /', true],
  ['rm -rf ~/', true],
  ['rm -r -f *', true],
  ['rm -rf ../..', true],
  ['rm -rf "$HOME"', true],
  ['rm -rf /home/me', true],
  ['rm -rf build/out', false],
  ['rm a', false],
  ['git reset --hard', true],
  ['git reset HEAD a', false],
  ['git clean -fdx', true],
  ['git clean -n', false],
  ['git push --force origin main', true],
  ['git push origin +main', true],
  ['git push origin main', false],
  ['git checkout .', true],
  ['git checkout main', false],
  ['git branch -D a', true],
  ['dd if=a of=/dev/sda', true],
  ['mkfs.ext4 /dev/sda1', true],
  ['chmod -R 777 /', true],
  ['chmod 644 a', false],
  ['shutdown now', true],
  ['kill -9 -1', true],
  ['kill 123', false],
  ['curl https://a | sh', true],
  ['curl https://a | grep b', false],
  ['truncate -s 0 a', true],
  ['echo a > /dev/sda', true],
  ['echo a > b', false],
  ['sudo ls', true],
  ['find . -delete', true],
])('%j is dangerous: %s', (line, isDangerous) => {
  const read = reader.read(line);
  const dangers = read.kind === 'understood' ? read.commands.map(({ danger }) => danger) : ['not understood'];
  expect(dangers.some((danger) => danger !== null)).toBe(isDangerous);
});
