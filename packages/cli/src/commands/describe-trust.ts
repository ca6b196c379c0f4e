import type { ListedRule, TrustVerdict } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { createPaint } from './create-paint.ts';
import { toColumns } from './to-columns.ts';
import { toPlainPath } from './to-plain-path.ts';

/** Whether a folder is trusted, who says so, and what to do about it. */
export function describeVerdict(verdict: TrustVerdict, env: CommandEnv): string {
  const { folder, isTrusted, level, source, rule = '' } = verdict;
  const paint = createPaint(env);
  const state = isTrusted ? paint('green', 'trusted') : paint('yellow', 'not trusted');
  const plain = (path: string): string => toPlainPath(path, env.home);
  const why =
    level === 'none'
      ? 'nobody has said so; bowline trust add trusts it'
      : `${plain(source)} says ${level} of ${plain(rule)}`;
  const means = isTrusted ? [] : ['nothing in it is read as configuration, run or connected to'];
  return `${[`${state}: ${plain(folder)}`, ...[why, ...means].map((line) => `  ${line}`)].join('\n')}\n`;
}

/** Every rule in a line: what it says, of which folder, where, and why it does not count. */
export function describeRules(rules: readonly ListedRule[], env: CommandEnv): string {
  const paint = createPaint(env);
  const plain = (path: string): string => toPlainPath(path, env.home);
  const rows = rules.map((rule) => [stateOf(rule, paint), plain(rule.root), plain(rule.source), plain(noteOf(rule))]);
  return `${toColumns(rows).join('\n')}\n`;
}

function stateOf({ problem, level }: ListedRule, paint: ReturnType<typeof createPaint>): string {
  if (problem !== undefined) return paint('dim', 'not counted');
  return level === 'DO_NOT_TRUST' ? paint('yellow', 'never trusted') : paint('green', 'trusted');
}

function noteOf({ problem, level, path }: ListedRule): string {
  return problem ?? (level === 'TRUST_PARENT' ? `as the parent of ${path}` : '');
}
