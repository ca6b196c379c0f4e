import { expect, test } from 'vitest';
import { suggestName } from './suggest-name.ts';

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
])('%s is meant to be %s', (wrong, right) => {
  expect(suggestName(wrong, known)).toBe(right);
});

test('of two that are near it is the nearer one', () => {
  expect(suggestName('read_file2', ['read_files_all', 'read_file'])).toBe('read_file');
});

test('where nothing is known nothing is meant', () => {
  expect(suggestName('read', [])).toBeUndefined();
});
