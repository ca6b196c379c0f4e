import { toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { CommandEnd } from '../tool-host.ts';
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
    'out\n1 process that it left running was ended: for what shall go on, use is_background, without & or nohup.',
  ],
  [
    killed('silence', 300_000),
    'The command did not end by itself: it was killed because it printed nothing for 5 min. If it needs longer, set timeout_ms or is_background. It had printed:\nout',
  ],
  [
    { ...killed('timeout', 90_000), head: '' },
    'The command did not end by itself: it was killed at its time limit of 90 s. If it needs longer, set a larger timeout_ms or is_background. It had printed nothing.',
  ],
  [killed('killed'), 'The command did not end by itself: it was killed. It had printed:\nout'],
  [
    killed('lease'),
    'The command did not end by itself: it was killed because the agent was away for too long. It had printed:\nout',
  ],
  [
    { exitCode: null },
    'How the command ended is not known. It may have been run, and is not run again. It had printed:\nout',
  ],
];
test.each(cases)('%j is told in a few words', (change, text) => {
  expect(toText(describeEnd({ ...end, ...change }, { cwd: '/w/packages/x', shownCwd: 'packages/x' }).content)).toBe(
    text,
  );
});

const exits: readonly [change: Partial<CommandEnd>, text: string][] = [
  [{}, 'ended with exit code 0 after 0.2 s'],
  [{ exitCode: null, signal: 'SIGKILL', durationMs: 180_000 }, 'ended by SIGKILL after 3 min'],
  [killed('run_ended'), 'ended after 0.2 s: it was killed when the run that started it was over'],
  [{ exitCode: null, durationMs: null }, 'ended, nobody saw how'],
];
test.each(exits)('%j is told in a line', (change, text) => {
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
