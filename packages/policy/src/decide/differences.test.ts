import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import type { PolicyFile, Tier, Verdict } from '../rules/policy-rule.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { checkersFor } from './checkers-for.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';

const here: PolicyContext = { mode: 'default', isInteractive: true };

function policy(fields: string, tier: Tier = 'user'): PolicyFile {
  return parsePolicy(fields, { file: `${tier}.toml`, tier });
}

function verdict(files: readonly PolicyFile[], call: PolicyCall, context: Partial<PolicyContext> = {}): Verdict {
  const set = compilePolicies([createDefaultPolicy(), ...files], { isTrusted: true });
  return decide(set, call, { ...here, ...context }).verdict;
}

function run(...commands: readonly (Partial<ShellCommand> & { readonly text: string })[]): PolicyCall {
  const plain = { isReadOnly: false, hazard: null, danger: null, writes: [] };
  const read = commands.map((command) => ({ ...plain, argv: command.text.split(' '), ...command }));
  const line = commands.map(({ text }) => text).join(' && ');
  return {
    tool: 'run_shell_command',
    args: { command: line },
    effect: 'execute',
    shell: { kind: 'understood', commands: read },
  };
}

const notUnderstood = (command: string): PolicyCall => ({
  tool: 'run_shell_command',
  args: { command },
  effect: 'execute',
  shell: { kind: 'not_understood', why: 'arithmetic' },
});

describe('when reading policies,', () => {
  it('unlike Gemini CLI: a rule may have only mcpName, as Gemini CLI documents', () => {
    const file = policy('[[rule]]\nmcpName = "srv"\ndecision = "deny"\npriority = 500');
    expect(file.problems).toEqual([]);
    expect(verdict([file], { tool: 'mcp_srv_x', mcpServer: 'srv', args: {}, effect: 'read' })).toBe('deny');
  });

  it('unlike Gemini CLI: commandPrefix implies its tool, as Gemini CLI documents', () => {
    const file = policy('[[rule]]\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 500');
    expect(verdict([file], run({ text: 'git push' }))).toBe('deny');
  });

  it('unlike Gemini CLI: [[rules]] is an error that names [[rule]], not a file without rules', () => {
    const { problems } = policy('# x\n[[rules]]\ntoolName = "*"\ndecision = "deny"');
    expect(problems).toEqual([
      { file: 'user.toml', line: 2, message: 'a policy has no table "rules"', hint: 'Did you mean [[rule]]?' },
    ]);
  });

  it('unlike Gemini CLI: an unknown key is an error, not an ignored condition', () => {
    const { problems, rules } = policy('[[rule]]\ntoolName = "x"\nargPattern = "y"\ndecision = "allow"\npriority = 1');
    expect(problems).toMatchObject([{ line: 3, hint: 'Did you mean argsPattern?' }]);
    expect(rules).toEqual([]);
  });

  it('unlike Gemini CLI: a file with an error makes the set fail closed, instead of being dropped', () => {
    const bad = policy('[[rule]]\ntoolName = "read_file"\ndecision = "deny"');
    expect(verdict([bad], { tool: 'read_file', args: {}, effect: 'read' })).toBe('ask');
    expect(verdict([bad], { tool: 'read_file', args: {}, effect: 'read' }, { isInteractive: false })).toBe('deny');
    expect(verdict([bad], run({ text: 'x' }), { mode: 'yolo' })).toBe('ask');
  });

  it('unlike Gemini CLI: [rule.safety_checker] adds a checker to that rule', () => {
    const file = policy(
      '[[rule]]\ntoolName = "replace"\ndecision = "allow"\npriority = 15\nmodes = ["autoEdit"]\n[rule.safety_checker]\ntype = "in-process"\nname = "allowed-path"\nrequired_context = ["environment"]',
    );
    const set = compilePolicies([file], { isTrusted: true });
    const call: PolicyCall = { tool: 'replace', args: {}, effect: 'write' };
    expect(checkersFor(set, call, { ...here, mode: 'auto_edit' }).map(({ checker }) => checker.name)).toEqual([
      'allowed-path',
    ]);
    expect(checkersFor(set, call, here)).toEqual([]);
  });

  it('unlike Gemini CLI: lookahead is an error, because patterns are RE2, which cannot hang', () => {
    const { problems } = policy(`[[rule]]\ntoolName = "x"\nargsPattern = '^(?!a)'\ndecision = "deny"\npriority = 1`);
    expect(problems).toMatchObject([{ line: 3, hint: expect.stringContaining('two rules') as string }]);
  });

  it('unlike Gemini CLI: auto_edit is also accepted as a mode', () => {
    const file = policy('[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = 1\nmodes = ["auto_edit"]');
    expect(verdict([file], { tool: 'x', args: {}, effect: 'read' }, { mode: 'auto_edit' })).toBe('deny');
  });
});

