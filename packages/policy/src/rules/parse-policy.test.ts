import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyFile } from './policy-rule.ts';

const parse = (text: string): PolicyFile => parsePolicy(text, { file: 'p.toml', tier: 'user' });
const good = 'toolName = "x"\ndecision = "deny"\npriority = 1\n';
const rule = (more: string): string => `[[rule]]\n${good}${more}\n`;

describe('a valid file', () => {
  it('has no problems, like the built-in policy', () => {
    expect(createDefaultPolicy()).toMatchObject({ problems: [], notices: [] });
  });

  it('has rules with their lines, whatever is between them', () => {
    const text = [
      '# [[rule]] in a comment',
      rule('name = "one"'),
      '',
      '[[rule]]',
      'name = "two"',
      'denyMessage = """',
      '[[rule]]',
      'a = [',
      '"""',
      'toolName = [ # [[rule]]',
      '  "a",',
      '  "b\\"]",',
      ']',
      'decision = "ask_user"',
      'priority = 999',
      '[[ "rule" ]] # three',
      good,
    ].join('\n');
    const { rules, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(rules.map(({ line, name, decision }) => [line, name, decision])).toEqual([
      [2, 'one', 'deny'],
      [9, 'two', 'ask'],
      [21, undefined, 'deny'],
    ]);
  });

  it('may have its rules as an inline list', () => {
    const { rules, problems } = parse('\nrule = [\n  { toolName = "x", decision = "deny", priority = 1 },\n]');
    expect({ lines: rules.map(({ line }) => line), problems }).toEqual({ lines: [2], problems: [] });
  });

  it('may have every documented key', () => {
    const { rules, problems } = parse(`[[rule]]
name = "all of it"
toolName = ["a", "mcp_*"]
mcpName = "srv"
subagent = "scout"
toolAnnotations = { readOnlyHint = true, kind = "x", n = 1 }
argsPattern = '"a":"b"'
decision = "deny"
priority = 0
modes = ["default", "autoEdit", "auto_edit", "plan", "yolo"]
interactive = false
allowRedirection = true
denyMessage = "no"
`);
    expect(problems).toEqual([]);
    expect(rules).toMatchObject([
      {
        denyMessage: 'no',
        allowsRedirection: true,
        conditions: {
          modes: ['default', 'auto_edit', 'auto_edit', 'plan', 'yolo'],
          isInteractive: false,
          subagent: 'scout',
        },
      },
    ]);
  });

  it('may have two keys in their old spelling', () => {
    expect(parse(rule('deny_message = "no"\nallow_redirection = true')).rules).toMatchObject([
      { denyMessage: 'no', allowsRedirection: true },
    ]);
  });

  it('may have checkers, with defaults', () => {
    const { checkers, problems } = parse(`[[safety_checker]]
toolName = ["write_file", "replace"]
[safety_checker.checker]
type = "external"
name = "mine"
[safety_checker.checker.config]
strict = true
`);
    expect(problems).toEqual([]);
    expect(checkers).toMatchObject([
      {
        line: 1,
        priority: 0,
        checker: { type: 'external', name: 'mine', requiredContext: [], config: { strict: true } },
      },
    ]);
  });

  it('gets notices about likely typos', () => {
    const { notices, problems } = parse(
      '[[rule]]\ntoolName = "run_shel_command"\ndecision = "deny"\npriority = 1\n[[rule]]\ncommandPrefix = "git *"\ndecision = "deny"\npriority = 1',
    );
    expect(problems).toEqual([]);
    expect(notices).toMatchObject([
      { line: 2, hint: 'Did you mean "run_shell_command"?' },
      { line: 6, hint: expect.stringContaining('Remove the star') as string },
    ]);
  });
});

/** The constructs in Gemini CLI's own files. The real files are loaded manually when they change. */
const shipped: Readonly<Record<string, string>> = {
  'conditions by presence':
    '[[rule]]\ntoolName = "discovered_tool_*"\ndecision = "ask_user"\npriority = 10\ninteractive = true',
  'a list over several lines with comments in it':
    '[[rule]]\ntoolName = [\n  "glob",\n  # trackers\n  "tracker_x",\n]\ndecision = "allow"\npriority = 50',
  'annotations for every server':
    '[[rule]]\ntoolName = "*"\nmcpName = "*"\ntoolAnnotations = { readOnlyHint = true }\ndecision = "ask_user"\npriority = 50\nmodes = ["plan"]',
  'patterns between NUL characters':
    '[[rule]]\ntoolName = ["write_file"]\ndecision = "allow"\npriority = 70\nargsPattern = "\\\\x00\\"file_path\\":\\"[^\\\\\\"]+[\\\\\\\\/]+plans[\\\\\\\\/]+[\\\\w-]+\\\\.md\\"\\\\x00"',
  'a checker of a rule':
    '[[rule]]\ntoolName = "replace"\ndecision = "allow"\npriority = 15\nmodes = ["autoEdit"]\n\n[rule.safety_checker]\ntype = "in-process"\nname = "allowed-path"\nrequired_context = ["environment"]',
  'a checker of every tool':
    '[[safety_checker]]\ntoolName = "*"\npriority = 100\n[safety_checker.checker]\ntype = "in-process"\nname = "conseca"',
  'everything in yolo mode':
    '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 998\nmodes = ["yolo"]\nallowRedirection = true',
};

it.each(Object.entries(shipped))('a file like those of Gemini CLI loads: %s', (_, text) => {
  const { problems, rules, checkers } = parse(text);
  expect(problems).toEqual([]);
  expect(rules.length + checkers.length).toBeGreaterThan(0);
});

describe('an invalid file', () => {
  it.each<[string, number, string, string]>([
    ['[[rule]\n', 1, 'Invalid', 'column'],
    ['[[rule]]\ntoolName = "x\n', 2, 'Invalid', 'column'],
    [`${rule('')}[[rules]]\n${good}`, 6, 'no table "rules"', '[[rule]]'],
    ['[rule]\n' + good, 1, 'not a list', 'two brackets'],
    ['x = 1\n', 1, 'no table "x"', '[[rule]] and'],
    [rule('tool_name = "y"'), 5, 'no key "tool_name"', 'toolName'],
    [rule('prioritiy = 2'), 5, 'no key "prioritiy"', 'priority'],
    [rule('effect = "read"'), 5, 'no key "effect"', ''],
    ['[[rule]]\ntoolName = "x"\ndecision = "deny"', 1, 'priority is missing', '0 to 999'],
    ['[[rule]]\ntoolName = "x"\npriority = 1', 1, 'decision', 'ask_user'],
    ['[[rule]]\ntoolName = "x"\ndecision = "ask"\npriority = 1', 3, 'decision', 'ask_user'],
    ['[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = 1000', 4, 'priority', '0 to 999'],
    ['[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = 1.5', 4, 'priority', '0 to 999'],
    ['[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = -1', 4, 'priority', '0 to 999'],
    ['[[rule]]\ndecision = "deny"\npriority = 1', 1, 'names no tool', 'toolName = "*"'],
    ['[[rule]]\ntoolName = ""\ndecision = "deny"\npriority = 1', 2, 'toolName', 'every tool'],
    ['[[rule]]\ntoolName = []\ndecision = "deny"\npriority = 1', 2, 'toolName', 'every tool'],
    [rule('mcpName = ""'), 5, 'mcpName', 'every server'],
    [rule('subagent = "*"'), 5, 'without wildcards', 'every caller'],
    [rule('modes = ["planned"]'), 5, 'modes', '"plan"'],
    [rule('interactive = "yes"'), 5, 'interactive', 'true'],
    [rule('commandPrefix = "git"'), 2, 'only for run_shell_command', 'toolName'],
    [rule('commandRegex = "git"'), 2, 'only for run_shell_command', 'toolName'],
    [
      '[[rule]]\ncommandPrefix = "git"\nargsPattern = "x"\ndecision = "deny"\npriority = 1',
      2,
      'cannot be used in the same rule',
      'each',
    ],
    [
      '[[rule]]\ncommandPrefix = "git"\ncommandRegex = "x"\ndecision = "deny"\npriority = 1',
      3,
      'cannot be used in the same rule',
      'each',
    ],
    ['[[rule]]\ncommandPrefix = []\ndecision = "deny"\npriority = 1', 2, 'commandPrefix', 'git log'],
    ['[[rule]]\ncommandPrefix = "  "\ndecision = "deny"\npriority = 1', 2, 'no words', 'first words'],
    ['[[rule]]\ncommandPrefix = "a && b"\ndecision = "deny"\npriority = 1', 2, '& ends a command', 'first words'],
    [`[[rule]]\ncommandPrefix = 'a "b'\ndecision = "deny"\npriority = 1`, 2, 'not closed', 'first words'],
    [rule(`argsPattern = '(a'`), 5, 'argsPattern cannot be used', 'RE2'],
    [rule(`argsPattern = '(?=a)'`), 5, 'argsPattern cannot be used', 'two rules'],
    [
      `[[rule]]\ncommandRegex = '(a)\\1'\ndecision = "deny"\npriority = 1`,
      2,
      'commandRegex cannot be used',
      'backreferences',
    ],
    [rule('toolAnnotations = { a = [1] }'), 5, 'toolAnnotations', 'readOnlyHint'],
    ['[[safety_checker]]\ntoolName = "*"', 1, 'checker', 'safety_checker.checker'],
    [
      '[[safety_checker]]\ntoolName = "*"\n[safety_checker.checker]\ntype = "in-process"\nname = "nobody"',
      3,
      'checker.name',
      'allowed-path',
    ],
    [
      '[[safety_checker]]\ntoolName = "*"\ndecision = "deny"\n[safety_checker.checker]\ntype = "external"\nname = "x"',
      3,
      'no key "decision"',
      '',
    ],
    [rule('[rule.safety_checker]\ntype = "in-process"\nname = "nobody"'), 5, 'safety_checker.name', 'allowed-path'],
    [rule('[rule.safety_checker]\ntype = "external"\nname = "x"\nextra = 1'), 5, 'no key "extra"', 'external'],
    ['"__proto__" = 1', 1, 'unsafe', ''],
  ])('%j has a problem in line %i: %s', (text, line, ...[message, hint]) => {
    const { problems } = parse(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'p.toml', line });
    expect(problems[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(problems[0]?.hint).toContain(hint);
  });

  it('keeps rules that restrict and none that allow', () => {
    const allow = rule('').replace('deny', 'allow');
    const { rules, problems } = parse(rule('') + allow + rule('oops = 1') + rule('').replace('deny', 'ask_user'));
    expect(rules.map(({ decision }) => decision)).toEqual(['deny', 'ask']);
    expect(problems).toHaveLength(1);
  });

  it('reports all problems at once', () => {
    expect(parse(rule('a = 1\nb = 2') + rule('c = 3')).problems.map(({ line }) => line)).toEqual([5, 6, 11]);
  });

  it('is one that is too large', () => {
    expect(parse('#'.repeat(2 ** 21)).problems).toMatchObject([{ message: 'the file is larger than 1 MB' }]);
  });
});
