import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import { explain, listRules } from './explain.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';

const all: PolicyContext = { mode: 'default', isInteractive: true, wantsAllMatches: true };
const own = parsePolicy(
  '[[rule]]\nname = "no pushing"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 200\ndenyMessage = "Ask Kim."\n\n[[rule]]\ncommandPrefix = "git"\ndecision = "allow"\npriority = 100\n',
  { file: 'git.toml', tier: 'user' },
);
const set = compilePolicies([createDefaultPolicy(), own], { isTrusted: true });

function run(...commands: readonly (Partial<ShellCommand> & { readonly text: string })[]): PolicyCall {
  const plain = { isReadOnly: false, hazard: null, danger: null, writes: [] };
  const read = commands.map((command) => ({ ...plain, argv: command.text.split(' '), ...command }));
  return {
    tool: 'run_shell_command',
    args: { command: '' },
    effect: 'execute',
    shell: { kind: 'understood', commands: read },
  };
}

describe('explain', () => {
  it('reports the verdict, the rule with file and line, the reason, each command, and other matches', () => {
    expect(explain(decide(set, run({ text: 'git log' }, { text: 'git push' }), all))).toEqual([
      'deny: no pushing: deny run_shell_command of "git push …" (user 200) git.toml:1',
      '  reason: Ask Kim.',
      '  allow: git log (allow run_shell_command of "git …" (user 100) git.toml:8)',
      '  deny: git push (no pushing: deny run_shell_command of "git push …" (user 200) git.toml:1)',
      '  also matched: allow run_shell_command of "git …" (user 100) git.toml:8',
      '  also matched: edits, commands and network access need approval: ask every tool that writes, executes, connects in mode default, auto_edit (built_in 10) built-in policy:54',
    ]);
  });

  it('reports why a call needs approval although a rule allows it', () => {
    const lines = explain(decide(set, run({ text: 'git add', writes: ['out'] }), all));
    expect(lines.slice(0, 2)).toEqual([
      'ask: allow run_shell_command of "git …" (user 100) git.toml:8',
      '  note: it redirects output to out',
    ]);
  });

  it('reports that no rule matches', () => {
    const bare = compilePolicies([], { isTrusted: true });
    expect(explain(decide(bare, { tool: 'x', args: {}, effect: 'read' }, all))).toEqual([
      'ask: no rule matches: needs approval',
    ]);
  });

  it('names the location of the error in a broken file', () => {
    const broken = parsePolicy('\n[[rules]]', { file: 'bad.toml', tier: 'user' });
    const closed = compilePolicies([createDefaultPolicy(), broken], { isTrusted: true });
    const decision = decide(closed, { tool: 'read_file', args: {}, effect: 'read' }, { ...all, isInteractive: false });
    expect(decision).toMatchObject({ verdict: 'deny', rule: { file: 'bad.toml', line: 2 } });
    expect(decision.reason).toBe(
      'everything needs approval until you fix bad.toml:2: a policy has no table "rules". Did you mean [[rule]]?',
    );
  });
});

describe('listRules', () => {
  it('lists the strongest rules first, then ignored rules and problems', () => {
    const extension = parsePolicy('[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 1', {
      file: 'ext.toml',
      tier: 'extension',
    });
    const checker = parsePolicy(
      '[[safety_checker]]\ntoolName = "*"\n[safety_checker.checker]\ntype = "external"\nname = "mine"',
      { file: 'ws.toml', tier: 'workspace' },
    );
    const broken = parsePolicy('[[rules]]', { file: 'bad.toml', tier: 'user' });
    const slip = parsePolicy('[[rule]]\ntoolName = "globb"\ndecision = "deny"\npriority = 1', {
      file: 'slip.toml',
      tier: 'user',
    });
    const lines = listRules(compilePolicies([own, extension, checker, broken, slip], { isTrusted: false }));
    expect(lines).toEqual(
      [
        'a policy file cannot be read: everything needs approval until you fix bad.toml:1: a policy has no table "rules". Did you mean [[rule]]? (admin 999) bad.toml:1',
        'no pushing: deny run_shell_command of "git push …" (user 200) git.toml:1',
        'allow run_shell_command of "git …" (user 100) git.toml:8',
        'deny globb (user 1) slip.toml:1',
        'ignored: ext.toml:1: an extension cannot allow anything',
        'ignored: ws.toml:1: an untrusted folder cannot choose programs to run',
        'problem: bad.toml:1: a policy has no table "rules". Did you mean [[rule]]?',
        'notice: slip.toml:1: there is no built-in tool "globb". Did you mean "glob"?',
      ].map((line) => line.replace('slip.toml:1: there', 'slip.toml:2: there')),
    );
  });
});
