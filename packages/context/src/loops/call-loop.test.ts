import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findCallLoop,
  initialCallLoop,
  resetCallLoop,
  settleCallLoop,
  reduceCallLoop,
  type CallLoopState,
} from './call-loop.ts';
import type { FinishedCall } from './finished-call.ts';

function call(name: string, args: FinishedCall['args'] = {}, more: Partial<FinishedCall> = {}): FinishedCall {
  return { name, args, result: 'text', isError: false, ms: 20, ...more };
}
const run = (command: string, more: Partial<FinishedCall> = {}): FinishedCall =>
  call('run_shell_command', { command }, more);
const follow = (calls: readonly FinishedCall[], from = initialCallLoop): CallLoopState =>
  calls.reduce(reduceCallLoop, from);
const times = (count: number, make: (n: number) => FinishedCall | readonly FinishedCall[]): FinishedCall[] =>
  Array.from({ length: count }, (_, n) => make(n)).flat();

/** The number of calls after which a loop is found. Undefined: never. */
function foundAfter(calls: readonly FinishedCall[]): number | undefined {
  let state = initialCallLoop;
  for (const [n, one] of calls.entries()) {
    state = reduceCallLoop(state, one);
    if (findCallLoop(state) !== null) return n + 1;
  }
  return undefined;
}

describe('finds a loop in', () => {
  const swap = (from: string, to: string): FinishedCall => call('replace', { old_string: from, new_string: to });
  const slow = (n: number): FinishedCall =>
    run('npm test', { result: `failed after ${n}.5 s\nExit code: 1`, ms: 5000 });
  test.each<[string, readonly FinishedCall[], number]>([
    ['the same call five times', times(9, () => call('read_file')), 5],
    ['two calls in turns', times(9, () => [call('a'), call('b')]), 10],
    ['three calls in turns', times(9, () => [call('a'), call('b'), call('c')]), 15],
    ['eight calls in turns', times(9, () => times(8, (n) => call('a', { n }))), 40],
    ['a change and its undoing', times(9, () => [swap('x', 'y'), swap('y', 'x')]), 10],
    ['such a change with slow tests', times(9, (n) => [swap('x', 'y'), slow(n), swap('y', 'x'), slow(n)]), 20],
    ['arguments in another order', times(9, (n) => call('a', n % 2 ? { x: 1, y: 2 } : { y: 2, x: 1 })), 5],
    [
      'the same command, whatever it is said to be for',
      times(9, (n) => call('run_shell_command', { command: 'ls', description: `try ${n}` })),
      5,
    ],
    [
      'the same edit that fails, though the error counts',
      times(9, (n) => call('replace', { instruction: `${n}` }, { isError: true, result: `no match at line ${n}` })),
      5,
    ],
    [
      'an error with the time of day',
      times(9, (n) => call('a', {}, { isError: true, result: `2026-01-01T10:00:0${n}Z no` })),
      5,
    ],
    ['a failed command with its duration', times(9, (n) => run('make', { result: `${n}.12s\nExit code: 2` })), 5],
    ['a failed command with other numbers', times(30, (n) => run('make', { result: `w${n} died\nExit code: 2` })), 15],
    ['a success that differs in its time', times(30, (n) => run('x', { result: `ok in ${n} ms` })), 15],
    [
      'errors of calls that differ in a number',
      times(30, (n) => call('fetch', { attempt: n }, { isError: true, result: `${n}` })),
      15,
    ],
    ['ever new results of one call', times(90, (n) => call('a', {}, { result: `${'xyz'.charAt(n % 3)}${n}` })), 60],
    ['slow commands that fail the same', times(90, slow), 15],
    [
      'long commands that fail the same, and say how long they took',
      times(90, (n) => run('npm test', { result: `1 failed\nExit code: 1, after ${n + 10} s, in src`, ms: 12_000 })),
      15,
    ],
    ['waiting without end', times(90, () => run('sleep 5; ls')), 50],
    ['one slow call among quick ones', times(30, (n) => call('a', {}, { ms: n === 0 ? 9000 : 20 })), 5],
  ])('%s', (_, calls, after) => {
    expect(foundAfter(calls)).toBe(after);
  });
});

