import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import type { PolicyCall } from './policy-call.ts';

const huge: PolicyCall = {
  tool: 'write_file',
  args: { file_path: 'a', content: 'x'.repeat(2 ** 20) },
  effect: 'write',
};
const rule = (decision: string): string =>
  `[[rule]]\ntoolName = "write_file"\nargsPattern = '"a"'\ndecision = "${decision}"\npriority = 1`;

function verdict(decision: string, call: PolicyCall, mode: 'default' | 'auto_edit' | 'yolo'): string {
  const own = parsePolicy(rule(decision), { file: 'own.toml', tier: 'user' });
  const set = compilePolicies([createDefaultPolicy(), own], { isTrusted: true });
  return decide(set, call, { mode, isInteractive: true }).verdict;
}

describe('arguments that are too long to be tested', () => {
  it('are not allowed by a rule about arguments', () => {
    expect(verdict('allow', { ...huge, args: { file_path: 'a' } }, 'default')).toBe('allow');
    expect(verdict('allow', huge, 'default')).toBe('ask');
  });

  it('need approval if a rule about arguments may deny them', () => {
    expect(verdict('deny', huge, 'auto_edit')).toBe('ask');
    expect(verdict('deny', huge, 'yolo')).toBe('ask');
    expect(verdict('deny', { ...huge, args: { file_path: 'b' } }, 'auto_edit')).toBe('allow');
  });
});

it('a command line never counts as a read, whatever effect the call declares', () => {
  const set = compilePolicies([createDefaultPolicy()], { isTrusted: true });
  const command = { argv: ['rm', 'x'], text: 'rm x', isReadOnly: false, hazard: null, danger: null, writes: [] };
  const call: PolicyCall = {
    tool: 'run_shell_command',
    args: { command: 'rm x' },
    effect: 'read',
    shell: { kind: 'understood', commands: [command] },
  };
  expect(decide(set, call, { mode: 'default', isInteractive: true }).verdict).toBe('ask');
});

it('asks in sessions without a user if an answer can come later', () => {
  const set = compilePolicies([createDefaultPolicy()], { isTrusted: true });
  const call: PolicyCall = { tool: 'write_file', args: {}, effect: 'write' };
  expect(decide(set, call, { mode: 'default', isInteractive: false, canAsk: true }).verdict).toBe('ask');
});
