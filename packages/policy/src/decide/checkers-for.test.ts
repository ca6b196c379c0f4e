import { expect, it } from 'vitest';
import { parsePolicy } from '../rules/parse-policy.ts';
import type { Tier } from '../rules/policy-rule.ts';
import { checkersFor } from './checkers-for.ts';
import { compilePolicies } from './compile-policies.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';

const here: PolicyContext = { mode: 'default', isInteractive: true };
const checker = (conditions: string, name: string, type = 'external'): string =>
  `[[safety_checker]]\n${conditions}\n[safety_checker.checker]\ntype = "${type}"\nname = "${name}"\n`;
const text =
  checker('toolName = "*"\npriority = 1', 'weak') +
  checker('toolName = ["write_file"]\npriority = 9', 'strong') +
  checker('mcpName = "srv"', 'of-server') +
  checker('toolName = "*"\nmodes = ["yolo"]', 'in-yolo') +
  checker('toolName = "run_shell_command"\ncommandPrefix = "rm"', 'of-rm') +
  checker(`toolName = "write_file"\nargsPattern = 'src/'`, 'of-src');

function names(call: Partial<PolicyCall>, context: PolicyContext = here, tier: Tier = 'user'): readonly string[] {
  const set = compilePolicies([parsePolicy(text, { file: 'c.toml', tier })], { isTrusted: false });
  return checkersFor(set, { tool: 'x', args: {}, effect: 'read', ...call }, context).map((found) => found.checker.name);
}

it.each<[string, Partial<PolicyCall>, readonly string[]]>([
  ['any tool', {}, ['weak']],
  ['a tool by name', { tool: 'write_file', args: { file_path: 'a' } }, ['strong', 'weak']],
  ['arguments', { tool: 'write_file', args: { file_path: 'src/a' } }, ['strong', 'weak', 'of-src']],
  ['a server', { tool: 'y', mcpServer: 'srv' }, ['weak', 'of-server']],
  ['a line that is not understood', { tool: 'run_shell_command', args: { command: '?' } }, ['weak', 'of-rm']],
  [
    'one command of a line',
    {
      tool: 'run_shell_command',
      args: { command: 'ls; rm x' },
      shell: {
        kind: 'understood',
        commands: ['ls', '/bin/rm x'].map((line) => ({
          argv: line.split(' '),
          text: line,
          isReadOnly: false,
          hazard: null,
          danger: null,
          writes: [],
        })),
      },
    },
    ['weak', 'of-rm'],
  ],
])('a call is checked by the matching checkers, strongest first: %s', (_, call, expected) => {
  expect(names(call)).toEqual(expected);
});

it('a checker can be limited to modes', () => {
  expect(names({}, { mode: 'yolo', isInteractive: true })).toEqual(['weak', 'in-yolo']);
});

it('an untrusted folder cannot choose programs to run', () => {
  expect(names({}, here, 'workspace')).toEqual([]);
});
