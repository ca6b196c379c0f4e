import { expect, it } from 'vitest';
import { compilePolicies } from '../decide/compile-policies.ts';
import { decide } from '../decide/decide.ts';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { failClosed } from './fail-closed.ts';

const problem = { file: '/etc/p.toml', line: 1, message: 'it cannot be opened', hint: 'Look at its owner.' };

it('closes a set with one rule for a file that cannot be opened', () => {
  const set = compilePolicies([createDefaultPolicy(), failClosed([problem])], { isTrusted: true });
  expect(set.rules.filter(({ rule }) => rule.tier === 'admin')).toHaveLength(1);
  const reading = { tool: 'read_file', args: {}, effect: 'read' } as const;
  const writing = { tool: 'write_file', args: {}, effect: 'write' } as const;
  expect(decide(set, reading, { mode: 'yolo', isInteractive: true }).verdict).toBe('ask');
  expect(decide(set, reading, { mode: 'yolo', isInteractive: false }).verdict).toBe('deny');
  expect(decide(set, writing, { mode: 'plan', isInteractive: true }).verdict).toBe('deny');
});

it('reports the number of problems', () => {
  expect(failClosed([problem, problem, problem]).rules[0]?.text).toContain('/etc/p.toml:1');
  expect(failClosed([problem, problem, problem]).rules[0]?.text).toContain('(and 2 more)');
});

it('has no rules without a problem', () => {
  expect(failClosed([]).rules).toEqual([]);
});
