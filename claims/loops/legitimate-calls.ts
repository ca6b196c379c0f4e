import { calls, runs, times, type Step, type TranscriptClass } from './transcript.ts';
import type { Dice } from '../shared/dice.ts';

const edits = (path: string, dice: Dice): Step =>
  calls(
    'replace',
    { file_path: path, instruction: 'Rename it', old_string: dice.name(), new_string: dice.name() },
    `Changed ${path}: 1 replacement.`,
  );
const reads = (path: string, dice: Dice): Step =>
  calls('read_file', { file_path: path }, dice.paragraph(dice.roll(3, 12)));
const failing = (dice: Dice, left: number): string =>
  `FAIL src/a.test.ts\n  expected ${dice.word()} to be ${dice.word()}\nTests: ${left} failed, ${90 - left} passed\nTime: ${dice.roll(1, 9)}.${dice.roll(10, 99)} s\nExit code: 1`;

/** Work that makes progress. */
const working: readonly TranscriptClass[] = [
  [
    'like edits over many files',
    (dice) =>
      times(dice.roll(10, 60), () => {
        const path = dice.path();
        return calls(
          'replace',
          { file_path: path, instruction: 'Rename it', old_string: 'oldName', new_string: 'newName' },
          `Changed ${path}: 1 replacement.`,
        );
      }),
  ],
  [
    'equal results of edits over many files',
    (dice) =>
      times(dice.roll(10, 60), () =>
        calls(
          'replace',
          { file_path: dice.path(), instruction: 'Rename it', old_string: 'oldName', new_string: 'newName' },
          'Changed: 1 replacement.',
        ),
      ),
  ],
  [
    'reading many files that are equal',
    (dice) => times(dice.roll(10, 60), () => calls('read_file', { file_path: dice.path() }, 'export {};\n')),
  ],
  [
    'paging through a file',
    (dice) =>
      times(dice.roll(10, 60), (n) =>
        calls('read_file', { file_path: 'big.log', offset: n * 200, limit: 200 }, dice.paragraph(8)),
      ),
  ],
  [
    'paging through equal pages',
    (dice) =>
      times(dice.roll(10, 40), (n) =>
        calls('read_file', { file_path: 'zeros.txt', offset: n * 200, limit: 200 }, '0\n'.repeat(200)),
      ),
  ],
  [
    'a next page by the very same call',
    (dice) => times(dice.roll(10, 50), (n) => calls('next_page', {}, `Page ${n + 1} of 60\n${dice.paragraph(3)}`)),
  ],
  [
    'a test that is fixed bit by bit',
    (dice) =>
      times(dice.roll(4, 20), (n) => [
        edits('src/a.ts', dice),
        runs('npm test', failing(dice, 40 - n), { ms: dice.roll(800, 9000) }),
      ]).flat(),
  ],
  [
    'a test that fails the same way after each other edit',
    (dice) => {
      const same = 'FAIL a.test.ts\n  expected 1 to be 2\nExit code: 1';
      return times(dice.roll(4, 20), () => [
        edits('src/a.ts', dice),
        runs('npm test', same, { ms: dice.roll(300, 5000) }),
      ]).flat();
    },
  ],
  [
    'read, edit, check, over many files',
    (dice) =>
      times(dice.roll(5, 30), () => {
        const path = dice.path();
        return [reads(path, dice), edits(path, dice), runs('npx tsc --noEmit', '(no output)', { ms: 4000 })];
      }).flat(),
  ],
  [
    'a status after each edit',
    (dice) =>
      times(dice.roll(5, 30), (n) => [
        edits(dice.path(), dice),
        runs('git status --short', times(n + 1, () => ` M ${dice.path()}`).join('\n')),
      ]).flat(),
  ],
  [
    'the same check after each edit, always well',
    (dice) =>
      times(dice.roll(5, 40), () => [
        edits(dice.path(), dice),
        runs('npm run lint', '(no output)', { ms: dice.roll(500, 3000) }),
      ]).flat(),
  ],
  [
    'reading a file again after each edit',
    (dice) => times(dice.roll(5, 30), () => [reads('src/a.ts', dice), edits('src/a.ts', dice)]).flat(),
  ],
  [
    'commits one by one',
    (dice) =>
      times(dice.roll(5, 30), () => [
        runs('git add -A', '(no output)'),
        runs(`git commit -m "${dice.sentence()}"`, `[main ${dice.hex(7)}] ${dice.word()}`),
      ]).flat(),
  ],
  ['searches', (dice) => times(dice.roll(10, 50), () => calls('grep_search', { pattern: dice.name() }, 'No matches.'))],
  [
    'listing many folders',
    (dice) =>
      times(dice.roll(10, 50), () =>
        calls('list_directory', { dir_path: `src/${dice.word()}/${dice.word()}` }, 'index.ts'),
      ),
  ],
  [
    'the same file read a few times',
    (dice) => times(dice.roll(2, 4), () => calls('read_file', { file_path: 'src/a.ts' }, 'export const a = 1;')),
  ],
  [
    'the same look between other work',
    (dice) =>
      times(dice.roll(6, 30), () => [
        runs('git diff --stat', '(no output)'),
        ...times(dice.roll(1, 3), () => reads(dice.path(), dice)),
      ]).flat(),
  ],
  [
    'many facts to remember',
    (dice) => times(dice.roll(6, 30), () => calls('save_memory', { fact: dice.sentence() }, 'Saved.')),
  ],
  [
    'a program that is stepped through',
    (dice) =>
      times(dice.roll(8, 45), (n) =>
        calls('debugger_step', {}, `stopped at main.c:${n + 10}\n${dice.word()} = ${dice.roll(0, 99)}`),
      ),
  ],
  [
    'a page that is scrolled',
    (dice) => times(dice.roll(8, 45), () => calls('browser_scroll', { direction: 'down' }, dice.paragraph(6))),
  ],
  [
    'a bisection',
    (dice) =>
      times(dice.roll(6, 14), (n) =>
        runs(
          'git bisect run-step',
          `Bisecting: ${2 ** (14 - n)} revisions left to test after this (roughly ${14 - n} steps)\n[${dice.hex(40)}] ${dice.sentence()}`,
        ),
      ),
  ],
  [
    'equal calls at a person’s wish',
    (dice) => times(dice.roll(8, 20), () => [{ isPerson: true }, runs('npm test', 'all passed')]).flat(),
  ],
  [
    'different calls with prose in between',
    (dice) => times(dice.roll(10, 40), () => ({ ...reads(dice.path(), dice), text: 'Let me look at the next file.' })),
  ],
  [
    'files that were thought to be there',
    (dice) =>
      times(dice.roll(5, 30), () => {
        const path = dice.path();
        return calls('read_file', { file_path: path }, { result: `${path} does not exist.`, isError: true });
      }),
  ],
  [
    'numbered files, until there is none',
    (dice) => [
      ...times(dice.roll(8, 40), (n) => calls('read_file', { file_path: `part-${n}.md` }, dice.paragraph(2))),
      calls('read_file', { file_path: 'part-41.md' }, { result: 'part-41.md does not exist.', isError: true }),
    ],
  ],
  [
    'ports that are tried',
    (dice) =>
      times(dice.roll(4, 12), (n) =>
        runs(
          `curl -s localhost:${3000 + n}`,
          `curl: (7) Failed to connect to localhost port ${3000 + n}\nExit code: 7`,
        ),
      ),
  ],
];