describe('finds no loop in', () => {
  test.each<[string, readonly FinishedCall[]]>([
    ['the same call four times', times(4, () => call('read_file'))],
    ['like calls', times(90, (n) => call('read_file', { file_path: `${n}.ts` }))],
    ['the same edit on other files', times(90, (n) => call('replace', { file_path: `${n}`, old_string: 'x' }))],
    ['a progress', times(50, (n) => run('cat p', { result: `${n}%` }))],
    ['an error that tells of progress', times(50, (n) => call('a', {}, { isError: true, result: `${n} of 50 done` }))],
    ['a wait', times(49, () => run('sleep 5'))],
    ['a wait and a look in turns', times(49, () => [run('sleep 5'), run('ls')])],
    ['a wait and two looks in turns', times(49, () => [run('sleep 5'), run('ls'), run('tail log')])],
    ['slow calls', times(49, () => call('a', {}, { ms: 2000 }))],
    ['a tool that tells a status', times(49, () => call('get_job_status'))],
    ['the same call between other work', times(50, (n) => [run('git status'), call('read_file', { n })])],
    ['tests after different edits', times(50, (n) => [call('replace', { n }), run('npm test')])],
  ])('%s', (_, calls) => {
    expect(foundAfter(calls)).toBeUndefined();
  });
});

test('names what repeats and how often', () => {
  const one = follow(times(5, () => run('npm test -- --run')));
  expect(findCallLoop(one)).toEqual({
    kind: 'calls',
    detail: 'run_shell_command (npm test -- --run) was called 5 times in a row, with the same result each time.',
  });
  const two = follow(times(5, () => [call('list_tasks'), call('read_file', { limit: 3, file_path: 'a\n\nb' })]));
  expect(findCallLoop(two)?.detail).toBe(
    'The same 2 calls were repeated 5 times, with the same result each time: list_tasks, read_file (a b).',
  );
});

test('no longer reports a loop that has ended', () => {
  const state = follow([...times(5, () => call('a')), call('b')]);
  expect(findCallLoop(state)).toBeNull();
});

test('finds the loop again after half as many calls once the model was nudged', () => {
  let state = settleCallLoop(follow(times(5, () => call('a'))));
  expect(findCallLoop(state)).toBeNull();
  state = reduceCallLoop(state, call('a'));
  expect(findCallLoop(state)).toBeNull();
  state = reduceCallLoop(state, call('a'));
  expect(findCallLoop(state)).not.toBeNull();
});

test('starts over after a user message', () => {
  expect(
    follow(
      times(4, () => call('a')),
      resetCallLoop(),
    ),
  ).toEqual(follow(times(4, () => call('a'))));
  expect(resetCallLoop()).toEqual(initialCallLoop);
});

const calls = fc.record<FinishedCall>({
  name: fc.oneof(fc.constantFrom('a', 'b'), fc.string({ maxLength: 300 })),
  args: fc.oneof(
    fc.constant({}),
    fc.dictionary(fc.string(), fc.string({ maxLength: 500 })) as fc.Arbitrary<FinishedCall['args']>,
  ),
  result: fc.oneof(fc.constantFrom('', 'x', 'Exit code: 1'), fc.string({ maxLength: 2000 })),
  isError: fc.boolean(),
  ms: fc.nat(5000),
});

test('keeps its state small, and restores it from JSON', () => {
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 40 }), (list) => {
      const state = follow(list);
      const text = JSON.stringify(state);
      expect(text.length).toBeLessThan(8 * 400 + 600);
      expect(JSON.parse(text)).toEqual(state);
      expect(findCallLoop(JSON.parse(text) as CallLoopState)).toEqual(findCallLoop(state));
    }),
  );
});
