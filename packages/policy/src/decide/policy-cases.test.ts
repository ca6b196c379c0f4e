import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { compilePolicies } from './compile-policies.ts';
import { runPolicyCases, type CaseParts } from './policy-cases.ts';

const own = parsePolicy('[[rule]]\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 1', {
  file: 'own.toml',
  tier: 'user',
});
const set = compilePolicies([createDefaultPolicy(), own], { isTrusted: true });
const parts: CaseParts = {
  file: 'cases.toml',
  readShell: (text) => ({
    kind: 'understood',
    commands: [{ argv: text.split(' '), text, isReadOnly: text === 'ls', hazard: null, danger: null, writes: [] }],
  }),
  effectOf: (tool) => (tool === 'read_file' ? 'read' : undefined),
};

describe('cases', () => {
  it('are run, and report their line and the decision', () => {
    const { results, problems } = runPolicyCases(
      set,
      `[[case]]
command = "git push origin"
expect = "deny"

[[case]]
name = "reading"
tool = "read_file"
args = { file_path = "a" }
mode = "plan"
interactive = false
expect = "allow"

[[case]]
command = "ls"
mode = "autoEdit"
expect = "ask_user"

[[case]]
tool = "unknown"
expect = "ask"

[[case]]
tool = "search"
mcpName = "srv"
effect = "read"
subagent = "x"
annotations = { readOnlyHint = true }
mode = "plan"
expect = "ask"

[[case]]
tool = "read_file"
inside = false
expect = "ask"
`,
      parts,
    );
    expect(problems).toEqual([]);
    expect(results.map(({ name, line, isMet }) => [line, name, isMet])).toEqual([
      [1, 'run_shell_command git push origin', true],
      [5, 'reading', true],
      [13, 'run_shell_command ls', false],
      [18, 'unknown', true],
      [22, 'search', true],
      [31, 'read_file', true],
    ]);
    expect(results[2]).toMatchObject({ expected: 'ask', decision: { verdict: 'allow' } });
  });

  it.each<[string, number]>([
    ['[[case]]\nexpect = "maybe"', 1],
    ['\n[[case]]\nexpect = "ask"\ncommmand = "x"', 2],
    ['[[case]\n', 1],
    ['\n[[cases]]\nexpect = "ask"', 2],
    ['', 1],
  ])('that are invalid are reported as problems, not as passes: %j', (text, line) => {
    const { results, problems } = runPolicyCases(set, text, parts);
    expect(results).toEqual([]);
    expect(problems).toMatchObject([{ file: 'cases.toml', line }]);
  });
});
