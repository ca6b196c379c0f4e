import { toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { CommandEnd } from '@bowline/workspace';
import { describeEnd, describeExit, toDuration } from './describe-end.ts';

const end: CommandEnd = {
  exitCode: 0,
  signal: null,
  stop: null,
  durationMs: 200,
  leftovers: 0,
  head: 'out\n',
  tail: '',
  omittedBytes: 0,
  outputPath: '/state/k.out',
};
const killed = (
  cause: NonNullable<CommandEnd['stop']>['cause'],
  limitMs: number | null = null,
): Partial<CommandEnd> => ({
  exitCode: null,
  signal: 'SIGTERM',
  stop: { cause, limitMs },
});

const cases: readonly [change: Partial<CommandEnd>, text: string][] = [
  [{}, 'out'],
  [{ head: '' }, '(no output)'],
  [{ durationMs: 12_400 }, 'out\nTook 12 s'],
  [{ exitCode: 3 }, 'out\nExit code: 3, in packages/x'],
  [{ exitCode: 3, durationMs: 61_000 }, 'out\nExit code: 3, after 61 s, in packages/x'],
  [{ exitCode: null, signal: 'SIGSEGV' }, 'out\nEnded by signal: SIGSEGV, in packages/x'],
  [
    { leftovers: 1 },
    'out\n1 process that it left running was ended. To keep a process running, use is_background instead of & or nohup.',
  ],
  [
    killed('silence', 300_000),
    'The command was stopped: it was killed because it printed nothing for 5 min. If it needs more time, set timeout_ms or is_background. Its output was:\nout',
  ],
  [
    { ...killed('timeout', 90_000), head: '' },
    'The command was stopped: it was killed after its time limit of 90 s. If it needs more time, set a larger timeout_ms or is_background. It printed nothing.',
  ],
  [killed('killed'), 'The command was stopped: it was killed. Its output was:\nout'],
  [
    killed('lease'),
    'The command was stopped: it was killed because the agent was disconnected for too long. Its output was:\nout',
  ],
  [
    { exitCode: null },
    'It is unknown how the command ended. It may have run, and is not run again. Its output was:\nout',
  ],
];
test.each(cases)('describes %j briefly', (change, text) => {
  expect(toText(describeEnd({ ...end, ...change }, { cwd: '/w/packages/x', shownCwd: 'packages/x' }).content)).toBe(
    text,
  );
});

const exits: readonly [change: Partial<CommandEnd>, text: string][] = [
  [{}, 'ended with exit code 0 after 0.2 s'],
  [{ exitCode: null, signal: 'SIGKILL', durationMs: 180_000 }, 'was ended by SIGKILL after 3 min'],
  [killed('run_ended'), 'ended after 0.2 s: it was killed when the run that started it ended'],
  [{ exitCode: null, durationMs: null }, 'ended with an unknown status'],
];
test.each(exits)('describes %j in one line', (change, text) => {
  expect(describeExit({ ...end, ...change })).toBe(text);
});

test.each([
  [0, '0.0 s'],
  [9949, '9.9 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [7_200_000, '2 h'],
])('%i ms is %s', (ms, text) => {
  expect(toDuration(ms)).toBe(text);
});
