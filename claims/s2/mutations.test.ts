import { expect, test } from 'vitest';
import { benignLines } from '../shell-lines/benign-lines.ts';
import { findShellMistakes } from './find-shell-mistakes.ts';
import { mutateCases } from '../shell-lines/mutate-cases.ts';
import { openMistakeFinder, openReader } from '../../tests/kit/open-reader.ts';
import { hostileCases } from '../shell-lines/shell-corpus.ts';
import { limits } from '../../packages/policy/src/shell/syntax/limits.ts';

const cases = [...hostileCases, ...benignLines].filter(([, line]) => line.length < 2000);
const reader = await openReader();
const hasMistake = await openMistakeFinder();
const mutated = mutateCases(cases, 2000, 20_260_402)
  .map(([, line]) => line)
  .filter((line) => !line.includes('\0'));

test('a line with a mistake according to the grammar, or over a limit, is not understood', () => {
  const wrong = mutated.filter((line) => line.length > limits.chars || (line.length < 4000 && hasMistake(line)));
  expect(wrong.length).toBeGreaterThan(200);
  expect(wrong.filter((line) => reader.read(line).kind === 'understood')).toEqual([]);
});

test('a line that bash cannot parse is not understood', () => {
  const understood = mutated.filter((line) => reader.read(line).kind === 'understood');
  const mistakes = findShellMistakes(understood);
  expect(understood.length).toBeGreaterThan(200);
  expect(understood.filter((_, at) => mistakes.has(at))).toEqual([]);
});
