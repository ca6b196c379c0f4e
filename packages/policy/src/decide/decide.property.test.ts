import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { tiers, type PolicyFile, type Tier, type Verdict } from '../rules/policy-rule.ts';
import type { ShellCommand, ShellLine } from '../shell/shell-line.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';
import { compareStrictness } from './strictest.ts';

const defaults = createDefaultPolicy();
const some = <Item>(...items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);
const optional = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.option(text, { nil: '' });

const target = fc.oneof(
  some(
    'toolName = "write_file"',
    'toolName = "*"',
    'toolName = "read_*"',
    'toolName = "mcp_s_*"',
    'toolName = "mcp_*_t"',
  ),
  some('mcpName = "s"', 'mcpName = "*"\ntoolName = "t"', 'toolName = "run_shell_command"', 'toolName = "helper"'),
  some(
    'commandPrefix = "git push"',
    'commandPrefix = ["rm", "git"]',
    "commandRegex = 'git (push|log)'",
    "commandRegex = '.*&& rm'",
  ),
  some(`toolName = "write_file"\nargsPattern = '"file_path":"src'`, `toolName = "*"\nargsPattern = 'push'`),
);
const ruleText = (decisions: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      target,
      some(...decisions),
      fc.integer({ min: 0, max: 6 }),
      optional(some('modes = ["plan"]', 'modes = ["default", "autoEdit"]', 'modes = ["yolo"]')),
      optional(some('interactive = true', 'interactive = false')),
      optional(some('subagent = "helper"')),
      optional(some('allowRedirection = true')),
    )
    .map(([what, decision, priority, ...more]) =>
      ['[[rule]]', what, `decision = "${decision}"`, `priority = ${priority}`, ...more].join('\n'),
    );