describe('when matching rules,', () => {
  it('unlike Gemini CLI: mcp_*_tool matches that tool of every server, as Gemini CLI documents', () => {
    const file = policy('[[rule]]\ntoolName = "mcp_*_wipe"\ndecision = "deny"\npriority = 1');
    expect(verdict([file], { tool: 'mcp_srv_wipe', mcpServer: 'srv', args: {}, effect: 'read' })).toBe('deny');
  });

  it('unlike Gemini CLI: discovered_tool_* matches, as the policy of Gemini CLI intends', () => {
    const file = policy('[[rule]]\ntoolName = "discovered_tool_*"\ndecision = "deny"\npriority = 1');
    expect(verdict([file], { tool: 'discovered_tool_x', args: {}, effect: 'read' })).toBe('deny');
  });

  it('unlike Gemini CLI: the name of a server may contain underscores', () => {
    const file = policy('[[rule]]\ntoolName = "mcp_my_server_*"\ndecision = "deny"\npriority = 1');
    const call: PolicyCall = { tool: 'mcp_my_server_x', mcpServer: 'my_server', args: {}, effect: 'read' };
    expect(verdict([file], call)).toBe('deny');
    expect(verdict([file], { ...call, tool: 'mcp_my_x', mcpServer: 'my' })).toBe('ask');
  });

  it('unlike Gemini CLI: a tool with a name like an MCP tool is not allowed as one', () => {
    const file = policy('[[rule]]\nmcpName = "srv"\ndecision = "allow"\npriority = 1');
    expect(verdict([file], { tool: 'mcp_srv_x', args: {}, effect: 'write' })).toBe('ask');
  });

  it('unlike Gemini CLI: all alternatives of a commandRegex match from the start of the command', () => {
    const file = policy(
      `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = 'git status|ls'\ndecision = "allow"\npriority = 1`,
    );
    expect(verdict([file], run({ text: 'npm run tools' }))).toBe('ask');
    expect(verdict([file], run({ text: 'ls -l' }))).toBe('allow');
  });

  it('unlike Gemini CLI: $ in a commandRegex matches the end of the command', () => {
    const file = policy(
      `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = 'make$'\ndecision = "allow"\npriority = 1`,
    );
    expect(verdict([file], run({ text: 'make' }))).toBe('allow');
    expect(verdict([file], run({ text: 'make x' }))).toBe('ask');
  });

  it('unlike Gemini CLI: a nested key named command is not the command', () => {
    const file = policy(
      `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = 'make'\ndecision = "allow"\npriority = 1`,
    );
    const call = run({ text: 'rm x' });
    expect(verdict([file], { ...call, args: { ...call.args, o: { command: 'make' } } })).toBe('ask');
  });

  it('unlike Gemini CLI: denying rm also denies /bin/rm, and options do not hide a subcommand', () => {
    const file = policy(
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["rm", "git push"]\ndecision = "deny"\npriority = 1',
    );
    expect(verdict([file], run({ text: '/bin/rm x' }))).toBe('deny');
    expect(verdict([file], run({ text: 'git -C . push' }))).toBe('deny');
  });

  it('unlike Gemini CLI: a deny rule finds its command in the arguments of a command that runs others', () => {
    const file = policy(
      `[[rule]]\ncommandPrefix = "rm -rf"\ndecision = "deny"\npriority = 1\n[[rule]]\ncommandRegex = 'curl'\ndecision = "deny"\npriority = 1`,
    );
    const hazard = 'runs as another user';
    for (const text of ['sudo rm -rf /x', 'sudo /bin/rm -rf /x', `watch 'ls; rm -rf /x'`, 'sudo curl x'])
      expect(verdict([file], run({ text, hazard }), { mode: 'yolo' })).toBe('deny');
    expect(verdict([file], run({ text: 'sudo rm x', hazard }), { mode: 'yolo' })).toBe('allow');
    expect(verdict([file], run({ text: 'echo rm -rf x curl' }), { mode: 'yolo' })).toBe('allow');
  });

  it('unlike Gemini CLI: a subagent named like a tool is not allowed by rules for the tool', () => {
    const file = policy(
      '[[rule]]\ntoolName = "invoke_agent"\ndecision = "ask_user"\npriority = 1\n[[rule]]\ntoolName = "glob"\ndecision = "allow"\npriority = 2',
    );
    expect(verdict([file], { tool: 'invoke_agent', args: { agent_name: 'glob' }, effect: 'execute' })).toBe('ask');
  });
});

