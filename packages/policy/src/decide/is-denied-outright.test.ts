import { expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { compilePolicies } from './compile-policies.ts';
import { isDeniedOutright } from './is-denied-outright.ts';

const text = `[[rule]]
toolName = "never"
decision = "deny"
priority = 5
[[rule]]
toolName = "mostly"
argsPattern = 'x'
decision = "allow"
priority = 9
[[rule]]
toolName = ["mostly", "there"]
decision = "deny"
priority = 5
modes = ["default"]
[[rule]]
toolName = "sometimes"
argsPattern = 'x'
decision = "deny"
priority = 9
`;
const set = compilePolicies([createDefaultPolicy(), parsePolicy(text, { file: 'own.toml', tier: 'user' })], {
  isTrusted: true,
});

it.each([
  ['never', 'execute', true],
  ['mostly', 'execute', false],
  ['there', 'execute', true],
  ['sometimes', 'execute', false],
  ['read_file', 'read', false],
  ['unknown', 'execute', false],
] as const)('detects a tool that is denied whatever its arguments: %s', (tool, effect, expected) => {
  expect(isDeniedOutright(set, { tool, effect }, { mode: 'default', isInteractive: false })).toBe(expected);
});

it.each([
  ['write_file', 'write', true],
  ['run_shell_command', 'execute', false],
  ['read_file', 'read', false],
] as const)('detects a tool that is denied in plan mode: %s', (tool, effect, expected) => {
  expect(isDeniedOutright(set, { tool, effect }, { mode: 'plan', isInteractive: true })).toBe(expected);
});
