import { calls, runs, times, type Step, type TranscriptClass } from './transcript.ts';
import type { Dice } from '../shared/dice.ts';

const turns = (count: number, make: (n: number) => readonly Step[]): readonly Step[] => times(count, make).flat();
const again = (count: number, step: Step): readonly Step[] => times(count, () => step);
const misses = (instruction: string, dice: Dice): Step =>
  calls(
    'replace',
    { file_path: 'src/a.ts', instruction, old_string: `const a = 1`, new_string: 'const a = 2' },
    { result: `No match for old_string in src/a.ts; nearest is line ${dice.roll(1, 90)}.`, isError: true },
  );
const swaps = (from: string, to: string): Step =>
  calls(
    'replace',
    { file_path: 'src/a.ts', instruction: `Use ${to}`, old_string: from, new_string: to },
    'Changed src/a.ts: 1 replacement.',
  );
const tests = (dice: Dice): Step =>
  runs(
    'npm test',
    `FAIL a.test.ts\n  expected 1 to be 2\nTime: ${dice.roll(2, 9)}.${dice.roll(10, 99)} s\nExit code: 1`,
    { ms: dice.roll(2500, 9000) },
  );
const reads = (path: string, text: string): Step => calls('read_file', { file_path: path }, text);
const work = (dice: Dice, count: number): readonly Step[] => times(count, () => reads(dice.path(), dice.paragraph(3)));
const stamp = (dice: Dice): string =>
  `2026-03-0${dice.roll(1, 9)}T1${dice.roll(0, 9)}:${dice.roll(10, 59)}:${dice.roll(10, 59)}.${dice.roll(100, 999)}Z`;

const exact: readonly TranscriptClass[] = [
  ['the same read', (dice) => again(30, reads('src/a.ts', dice.paragraph(5)))],
  ['the same read of much', (dice) => again(30, reads('big.log', dice.paragraph(500)))],
  ['the same command', () => again(30, runs('ls', 'a.ts b.ts'))],
  ['the same command without output', () => again(30, runs('true', '(no output)'))],
  ['a call without arguments', () => again(30, calls('list_tasks', {}, 'none'))],
  [
    'the same file written',
    (dice) => again(30, calls('write_file', { file_path: 'a.ts', content: dice.paragraph(20) }, 'Wrote a.ts.')),
  ],
  ['the same search', (dice) => again(30, calls('grep_search', { pattern: dice.word() }, 'No matches.'))],
  [
    'arguments in another order',
    () =>
      times(30, (n) =>
        calls('read_file', n % 2 === 0 ? { file_path: 'a', limit: 5 } : { limit: 5, file_path: 'a' }, 'text'),
      ),
  ],
  [
    'the same calls in one step',
    () =>
      times(20, () => ({
        calls: times(3, () => ({ name: 'glob', args: { pattern: '*.ts' }, result: 'a.ts', isError: false, ms: 9 })),
      })),
  ],
  ['with words before each', (dice) => times(30, () => ({ ...reads('src/a.ts', 'text'), text: dice.sentence() }))],
  ['two in turns', (dice) => turns(30, () => [reads('src/a.ts', 'one'), reads('src/b.ts', dice.pick(['two']))])],
  [
    'three in turns',
    () => turns(30, () => [reads('a', 'one'), runs('ls', 'a b'), calls('glob', { pattern: '*' }, 'a\nb')]),
  ],
  ['five in turns', () => turns(30, () => times(5, (n) => reads(`src/${n}.ts`, `text ${n}`)))],
  ['eight in turns', () => turns(30, () => times(8, (n) => reads(`src/${n}.ts`, `text ${n}`)))],
  [
    'the same after much good work',
    (dice) => [...work(dice, 60), ...again(30, runs('git status', 'nothing to commit'))],
  ],
  [
    'three in turns after much good work',
    (dice) => [...work(dice, 40), ...turns(30, () => [reads('a', 'one'), runs('ls', 'a b'), runs('pwd', '/home')])],
  ],
  ['there and back', () => turns(30, () => [swaps('one', 'two'), swaps('two', 'one')])],
  [
    'there and back with a slow test',
    (dice) => turns(30, () => [swaps('one', 'two'), tests(dice), swaps('two', 'one'), tests(dice)]),
  ],
  [
    'there and back by way of a third',
    () => turns(30, () => [swaps('one', 'two'), swaps('two', 'three'), swaps('three', 'one')]),
  ],
];

