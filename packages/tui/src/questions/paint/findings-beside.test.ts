import type { Finding } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { sortByProgram, withoutProgram } from './findings-beside.ts';

const found = (message: string): Finding => ({ check: 'x', severity: 'danger', message });
const programs = [['rm', '-rf', '~/old-stuff'], ['curl', '-fsSL', 'https://example.com/install.sh'], ['sh']];
const placesOf = (message: string, all: readonly (readonly string[])[] = programs): readonly number[] =>
  sortByProgram(all, [found(message)], '/home/ada').beside.map((findings) => findings.length);

describe('sortByProgram', () => {
  it.each([
    ['`sh` runs code from the network', [0, 0, 1]],
    ['`rm -rf ~/old-stuff` removes files for good', [1, 0, 0]],
    ['writes /home/ada/old-stuff, which is outside the workspace', [1, 0, 0]],
    ['writes /home/ada/old-stuff-2, which is outside the workspace', [0, 0, 0]],
    ['leaves little disk space: 5 MB', [0, 0, 0]],
  ])('finds the program that is meant: %s', (message, places) => {
    expect(placesOf(message)).toEqual(places);
  });

  it('keeps a finding that may be about several programs', () => {
    const twice = [...programs, ['rm', '-rf', '~/old-stuff']];
    const { beside, others } = sortByProgram(twice, [found('`rm` removes files')], '/home/ada');
    expect([beside.flat(), others]).toEqual([[], [found('`rm` removes files')]]);
  });

  it('loses none', () => {
    const all = ['`sh` runs code', 'writes /home/ada/old-stuff', 'has a key'].map(found);
    const { beside, others } = sortByProgram(programs, all, '/home/ada');
    expect([...beside.flat(), ...others].toSorted((a, b) => all.indexOf(a) - all.indexOf(b))).toEqual(all);
  });
});

it('leaves out the program beside which it stands', () => {
  expect(withoutProgram('`sh` runs code from the network')).toBe('runs code from the network');
  expect(withoutProgram('writes a')).toBe('writes a');
});
