import type { ListedRule, TrustVerdict } from '@bowline/guard';
import type { CommandEnv } from '../command.ts';
import { trustTexts } from '../texts/settings-texts.ts';
import { createPaint } from '../print/create-paint.ts';
import { toColumns } from '../print/to-columns.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** Whether a folder is trusted, and why. */
export function describeVerdict(verdict: TrustVerdict, env: CommandEnv): string {
  const { folder, isTrusted, level, source, rule = '' } = verdict;
  const paint = createPaint(env);
  const state = isTrusted ? paint('green', trustTexts.states.trusted) : paint('yellow', trustTexts.states.notTrusted);
  const plain = (path: string): string => toPlainPath(path, env.home);
  const decided = isTrusted ? trustTexts.decidedBy : trustTexts.deniedBy;
  const why = level === 'none' ? trustTexts.undecided : decided(`${plain(rule)} (${level})`, plain(source));
  const means = isTrusted ? [] : [trustTexts.means];
  return `${[`${state}: ${plain(folder)}`, ...[why, ...means].map((line) => `  ${line}`)].join('\n')}\n`;
}

/** One line per rule: its state, folder, file, and why it is ignored. */
export function describeRules(rules: readonly ListedRule[], env: CommandEnv): string {
  const paint = createPaint(env);
  const plain = (path: string): string => toPlainPath(path, env.home);
  const rows = rules.map((rule) => [stateOf(rule, paint), plain(rule.root), plain(rule.source), plain(noteOf(rule))]);
  return `${toColumns(rows).join('\n')}\n`;
}

function stateOf({ problem, level }: ListedRule, paint: ReturnType<typeof createPaint>): string {
  if (problem !== undefined) return paint('dim', trustTexts.states.ignored);
  return level === 'DO_NOT_TRUST'
    ? paint('yellow', trustTexts.states.never)
    : paint('green', trustTexts.states.trusted);
}

function noteOf({ problem, level, path }: ListedRule): string {
  return problem ?? (level === 'TRUST_PARENT' ? trustTexts.parentOf(path) : '');
}