describe('when deciding,', () => {
  it('unlike Gemini CLI: at equal priority the stricter rule wins, not the one that was read first', () => {
    const allow = '[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 5\n';
    const deny = '[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = 5\n';
    const call: PolicyCall = { tool: 'x', args: {}, effect: 'execute' };
    expect(verdict([policy(allow + deny)], call)).toBe('deny');
    expect(verdict([policy(deny + allow)], call)).toBe('deny');
    expect(verdict([policy(allow), policy(deny)], call)).toBe('deny');
  });

  it('unlike Gemini CLI: the workspace tier works, and an untrusted one cannot turn a deny into an ask', () => {
    const ask = policy('[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 999', 'workspace');
    const set = compilePolicies([createDefaultPolicy(), ask], { isTrusted: false });
    const call: PolicyCall = { tool: 'write_file', args: {}, effect: 'write' };
    expect(decide(set, call, { ...here, mode: 'plan' }).verdict).toBe('deny');
    expect(decide(set, call, { ...here, mode: 'auto_edit' }).verdict).toBe('ask');
  });

  it('unlike Gemini CLI: an extension can deny in yolo mode, and another extension cannot soften it', () => {
    const deny = parsePolicy('[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = 1\nmodes = ["yolo"]', {
      file: 'a',
      tier: 'extension',
    });
    const ask = parsePolicy('[[rule]]\ntoolName = "x"\ndecision = "ask_user"\npriority = 9', {
      file: 'b',
      tier: 'extension',
    });
    expect(verdict([ask, deny], { tool: 'x', args: {}, effect: 'execute' }, { mode: 'yolo' })).toBe('deny');
  });

  it('unlike Gemini CLI: a rule that requires approval applies to read-only commands too', () => {
    const file = policy('[[rule]]\ntoolName = "run_shell_command"\ndecision = "ask_user"\npriority = 1');
    expect(verdict([file], run({ text: 'ls', isReadOnly: true }))).toBe('ask');
  });

  it('unlike Gemini CLI: read-only commands run in sessions without a user', () => {
    expect(verdict([], run({ text: 'ls', isReadOnly: true }), { isInteractive: false })).toBe('allow');
  });

  it('unlike Gemini CLI: a prefix does not allow hazards in the arguments of a command', () => {
    const file = policy(
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "find"\ndecision = "allow"\npriority = 1',
    );
    expect(verdict([file], run({ text: 'find . -exec evil ;', hazard: 'find -exec runs a program' }))).toBe('ask');
  });

  it('unlike Gemini CLI: a prefix does not allow variables set for a command, even if it is the whole command', () => {
    const file = policy('[[rule]]\ncommandPrefix = ["git status", "rm -rf x"]\ndecision = "allow"\npriority = 1');
    const assigned = {
      argv: ['git', 'status'],
      text: 'GIT_CONFIG_COUNT=1 git status',
      hazard: '`GIT_CONFIG_COUNT=1` is odd',
    };
    expect(verdict([file], run(assigned))).toBe('ask');
    expect(verdict([file], run({ text: 'rm -rf x', danger: 'gone' }))).toBe('allow');
    expect(verdict([file], run({ argv: ['rm', '-rf', 'x'], text: 'A=1 rm -rf x', danger: 'gone' }))).toBe('ask');
  });

  it('unlike Gemini CLI: a redirection out of the working directory needs approval in auto-edit mode', () => {
    const file = policy(
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "echo"\ndecision = "allow"\npriority = 1',
    );
    for (const target of ['~/.bashrc', '/etc/x', '../x', 'a/../../x', '$HOME/x', '*'])
      expect(verdict([file], run({ text: 'echo a', writes: [target] }), { mode: 'auto_edit' })).toBe('ask');
    expect(verdict([file], run({ text: 'echo a', writes: ['a/b.txt'] }), { mode: 'auto_edit' })).toBe('allow');
  });

  it('unlike Gemini CLI: input redirection does not count as writing', () => {
    expect(verdict([], run({ text: 'cat < a', isReadOnly: true }))).toBe('allow');
  });

  it('unlike Gemini CLI: a line that is not understood needs approval in yolo mode if a rule limits commands', () => {
    const file = policy(
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "deny"\npriority = 1',
    );
    expect(verdict([file], notUnderstood('echo $[x]'), { mode: 'yolo' })).toBe('ask');
    expect(verdict([file], notUnderstood('echo $[x]; rm y'), { mode: 'yolo' })).toBe('deny');
    expect(verdict([], notUnderstood('echo $[x]'), { mode: 'yolo' })).toBe('allow');
  });

  it('unlike Gemini CLI: web_fetch needs approval in auto-edit mode, which only covers files', () => {
    expect(verdict([], { tool: 'web_fetch', args: {}, effect: 'network' }, { mode: 'auto_edit' })).toBe('ask');
  });

  it('unlike Gemini CLI: a line with too many commands to judge is denied', () => {
    const many = Array.from({ length: 10_000 }, () => ({ text: 'ls', isReadOnly: true }));
    expect(verdict([], run(...many))).toBe('deny');
  });
});
