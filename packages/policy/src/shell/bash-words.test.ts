import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createCounts } from './syntax/cursor.ts';
import { readCommands } from './syntax/read-commands.ts';
import type { ShellWord } from './syntax/shell-word.ts';
import { openShellReader } from './open-shell-reader.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});
const folder = mkdtempSync(join(tmpdir(), 'bl-words-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Pieces of words: plain, quoted in each way, and with expansions. Some are refused, which is fine. */
const piece = fc.oneof(
  fc.constantFrom(...'abcxyzAB019_-+=:,./%@^#]}'.split('')),
  fc.constantFrom(
    '..',
    '{}',
    '{a}',
    '[',
    '*',
    '?',
    '~',
    '!',
    '{',
    '$',
    '\\ ',
    "\\'",
    '\\"',
    '\\$',
    '\\\\',
    '\\*',
    '\\a',
    '\\;',
  ),
  fc.constantFrom("''", "'a b'", "'$x'", "'\\'", `'"'`, "'\n'", "'`'", "'é'"),
  fc.constantFrom(
    '""',
    '"a b"',
    '"\\""',
    '"\\\\"',
    '"\\$x"',
    '"\\a"',
    '"a$"',
    '"$ "',
    `"'"`,
    '"\n"',
    '"é"',
    '"!"',
    '"$/"',
  ),
  fc.constantFrom('$x', '"$x"', '${y}', '"${y}z"', '$empty', '"$empty"', '$HOME', '"$HOME"/a', '$?', '"$?"', '$none'),
  fc.constantFrom("$'a'", "$'\\t'", "$'\\''", "$'\\\\'", '$(echo q)', '"$(echo q r)"', "a'b'", '"c"d'),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const redirection = fc.constantFrom('2>&1', '>/dev/null', '2>/dev/null', '</dev/null', '2>&-', '&>/dev/null');
const given = fc.constantFrom('"$f"', 'a$f', '<(echo q)');
const argument = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 1, arbitrary: redirection },
  { weight: 1, arbitrary: given },
);
const simple = fc
  .tuple(fc.constantFrom('show', "'show'", 's\\how', 'CI=1 show', '! show'), fc.array(argument, { maxLength: 5 }))
  .map(([program, args]) => [program, ...args].join(' '));
const joiner = fc.constantFrom(' && ', ' ; ', ' | ', '\n', ' & ', ' |& ', ' # a\n', ' \\\n && ');
const around: ((all: string) => string)[] = [
  (all) => all,
  (all) => `(${all})`,
  (all) => `{ ${all}\n}`,
  (all) => `for f in a 'b c' "$x"; do ${all}\ndone`,
];
const line = fc
  .tuple(simple, fc.array(fc.tuple(joiner, simple), { maxLength: 3 }), fc.constantFrom(...around))
  .map(([first, rest, surround]) => surround(first + rest.map(([join, next]) => join + next).join('')));

/** Runs lines in Bash in which every program is `show`, and returns the words that each call received. */
function runInBash(lines: readonly string[]): readonly (readonly (readonly string[])[])[] {
  const folders = lines.map((text, index) => {
    const place = join(folder, String(index));
    mkdirSync(place);
    writeFileSync(join(folder, `${index}.sh`), text);
    return place;
  });
  // One file per call, because calls run concurrently. A background call in a subshell may arrive late.
  const script = `
    show() { printf '%s\\0' "$@" $'\\1' > "$out/$BASHPID.$SRANDOM"; }
    x='p q'; y='*.none'; empty=
    touch -- a b.x -c 'd e'
    for out in "$@"; do (set --; . "$out.sh"; wait) </dev/null >/dev/null 2>&1; done
    sleep 0.5`;
  const cwd = mkdtempSync(join(folder, 'files-'));
  spawnSync('bash', ['-c', script, 'bash', ...folders], { cwd, env: { HOME: '/home/me', PATH: '/usr/bin:/bin' } });
  return folders.map((place) =>
    readdirSync(place).map((call) => readFileSync(join(place, call), 'utf8').split('\0').slice(0, -2)),
  );
}

/** Whether the words that a program received can result from the words that were read. */
function canBe(read: readonly ShellWord[], got: readonly string[]): boolean {
  const [first, ...rest] = read;
  if (first === undefined) return got.length === 0;
  const isLike = (text: string | undefined): boolean => {
    if (text === undefined) return false;
    if (first.yields === 'exact') return text === first.text;
    if (['/', '0'].some((mark) => first.prefix.endsWith(mark))) return text.startsWith(first.prefix.slice(0, -1));
    return text.startsWith(first.prefix);
  };
  if (first.yields !== 'many') return isLike(got[0]) && canBe(rest, got.slice(1));
  for (let taken = 0; taken <= got.length; taken += 1) {
    if (canBe(rest, got.slice(taken))) return true;
    if (!isLike(got[taken])) return false;
  }
  return false;
}

test('Bash passes programs the words that were read, on 1,000 generated lines that are understood', () => {
  const lines = fc
    .sample(line, { seed: 20_260_401, numRuns: 6000 })
    .filter((text) => reader.read(text).kind === 'understood');
  const chosen = lines.slice(0, 1000);
  expect(chosen.length).toBe(1000);
  const calls = runInBash(chosen);
  for (const [index, text] of chosen.entries()) {
    const read = readCommands(text, 'bash', createCounts());
    const shown = read.kind === 'read' ? read.commands.filter(({ words }) => words[0]?.text === 'show') : [];
    const commands = shown.map(({ words }) => words.slice(1));
    const got = calls[index] ?? [];
    const missing = commands.filter((words) => !got.some((call) => canBe(words, call)));
    const unread = got.filter((call) => !commands.some((words) => canBe(words, call)));
    const isCut = text.includes('! show'); // a failed command keeps those after && from running
    expect({ text, missing: isCut ? [] : missing, unread }).toEqual({ text, missing: [], unread: [] });
  }
}, 60_000);
