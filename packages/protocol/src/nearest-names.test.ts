import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const known = ['read_file', 'write_file', 'run_shell_command', 'glob', 'ls'];

test.each([
  ['read_fil', 'read_file'],
  ['readfile', 'read_file'],
  ['Read_File', 'read_file'],
  ['wirte_file', 'write_file'],
  ['run_shell', undefined],
  ['run_shel_comand', 'run_shell_command'],
  ['globb', 'glob'],
  ['completely_different', undefined],
])('the nearest name to %s is %s', (wrong, right) => {
  expect(nearestNames(wrong, known)[0]).toBe(right);
});

test('the nearest name is first', () => {
  expect(nearestNames('read_file2', ['read_files_a', 'read_file'])).toEqual(['read_file', 'read_files_a']);
});

test('there are no suggestions without known names', () => {
  expect(nearestNames('read', [])).toEqual([]);
});