/** Work that waits. */
const waiting: readonly TranscriptClass[] = [
  [
    'polling with a sleep, always the same',
    (dice) => times(dice.roll(6, 45), () => runs('sleep 30 && gh run view 17', 'in_progress', { ms: 30_500 })),
  ],
  [
    'a sleep and a look in turns',
    (dice) =>
      times(dice.roll(6, 40), () => [
        runs(`sleep 10`, '(no output)', { ms: 10_020 }),
        runs('kubectl get pods', 'web-1   0/1   ContainerCreating'),
      ]).flat(),
  ],
  [
    'a sleep and two looks in turns',
    (dice) =>
      times(dice.roll(6, 40), () => [
        runs('sleep 5', '(no output)', { ms: 5010 }),
        runs('tail -3 build.log', 'linking'),
        runs('ls dist', '(no output)'),
      ]).flat(),
  ],
  [
    'a slow look, always the same',
    (dice) => times(dice.roll(6, 45), () => runs('gh run view 17', 'in_progress', { ms: dice.roll(2100, 4000) })),
  ],
  [
    'a slow look with times',
    (dice) =>
      times(dice.roll(6, 45), (n) =>
        runs('gh run view 17', `in_progress (${n * 12}s elapsed)`, { ms: dice.roll(2100, 4000) }),
      ),
  ],
  [
    'a look that is slow most of the time',
    (dice) =>
      times(dice.roll(6, 25), () => runs('terraform show -json plan', 'pending', { ms: dice.roll(1700, 3500) })),
  ],
  ['a progress that goes on', (dice) => times(dice.roll(8, 50), (n) => runs('cat progress.txt', `progress ${n * 2}%`))],
  [
    'a quick look with times',
    (dice) => times(dice.roll(4, 13), (n) => runs('cat status.txt', `still running after ${n * 9} s`)),
  ],
  [
    'a job that advances',
    (dice) =>
      times(dice.roll(8, 45), (n) =>
        calls('get_job', { id: 'j1' }, `{"state":"running","done":${n * 17},"total":900}`),
      ),
  ],
  [
    'a job that is not ready, as an error',
    (dice) =>
      times(dice.roll(8, 45), (n) =>
        calls('get_report', { id: 'r1' }, { result: `not ready: ${n + 1} of 50 parts`, isError: true }),
      ),
  ],
  [
    'a tool that tells a status',
    (dice) => times(dice.roll(6, 45), () => calls('get_task_status', { id: 't1' }, 'running')),
  ],
  [
    'a tool that waits',
    (dice) =>
      times(dice.roll(6, 45), () => calls('browser_wait_for', { text: 'Done' }, { result: 'not there yet', ms: 1000 })),
  ],
  [
    'a deployment that is watched',
    (dice) =>
      times(dice.roll(6, 45), () =>
        runs(
          'kubectl rollout status deploy/web --timeout=1s',
          'Waiting for deployment "web" rollout to finish: 1 old replicas are pending',
          { ms: 1100 },
        ),
      ),
  ],
  [
    'a log that is followed',
    (dice) => times(dice.roll(6, 45), () => runs('timeout 1 tail -f app.log', 'idle', { ms: 1010 })),
  ],
  [
    'a loop that waits in the shell',
    (dice) =>
      times(dice.roll(6, 40), () =>
        runs('for i in 1 2 3; do sleep 0.5; curl -s localhost:80; done', 'connection refused\nExit code: 7', {
          ms: 1600,
        }),
      ),
  ],
  [
    'retries that succeed',
    (dice) => [
      ...times(dice.roll(1, 3), () =>
        runs(
          'npm install',
          `npm error network ETIMEDOUT after ${dice.roll(10, 60)}.${dice.roll(10, 99)} s\nExit code: 1`,
          { ms: 60_000 },
        ),
      ),
      runs('npm install', 'added 300 packages', { ms: 20_000 }),
    ],
  ],
  [
    'slow retries that succeed late',
    (dice) => [
      ...times(dice.roll(4, 12), () =>
        runs('npm install', 'npm error network ETIMEDOUT\nExit code: 1', { ms: 60_000 }),
      ),
      runs('npm install', 'added 300 packages', { ms: 20_000 }),
    ],
  ],
  [
    'an edit that is retried and then made otherwise',
    (dice) => [
      ...times(dice.roll(1, 3), () =>
        calls(
          'replace',
          { file_path: 'a.ts', instruction: dice.word(), old_string: 'x', new_string: 'y' },
          { result: 'no match for old_string', isError: true },
        ),
      ),
      edits('a.ts', dice),
    ],
  ],
  [
    'a flaky test',
    (dice) =>
      times(dice.roll(6, 14), (n) =>
        runs(
          'npm test -- flaky',
          n % 3 === 0
            ? `1 failed in ${dice.roll(10, 99)} ms\nExit code: 1`
            : `${dice.roll(2, 9)} passed in ${dice.roll(10, 99)} ms, seed ${dice.roll(1000, 9999)}`,
        ),
      ),
  ],
  [
    'a benchmark that is repeated',
    (dice) =>
      times(dice.roll(5, 30), () =>
        runs('node bench.js', `${dice.roll(1000, 9999)} ops, mean ${dice.roll(10, 99)}.${dice.roll(10, 99)} us`),
      ),
  ],
];

/** Calls that look like repeats unless their results are considered. */
export const legitimateCalls: readonly TranscriptClass[] = [...working, ...waiting];
