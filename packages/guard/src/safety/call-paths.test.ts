import { expect, test } from 'vitest';
import { callPaths, type CheckedCall } from './call-paths.ts';

function paths(name: string, args: CheckedCall['args'], more: Partial<CheckedCall> = {}): string[] {
  return callPaths({ name, args, effect: 'read', ...more }).map(
    ({ path, isWrite, isGuess }) => `${isGuess ? 'may ' : ''}${isWrite ? 'write' : 'read'} ${path}`,
  );
}

test.each([
  ['read_file', { file_path: 'a' }, ['read a']],
  ['write_file', { file_path: 'a', content: '/etc/passwd' }, ['write a']],
  ['replace', { file_path: 'a', old_string: '~/.ssh', new_string: '' }, ['write a']],
  ['list_directory', { dir_path: 'a' }, ['read a']],
  ['glob', { pattern: '../x/**/*.ts' }, ['read .', 'read ../x']],
  ['glob', { pattern: '/etc/*', dir_path: 'a' }, ['read a', 'read a/etc']],
  ['glob', { pattern: '*.ts' }, ['read .', 'read .']],
  ['grep_search', { pattern: '/etc' }, ['read .']],
  ['grep_search', { pattern: 'x', dir_path: 'a', include_pattern: '*.ts' }, ['read a']],
  ['grep_search', { pattern: 'x', include_pattern: '.env' }, ['read .', 'read .env']],
  ['grep_search', { pattern: 'x', include_pattern: '**/.E*' }, ['read .', 'read .env', 'read .env.local']],
  ['grep_search', { pattern: 'x', include_pattern: '*.{ts,pem}' }, ['read .', 'read server.pem']],
  ['grep_search', { pattern: 'x', include_pattern: '*' }, ['read .']],
  ['grep_search', { pattern: 'x', dir_path: 'a', include_pattern: '.htpasswd' }, ['read a', 'read a/.htpasswd']],
  ['run_shell_command', { command: 'cat /etc/passwd' }, ['read .']],
  ['run_shell_command', { command: 'ls', dir_path: '../x' }, ['read ../x']],
  ['run_shell_command', { command: 'ls', directory: '../x' }, ['read ../x']],
  [
    'read_many_files',
    { include: ['a.ts', 'src/**/*.ts', '../x/.env*'] },
    ['read a.ts', 'read src', 'read ../x', 'read ../x/.env', 'read ../x/.env.local'],
  ],
  ['write_todos', { todos: [{ description: '/etc/passwd', status: 'pending' }] }, []],
  ['web_fetch', { prompt: '~/.ssh' }, []],
  ['read_file', {}, []],
  ['read_file', { file_path: 7 }, []],
])('%s %j', (name, args, found) => {
  expect(paths(name, args)).toEqual(found);
});

test('a tool that is not built in may use anything that looks like a path, at any depth', () => {
  const args = {
    destination: 'out',
    paths: ['a.txt', 'b.txt'],
    deep: { note: '~/.ssh/id_rsa', url: 'https://example.com/x', text: 'a b/c', uri: 'file:///etc/x' },
    name: '.env',
    type: 'text/plain',
    long: `/${'x'.repeat(5000)}`,
    lines: '/a\n/b',
    count: 3,
  };
  expect(paths('mcp_x_y', args, { effect: 'write' })).toEqual([
    'may write out',
    'may write a.txt',
    'may write b.txt',
    'may write ~/.ssh/id_rsa',
    'may write /etc/x',
    'may write .env',
    'may write text/plain',
  ]);
  expect(paths('mcp_x_y', { path: 'a' })).toEqual(['may read a']);
});

test('a path that a tool declares to write counts as written', () => {
  expect(paths('own', { path: 'a' }, { effect: 'write', writes: ['/ws/b'] })).toEqual(['may write a', 'write /ws/b']);
});
