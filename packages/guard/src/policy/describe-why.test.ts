import { compilePolicies, createDefaultPolicy, decide, parsePolicy, type PolicyCall } from '@bowline/policy';
import type { ApprovalMode } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { describeWhy } from './describe-why.ts';

const EDIT: PolicyCall = { tool: 'replace', args: {}, effect: 'write', isInsideWorkspace: true };
const FETCH: PolicyCall = { tool: 'web_fetch', args: {}, effect: 'network', isInsideWorkspace: true };
const PUSH: PolicyCall = {
  tool: 'run_shell_command',
  args: { command: 'git push' },
  effect: 'execute',
  isInsideWorkspace: true,
};
const MCP: PolicyCall = { ...EDIT, tool: 'mcp_github_create_issue', mcpServer: 'github' };

interface Own {
  readonly rules?: string;
  readonly tier?: 'user' | 'workspace' | 'admin';
}

function whyOf(call: PolicyCall, mode: ApprovalMode, { rules = '', tier = 'user' }: Own = {}): string {
  const own = parsePolicy(rules, { file: '/home/ada/.bowline/policies/my.toml', tier });
  const set = compilePolicies([createDefaultPolicy(), own], { isTrusted: true });
  const decision = decide(set, call, { mode, isInteractive: true });
  return describeWhy(decision, { name: call.tool, effect: call.effect }, mode);
}

const rule = (tool: string): string => `[[rule]]\ntoolName = "${tool}"\ndecision = "ask_user"\npriority = 100\n`;

test.each<[call: PolicyCall, mode: ApprovalMode, why: string]>([
  [EDIT, 'default', 'default mode asks before edits'],
  [PUSH, 'default', 'default mode asks before commands'],
  [PUSH, 'auto_edit', 'auto_edit mode asks before commands'],
  [FETCH, 'default', 'default mode asks before fetching pages'],
  [FETCH, 'plan', 'plan mode asks before fetching pages'],
  [MCP, 'default', 'default mode asks before MCP tools'],
  [{ ...EDIT, tool: 'save_memory' }, 'auto_edit', 'auto_edit mode asks before saving memory'],
  [{ ...EDIT, tool: 'exit_plan_mode', effect: 'read' }, 'plan', 'leaving plan mode needs your approval'],
  [EDIT, 'auto_edit', 'a safety check found a risk'],
])('the reason to ask about %o in %s mode is a sentence', (call, mode, why) => {
  expect(whyOf(call, mode)).toBe(why);
});

test('a rule is named with its owner, its file and its pattern', () => {
  expect(whyOf(EDIT, 'yolo', { rules: rule('replace') })).toBe('your policy my.toml:1: replace asks');
  expect(whyOf(EDIT, 'yolo', { rules: rule('replace'), tier: 'admin' })).toBe(
    "your administrator's policy my.toml:1: replace asks",
  );
  expect(whyOf(EDIT, 'yolo', { rules: rule('replace'), tier: 'workspace' })).toBe(
    "this project's policy my.toml:1: replace asks",
  );
  const push = `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "ask_user"\npriority = 9\n`;
  expect(whyOf(PUSH, 'yolo', { rules: push })).toBe('your policy my.toml:1: "git push …" asks');
});

test('without a rule, the tool is named', () => {
  const rule = {
    file: '',
    line: 0,
    tier: 'built_in',
    priority: 0,
    name: undefined,
    decision: 'ask',
    text: '',
  } as const;
  const decision = { verdict: 'ask', rule, matched: [], notes: [] } as const;
  expect(describeWhy(decision, { name: 'odd', effect: 'read' }, 'default')).toBe('no rule allows odd');
});

test('a rule that allows, but not all of it, says why', () => {
  const rule = { file: 'a', line: 2, tier: 'user', priority: 0, name: undefined, decision: 'allow', text: '' } as const;
  const decision = { verdict: 'ask', rule, matched: [], notes: ['it writes to a file'] } as const;
  expect(describeWhy(decision, { name: 'x', effect: 'execute' }, 'default')).toBe('it writes to a file');
});