const anyRule = ruleText(['allow', 'deny', 'ask_user']);
const text = (rules: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(rules, { maxLength: 4 }).map((all) => all.join('\n'));
const files = fc.array(fc.tuple(some<Tier>('extension', 'workspace', 'user', 'admin'), text(anyRule)), {
  maxLength: 4,
});

const command = fc.record<ShellCommand>({
  argv: some(['git', 'push'], ['git', '-C', '.', 'push'], ['git', 'log'], ['/bin/rm', 'x'], ['ls']),
  text: some('git push', 'git log', 'rm x', 'ls'),
  isReadOnly: fc.boolean(),
  hazard: some(null, 'git -C is odd'),
  danger: some(null, 'dangerous'),
  writes: some([], ['out'], ['/etc/x']),
});
const line: fc.Arbitrary<ShellLine> = fc.oneof(
  fc.array(command, { maxLength: 3 }).map((commands): ShellLine => ({ kind: 'understood', commands })),
  fc.constant<ShellLine>({ kind: 'not_understood', why: 'odd' }),
);
const call: fc.Arbitrary<PolicyCall> = fc.oneof(
  fc.record({
    tool: fc.constant('run_shell_command'),
    args: fc.record({ command: some('git push && rm x', 'ls', 'r\\m x') }),
    effect: fc.constant('execute' as const),
    shell: line,
  }),
  fc.record({
    tool: some('write_file', 'read_file', 'other', 'mcp_s_t'),
    args: fc.record({ file_path: some('src/a', 'b') }),
    effect: some('read' as const, 'write' as const, 'network' as const),
    isInsideWorkspace: fc.boolean(),
    subagent: some('helper', 'x'),
  }),
  fc.record({
    tool: some('mcp_s_t', 't', 'mcp_s_u'),
    mcpServer: some('s', 's_u'),
    args: fc.constant({}),
    effect: some('read' as const, 'write' as const),
  }),
  fc.record({
    tool: fc.constant('invoke_agent'),
    args: fc.record({ agent_name: some('helper', 'write_file') }),
    effect: fc.constant('execute' as const),
  }),
);
const context = fc.record<PolicyContext>({
  mode: some('default' as const, 'auto_edit' as const, 'plan' as const, 'yolo' as const),
  isInteractive: fc.boolean(),
  canAsk: fc.boolean(),
});

function parse(sources: readonly (readonly [Tier, string])[]): PolicyFile[] {
  return sources.map(([tier, source], n) => parsePolicy(source, { file: `${n}.toml`, tier }));
}

function verdictOf(
  policies: readonly PolicyFile[],
  asked: PolicyCall,
  { isTrusted, ...where }: PolicyContext & { isTrusted: boolean },
): Verdict {
  return decide(compilePolicies([defaults, ...policies], { isTrusted }), asked, where).verdict;
}

const where = fc.tuple(context, fc.boolean()).map(([rest, isTrusted]) => ({ ...rest, isTrusted }));
const question = fc.record({ asked: call, at: where });
const added = fc.tuple<[Tier, string]>;
const runs = { numRuns: 500 };

describe('for all rules, calls and contexts', () => {
  it('generated rules are valid', () => {
    fc.assert(
      fc.property(files, (sources) => parse(sources).every(({ problems }) => problems.length === 0)),
      { numRuns: 100 },
    );
  });

  it('another deny rule never makes a verdict looser', () => {
    fc.assert(
      fc.property(
        files,
        added(some(...tiers.slice(1)), ruleText(['deny'])),
        question,
        (sources, deny, { asked, at }) => {
          const before = verdictOf(parse(sources), asked, at);
          const after = verdictOf(parse([...sources, deny]), asked, at);
          expect(compareStrictness(after, before)).toBeGreaterThanOrEqual(0);
        },
      ),
      runs,
    );
  });

  it('an untrusted workspace or an extension never makes a verdict looser', () => {
    fc.assert(
      fc.property(
        files,
        added(some<Tier>('workspace', 'extension'), text(anyRule)),
        question,
        (sources, guest, { asked, at }) => {
          const before = verdictOf(parse(sources), asked, { ...at, isTrusted: false });
          const after = verdictOf(parse([...sources, guest]), asked, { ...at, isTrusted: false });
          expect(compareStrictness(after, before)).toBeGreaterThanOrEqual(0);
        },
      ),
      runs,
    );
  });

  it('the order of files and of rules in them does not matter', () => {
    fc.assert(
      fc.property(files, call, where, (sources, asked, at) => {
        const policies = parse(sources);
        const turned = parse(
          [...sources].reverse().map(
            ([tier, source]) =>
              [
                tier,
                source
                  .split(/(?=\[\[rule\]\])/)
                  .reverse()
                  .join('\n'),
              ] as const,
          ),
        );
        expect(verdictOf(turned, asked, at)).toBe(verdictOf(policies, asked, at));
      }),
      runs,
    );
  });

  it('a broken file never makes a verdict looser, and nothing is allowed', () => {
    fc.assert(
      fc.property(files, call, where, (sources, asked, at) => {
        const before = verdictOf(parse(sources), asked, at);
        const after = verdictOf(parse([...sources, ['workspace', '[[rules]]']]), asked, at);
        expect(after).not.toBe('allow');
        expect(compareStrictness(after, before)).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it('no call needs approval if no one can answer', () => {
    fc.assert(
      fc.property(files, call, where, (sources, asked, at) => {
        expect(verdictOf(parse(sources), asked, { ...at, canAsk: false })).not.toBe('ask');
      }),
      runs,
    );
  });

  it('reporting all matches does not change the verdict', () => {
    fc.assert(
      fc.property(files, call, context, (sources, asked, at) => {
        const set = compilePolicies([defaults, ...parse(sources)], { isTrusted: true });
        const { matched: _, ...all } = decide(set, asked, { ...at, wantsAllMatches: true });
        expect(decide(set, asked, at)).toMatchObject(all);
      }),
      runs,
    );
  });
});
