import { parse as parseToml, TomlError } from 'smol-toml';
import type * as z from 'zod';
import { describeRule } from './describe-rule.ts';
import { describeIssue, nearestNames } from '@bowline/protocol';
import type { CheckerRule, PolicyFile, PolicyProblem, PolicyRule, SafetyChecker, Verdict } from './policy-rule.ts';
import {
  checkerRuleSchema,
  keyHints,
  knownKeys,
  ruleSchemaOf,
  type CheckerFields,
  type CheckerRuleFields,
  type RuleFields,
} from './rule-schema.ts';
import { toConditions, type Report } from './to-conditions.ts';
import { findTomlLines, type TomlLines } from './toml-lines.ts';

/** Where a policy text comes from. */
export type PolicySource = Pick<PolicyFile, 'file' | 'tier' | 'answered'>;

type TableName = keyof typeof knownKeys;

const MAX_TEXT = 1024 * 1024;
const decisions: Readonly<Record<RuleFields['decision'], Verdict>> = { allow: 'allow', deny: 'deny', ask_user: 'ask' };

/**
 * Reads a policy file. Errors are in `problems`, with line and hint. From a file with any problem, only the valid rules
 * that restrict are kept, and none that allow.
 */
export function parsePolicy(text: string, source: PolicySource): PolicyFile {
  const reading = new Reading(text, source);
  reading.read();
  const { rules, checkers, problems, notices } = reading;
  const kept = problems.length === 0 ? rules : rules.filter(({ decision }) => decision !== 'allow');
  return { ...source, rules: kept, checkers, problems, notices };
}

/** Collects what is found while reading one text. */
class Reading {
  readonly rules: PolicyRule[] = [];
  readonly checkers: CheckerRule[] = [];
  readonly problems: PolicyProblem[] = [];
  readonly notices: PolicyProblem[] = [];
  private readonly text: string;
  private readonly source: PolicySource;
  private lines: TomlLines = findTomlLines('');

  constructor(text: string, source: PolicySource) {
    this.text = text;
    this.source = source;
  }

  read(): void {
    const document = this.parse();
    if (document === undefined) return;
    this.lines = findTomlLines(this.text);
    for (const key of Object.keys(document)) this.checkTop(key);
    for (const [n, table] of this.tables(document, 'rule').entries()) this.readRule(table, n);
    for (const [n, table] of this.tables(document, 'safety_checker').entries()) this.readChecker(table, n);
  }

  private parse(): Readonly<Record<string, unknown>> | undefined {
    const { file } = this.source;
    if (this.text.length > MAX_TEXT) {
      this.problems.push({ file, line: 1, message: 'the file is larger than 1 MB', hint: 'Split it.' });
      return undefined;
    }
    try {
      return parseToml(this.text, { unsafeKeyBehaviour: 'throw', maxDepth: 32 });
    } catch (thrown) {
      if (!(thrown instanceof TomlError)) throw thrown;
      const [first = ''] = thrown.message.split('\n');
      const hint = `See column ${thrown.column}: a quote, a bracket or an = is missing there or before it.`;
      this.problems.push({ file, line: thrown.line, message: first, hint });
      return undefined;
    }
  }

  private checkTop(key: string): void {
    const { file, answered } = this.source;
    // The header of a saved grant. See `parseGrant`.
    if (key in knownKeys || (key === 'grant' && answered === 'kept')) return;
    const [near] = nearestNames(key, Object.keys(knownKeys));
    const hint =
      near === undefined ? 'A policy has [[rule]] and [[safety_checker]] only.' : `Did you mean [[${near}]]?`;
    this.problems.push({ file, line: this.lines.top(key), message: `a policy has no table "${key}"`, hint });
  }

  private tables(document: Readonly<Record<string, unknown>>, name: TableName): readonly unknown[] {
    const found = document[name];
    if (found === undefined || Array.isArray(found)) return (found ?? []) as readonly unknown[];
    const { file } = this.source;
    const hint = `Write [[${name}]], with two brackets.`;
    this.problems.push({ file, line: this.lines.top(name), message: `${name} is not a list of tables`, hint });
    return [];
  }

