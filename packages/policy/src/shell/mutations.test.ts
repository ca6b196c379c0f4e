import { expect, test } from 'vitest';
import { benignLines } from '../../../../tests/security/benign-lines.ts';
import { findShellMistakes } from '../../../../tests/security/find-shell-mistakes.ts';
import { mutateCases } from '../../../../tests/security/mutate-cases.ts';
import { openMistakeFinder, openReader } from '../../../../tests/security/open-reader.ts';
import { hostileCases } from '../../../../tests/security/shell-corpus.ts';
import { limits } from './syntax/limits.ts';

const cases = [...hostileCases, ...benignLines].filter(([, line]) => line.length < 2000);
const reader = await openReader();
const hasMistake = await openMistakeFinder();
const mutated = mutateCases(cases, 2000, 20_260_402)
  .map(([, line]) => line)
  .filter((line) => !line.includes('\0'));

test('a line in which the grammar finds a mistake, or that is over a limit, is not understood', () => {
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
