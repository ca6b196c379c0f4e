import { approvalModeSchema, describeIssue, effectSchema, type Effect } from '@bowline/protocol';
import { parse as parseToml, TomlError } from 'smol-toml';
import * as z from 'zod';
import type { PolicyProblem, Verdict } from '../rules/policy-rule.ts';
import { SHELL_TOOL } from '../rules/tool-names.ts';
import { findTomlLines } from '../rules/toml-lines.ts';
import type { ShellLine } from '../shell/shell-line.ts';
import { decide } from './decide.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';
import type { PolicyDecision } from './policy-decision.ts';
import type { PolicySet } from './policy-set.ts';

/** What running cases depends on. */
export interface CaseParts {
  /** The name of the text's file, for messages. */
  readonly file: string;
  readonly readShell: (line: string) => ShellLine;
  /** The effect of a tool by name. Unknown tools count as `execute`. */
  readonly effectOf: (tool: string) => Effect | undefined;
}

/** The result of one case. */
export interface CaseResult {
  readonly name: string;
  readonly line: number;
  readonly expected: Verdict;
  readonly decision: PolicyDecision;
  readonly isMet: boolean;
}

const caseSchema = z.strictObject({
  name: z.string().optional(),
  tool: z.string().min(1).default(SHELL_TOOL),
  command: z.string().optional(),
  args: z.record(z.string(), z.unknown()).default({}),
  mcpName: z.string().optional(),
  subagent: z.string().optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
  effect: effectSchema.optional(),
  inside: z.boolean().optional(),
  mode: z.preprocess((mode) => (mode === 'autoEdit' ? 'auto_edit' : mode), approvalModeSchema.default('default')),
  interactive: z.boolean().default(true),
  expect: z.enum(['allow', 'ask', 'ask_user', 'deny']),
});
type Case = z.infer<typeof caseSchema>;

/**
 * Runs the `[[case]]` tables of a text against a policy set. A case has a `tool` with `args`, or a `command`, and the
 * verdict to `expect`.
 */
export function runPolicyCases(
  set: PolicySet,
  text: string,
  parts: CaseParts,
): { readonly results: readonly CaseResult[]; readonly problems: readonly PolicyProblem[] } {
  const { file } = parts;
  let tables: unknown;
  try {
    const { case: found, ...others } = parseToml(text);
    const [other] = Object.keys(others);
    const line = findTomlLines(text).top(other ?? 'case');
    if (other !== undefined || found === undefined)
      return none({
        file,
        line,
        message: `the file must contain only [[case]] tables, and at least one`,
        hint: 'Write [[case]] tables only.',
      });
    tables = found;
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    return none({ file, line: thrown.line, message: thrown.message.split('\n')[0] ?? '', hint: 'Fix the TOML.' });
  }
  const lines = findTomlLines(text);
  const results: CaseResult[] = [];
  const problems: PolicyProblem[] = [];
  for (const [n, table] of (Array.isArray(tables) ? tables : [tables]).entries()) {
    const parsed = caseSchema.safeParse(table);
    const line = lines.table('case', n);
    if (parsed.success) results.push(runCase(set, parsed.data, { parts, line }));
    else problems.push(...parsed.error.issues.map((issue) => toProblem(issue, table, { file, line })));
  }
  return { results, problems };
}

function none(problem: PolicyProblem): { readonly results: []; readonly problems: readonly PolicyProblem[] } {
  return { results: [], problems: [problem] };
}

function toProblem(
  issue: z.core.$ZodIssue,
  table: unknown,
  place: { readonly file: string; readonly line: number },
): PolicyProblem {
  const hint = `The keys of a case are ${Object.keys(caseSchema.shape).join(', ')}.`;
  return { ...place, message: `${issue.path.join('.') || '[[case]]'} ${describeIssue(issue, table)}`, hint };
}

function runCase(
  set: PolicySet,
  one: Case,
  { parts, line }: { readonly parts: CaseParts; readonly line: number },
): CaseResult {
  const context: PolicyContext = { mode: one.mode, isInteractive: one.interactive, wantsAllMatches: true };
  const decision = decide(set, toCall(one, parts), context);
  const expected = one.expect === 'ask_user' ? 'ask' : one.expect;
  const name = one.name ?? `${one.tool}${one.command === undefined ? '' : ` ${one.command}`}`;
  return { name, line, expected, decision, isMet: decision.verdict === expected };
}

function toCall({ tool, command, args, ...more }: Case, { readShell, effectOf }: CaseParts): PolicyCall {
  const line = command ?? args['command'];
  const { mcpName, subagent, annotations, inside } = more;
  return {
    tool,
    args: command === undefined ? args : { ...args, command },
    effect: more.effect ?? effectOf(tool) ?? 'execute',
    ...(tool === SHELL_TOOL && typeof line === 'string' ? { shell: readShell(line) } : {}),
    ...(mcpName === undefined ? {} : { mcpServer: mcpName }),
    ...(subagent === undefined ? {} : { subagent }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(inside === undefined ? {} : { isInsideWorkspace: inside }),
  };
}