  private readRule(table: unknown, n: number): void {
    const report = this.reportFor('rule', n);
    const parsed = ruleSchemaOf(this.source).safeParse(table);
    if (!parsed.success) {
      reportIssues(parsed.error, table, { table: 'rule', report });
      return;
    }
    const fields = parsed.data;
    const conditions = toConditions(fields, report);
    if (conditions === undefined) return;
    const decision = decisions[fields.decision];
    const place = { ...this.place(), line: this.lines.table('rule', n), priority: fields.priority };
    this.rules.push({
      ...place,
      name: fields.name,
      decision,
      conditions,
      allowsRedirection: fields.allowRedirection ?? fields.allow_redirection ?? false,
      ...this.placeOf(fields, report),
      denyMessage: fields.denyMessage ?? fields.deny_message,
      mayOnlyNarrow: false,
      text: describeRule(decision, conditions),
    });
    const { safety_checker: checker } = fields;
    if (checker !== undefined) this.checkers.push({ ...place, conditions, checker: toChecker(checker) });
  }

  /** Project and extension policies may decide what runs, but only the user decides how far it is confined. */
  private placeOf({ sandbox, hosts = [] }: RuleFields, report: Report): Pick<PolicyRule, 'isOutside' | 'hosts'> {
    const { tier } = this.source;
    if (tier !== 'workspace' && tier !== 'extension') return { isOutside: sandbox === 'open', hosts };
    const said = { sandbox, hosts: hosts.length === 0 ? undefined : hosts };
    for (const [key, value] of Object.entries(said)) {
      const hint = 'Put the rule into your own policy, in ~/.bowline/policies.';
      if (value !== undefined) report.notice(key, `${key} is ignored in project policies`, hint);
    }
    return { isOutside: false, hosts: [] };
  }

  private readChecker(table: unknown, n: number): void {
    const report = this.reportFor('safety_checker', n);
    const parsed = checkerRuleSchema.safeParse(table);
    if (!parsed.success) {
      reportIssues(parsed.error, table, { table: 'safety_checker', report });
      return;
    }
    const fields: CheckerRuleFields = parsed.data;
    const conditions = toConditions(fields, report);
    if (conditions === undefined) return;
    const place = { ...this.place(), line: this.lines.table('safety_checker', n), priority: fields.priority };
    this.checkers.push({ ...place, conditions, checker: toChecker(fields.checker) });
  }

  private place(): Pick<PolicySource, 'file' | 'tier'> {
    const { file, tier } = this.source;
    return { file, tier };
  }

  private reportFor(table: TableName, n: number): Report {
    const { file } = this.source;
    const at = (key: string): number => (key === '' ? this.lines.table(table, n) : this.lines.key(table, n, key));
    return {
      problem: (key, message, hint) => void this.problems.push({ file, line: at(key), message, hint }),
      notice: (key, message, hint) => void this.notices.push({ file, line: at(key), message, hint }),
    };
  }
}

function reportIssues(
  error: z.ZodError,
  written: unknown,
  { table, report }: { readonly table: TableName; readonly report: Report },
): void {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reportUnknown(key, issue.path, { table, report });
      continue;
    }
    const key = String(issue.path[0] ?? '');
    const message = `${issue.path.join('.') || `[[${table}]]`} ${describeIssue(issue, written)}`;
    report.problem(key, message, keyHints[key] ?? 'See the keys of a rule in the policy documentation.');
  }
}

function reportUnknown(
  key: string,
  path: readonly PropertyKey[],
  to: { readonly table: TableName; readonly report: Report },
): void {
  const parent = String(path[0] ?? '');
  if (parent !== '') {
    to.report.problem(parent, `${parent} has no key "${key}"`, keyHints[parent] ?? 'Remove it.');
    return;
  }
  const known = knownKeys[to.table];
  const [near] = nearestNames(key, known);
  const hint = near === undefined ? `Its keys are ${known.join(', ')}.` : `Did you mean ${near}?`;
  to.report.problem(key, `[[${to.table}]] has no key "${key}"`, hint);
}

function toChecker({ type, name, required_context, config }: CheckerFields): SafetyChecker {
  return { type, name, requiredContext: required_context, config };
}
