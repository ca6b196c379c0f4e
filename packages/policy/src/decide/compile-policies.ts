import { failClosed } from '../rules/fail-closed.ts';
import { tiers, type CheckerRule, type PolicyFile, type PolicyRule } from '../rules/policy-rule.ts';
import type { IgnoredRule, PolicySet, RankedRule } from './policy-set.ts';
import { compareStrictness } from './strictest.ts';

/** Determines which rules apply. */
export interface CompileOptions {
  /** The user trusts the workspace. Only then may its rules allow calls. */
  readonly isTrusted: boolean;
}

/**
 * Combines policy files into one set: drops rules that do not apply, ranks the others and indexes them by tool. Within
 * a tier the higher priority wins, and at equal priority the stricter rule. The order of the files does not matter. A
 * file with problems makes the whole set fail closed.
 */
export function compilePolicies(files: readonly PolicyFile[], options: CompileOptions): PolicySet {
  const closing = files
    .filter(({ problems, rules }) => problems.length > 0 && !rules.some(({ mayOnlyNarrow }) => mayOnlyNarrow))
    .map(({ problems }) => failClosed(problems));
  const kept: { rule: PolicyRule; voice: number }[] = [];
  const ignored: IgnoredRule[] = [];
  for (const [voice, file] of [...files, ...closing].entries()) {
    const mayOnlyNarrow = file.problems.length > 0 || isGuest(file, options);
    for (const rule of file.rules) {
      if (mayOnlyNarrow && rule.decision === 'allow') ignored.push({ rule, why: whyNotAllowed(file) });
      else kept.push({ rule: { ...rule, mayOnlyNarrow: mayOnlyNarrow || rule.mayOnlyNarrow }, voice });
    }
  }
  const checkers = files.flatMap((file) => file.checkers.filter((checker) => mayCheck(checker, options)));
  for (const file of files)
    for (const rule of file.checkers)
      if (!mayCheck(rule, options)) ignored.push({ rule, why: 'an untrusted folder cannot choose programs to run' });
  const rules = kept.sort((a, b) => compareRules(a.rule, b.rule)).map((entry, rank) => ({ ...entry, rank }));
  return {
    ...indexRules(rules),
    checkers: checkers.sort(comparePlaces),
    ignored,
    problems: files.flatMap(({ problems }) => problems),
    notices: files.flatMap(({ notices }) => notices),
    isTrusted: options.isTrusted,
  };
}

/** Extension policies, and in an untrusted folder its policy and saved grants, can only make verdicts stricter. */
function isGuest({ tier, answered }: PolicyFile, { isTrusted }: CompileOptions): boolean {
  return tier === 'extension' || ((tier === 'workspace' || answered === 'kept') && !isTrusted);
}

function whyNotAllowed(file: PolicyFile): string {
  if (file.problems.length > 0) return 'its file has problems';
  return file.tier === 'extension' ? 'an extension cannot allow anything' : 'the folder is not trusted';
}

function mayCheck({ tier, checker }: CheckerRule, { isTrusted }: CompileOptions): boolean {
  return checker.type === 'in-process' || tier !== 'workspace' || isTrusted;
}

function compareRules(a: PolicyRule, b: PolicyRule): number {
  const byRank = tiers.indexOf(b.tier) - tiers.indexOf(a.tier) || b.priority - a.priority;
  return byRank || compareStrictness(b.decision, a.decision) || comparePlaces(a, b);
}

function comparePlaces(a: PolicyRule | CheckerRule, b: PolicyRule | CheckerRule): number {
  const byRank = tiers.indexOf(b.tier) - tiers.indexOf(a.tier) || b.priority - a.priority;
  return byRank || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
}

function indexRules(rules: readonly RankedRule[]): Pick<PolicySet, 'rules' | 'byTool' | 'forAnyTool'> {
  const byTool = new Map<string, RankedRule[]>();
  const forAnyTool: RankedRule[] = [];
  for (const ranked of rules) {
    const { tools, mcpServer } = ranked.rule.conditions;
    const names = tools.flatMap((pattern) => (pattern.kind === 'exact' ? [pattern.name] : []));
    if (mcpServer !== undefined || names.length < tools.length) forAnyTool.push(ranked);
    else for (const name of new Set(names)) add(byTool, name, ranked);
  }
  return { rules, byTool, forAnyTool };
}

function add(byTool: Map<string, RankedRule[]>, name: string, ranked: RankedRule): void {
  const others = byTool.get(name);
  if (others === undefined) byTool.set(name, [ranked]);
  else others.push(ranked);
}