const near: readonly TranscriptClass[] = [
  ['the same edit that fails', (dice) => times(30, () => misses('Set it to 2', dice))],
  ['the same edit that fails, explained anew', (dice) => times(30, () => misses(dice.sentence(), dice))],
  [
    'a read and the edit that fails',
    (dice) => turns(30, () => [reads('src/a.ts', 'const b = 1'), misses(dice.sentence(), dice)]),
  ],
  [
    'a command described anew',
    (dice) =>
      times(30, () =>
        calls(
          'run_shell_command',
          { command: 'npm run build', description: dice.sentence() },
          'error TS2304\nExit code: 2',
        ),
      ),
  ],
  [
    'an error with a time',
    (dice) =>
      times(30, () =>
        calls('fetch_page', { url: 'https://x.test' }, { result: `${stamp(dice)} request failed`, isError: true }),
      ),
  ],
  [
    'an error with an id',
    (dice) =>
      times(30, () =>
        calls(
          'create_ticket',
          { title: 'x' },
          {
            result: `Forbidden (request ${dice.hex(8)}-${dice.hex(4)}-${dice.hex(4)}-${dice.hex(4)}-${dice.hex(12)})`,
            isError: true,
          },
        ),
      ),
  ],
  [
    'an error with a duration',
    (dice) =>
      times(30, () =>
        calls(
          'run_query',
          { sql: 'select 1' },
          { result: `failed after ${dice.roll(1, 9)}.${dice.roll(10, 99)}s`, isError: true },
        ),
      ),
  ],
  [
    'an error with a counter',
    () =>
      times(30, (n) =>
        calls('run_query', { sql: 'select 1' }, { result: `connection ${1000 + n} refused`, isError: true }),
      ),
  ],
  [
    'a failing command with times',
    (dice) =>
      times(30, () =>
        runs('make', `${stamp(dice)} make: *** [all] Error 2 (pid ${dice.roll(1000, 9999)})\nExit code: 2`, {
          ms: 300,
        }),
      ),
  ],
  [
    'a failing command with numbers',
    (dice) => times(60, () => runs('./run.sh', `worker ${dice.roll(100, 999)} crashed\nExit code: 1`, { ms: 300 })),
  ],
  ['a slow test that fails the same', (dice) => times(60, () => tests(dice))],
  [
    'a slow test that fails the same, and a look',
    (dice) => turns(60, () => [tests(dice), reads('src/a.ts', 'const a = 1')]),
  ],
  [
    'a counter in the arguments of what fails',
    () =>
      times(60, (n) =>
        calls('fetch_page', { url: 'https://x.test', attempt: n }, { result: `attempt ${n} failed`, isError: true }),
      ),
  ],
  ['a success with a time', (dice) => times(60, () => runs('./check.sh', `${stamp(dice)} nothing to do`))],
  ['a success with an id', (dice) => times(60, () => runs('./check.sh', `nothing to do (run ${dice.hex(12)})`))],
  ['ever new results of one call', (dice) => times(150, () => runs('fortune', dice.sentence()))],
  [
    'ever new results of two calls',
    (dice) => turns(150, () => [runs('fortune', dice.sentence()), runs('cowsay', dice.sentence())]),
  ],
  [
    'waiting for what never comes',
    () => times(120, () => runs('sleep 10; cat done.txt', 'cat: done.txt: No such file or directory', { ms: 10_010 })),
  ],
  ['a slow success without end', () => times(120, () => runs('make all', 'up to date', { ms: 4000 }))],
  ['a status that never changes', () => times(120, () => calls('get_task_status', { id: 't1' }, 'queued'))],
];

/** Calls that make no progress. */
export const loopingCalls: readonly TranscriptClass[] = [...exact, ...near];
