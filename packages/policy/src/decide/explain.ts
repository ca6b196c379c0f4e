import type { Place } from '../rules/policy-rule.ts';
import type { PolicyDecision, RuleRef } from './policy-decision.ts';
import type { PolicySet } from './policy-set.ts';

/** Describes a decision in lines: verdict, deciding rule, reason, notes, each command, and other matching rules. */
export function explain(decision: PolicyDecision): readonly string[] {
  const { verdict, rule, reason, notes, perCommand = [], matched } = decision;
  const others = matched.filter((other) => !isSame(other, rule));
  return [
    `${verdict}: ${toLine(rule)}`,
    ...(reason === undefined ? [] : [`  reason: ${reason}`]),
    ...notes.map((note) => `  note: ${note}`),
    ...(perCommand.length < 2
      ? []
      : perCommand.map((each) => `  ${each.verdict}: ${each.command} (${toLine(each.rule)})`)),
    ...others.map((other) => `  also matched: ${toLine(other)}`),
  ];
}

/** Describes all rules in lines: strongest first, then checkers, ignored rules with reasons, problems and notices. */
export function listRules(set: PolicySet): readonly string[] {
  return [
    ...set.rules.map(({ rule }) => toLine(rule)),
    ...set.checkers.map(
      ({ checker, tier, priority, ...place }) => `check ${checker.name} (${tier} ${priority}) ${at(place)}`,
    ),
    ...set.ignored.map(({ rule, why }) => `ignored: ${at(rule)}: ${why}`),
    ...set.problems.map(({ message, hint, ...place }) => `problem: ${at(place)}: ${message}. ${hint}`),
    ...set.notices.map(({ message, hint, ...place }) => `notice: ${at(place)}: ${message}. ${hint}`),
  ];
}

function toLine({ tier, priority, name, text, ...place }: Omit<RuleRef, 'decision'>): string {
  if (place.line === 0) return text;
  const title = name === undefined ? text : `${name}: ${text}`;
  return `${title} (${tier} ${priority}) ${at(place)}`;
}

function at({ file, line }: Place): string {
  return `${file}:${line}`;
}

function isSame(a: RuleRef, b: RuleRef): boolean {
  return a.file === b.file && a.line === b.line && a.tier === b.tier && a.text === b.text;
}
