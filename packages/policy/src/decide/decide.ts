import { SHELL_TOOL } from '../rules/tool-names.ts';
import { candidatesFor, judge, type Judgement } from './judge.ts';
import { judgeShell, type ShellJudgement } from './judge-shell.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';
import type { PolicyDecision, RuleRef } from './policy-decision.ts';
import type { PolicySet, RankedRule } from './policy-set.ts';
import { createQuestion } from './question.ts';
import type { Verdict } from '../rules/policy-rule.ts';

/**
 * Decides whether a call may run. Pure: the same set, call and context give the same verdict. The time is bounded,
 * whatever the arguments.
 */
export function decide(set: PolicySet, call: PolicyCall, context: PolicyContext): PolicyDecision {
  const isShell = call.tool === SHELL_TOOL && call.mcpServer === undefined;
  const question = createQuestion(isShell ? { ...call, effect: 'execute' } : call, context);
  const candidates = candidatesFor(set, question);
  if (!isShell) return toDecision(judge(candidates, question, set.isTrusted), call, context);
  const judged = judgeShell(candidates, question, set);
  return { ...toDecision(judged, call, context), perCommand: perCommandOf(judged, context) };
}

function toDecision(judged: Judgement, { tool }: PolicyCall, context: PolicyContext): PolicyDecision {
  const verdict = settle(judged.verdict, context);
  const rule = toRef(judged.by, judged.verdict);
  const reason = verdict === 'deny' ? whyDenied(judged, tool) : undefined;
  return {
    verdict,
    rule,
    ...(reason === undefined ? {} : { reason }),
    matched: judged.matched.map((ranked) => toRef(ranked, ranked.rule.decision)),
    notes: judged.notes,
  };
}

/** Denies what needs approval if no one can give it. */
function settle(verdict: Verdict, { isInteractive, canAsk = isInteractive }: PolicyContext): Verdict {
  return verdict === 'ask' && !canAsk ? 'deny' : verdict;
}

function whyDenied({ verdict, by, notes }: Judgement, tool: string): string {
  const [note] = notes;
  if (verdict === 'ask') {
    if (by?.rule.denyMessage !== undefined) return by.rule.denyMessage;
    const why = note === undefined ? '' : ` (${note})`;
    return `${tool} needs approval${why}, but this run cannot ask for it, so it was not run`;
  }
  if (by?.rule.decision === 'deny')
    return by.rule.denyMessage ?? `${tool} is denied by ${by.rule.file}:${by.rule.line}`;
  return note ?? `${tool} is not allowed here`;
}

function toRef(ranked: RankedRule | undefined, verdict: Verdict): RuleRef {
  if (ranked === undefined) {
    const text = verdict === 'allow' ? 'no rule matches: allowed in yolo mode' : 'no rule matches: needs approval';
    return { file: '', line: 0, tier: 'built_in', priority: 0, name: undefined, decision: verdict, text };
  }
  const { file, line, tier, priority, name, decision, text, isOutside, hosts } = ranked.rule;
  const place = { ...(isOutside ? { isOutside } : {}), ...(hosts.length === 0 ? {} : { hosts }) };
  return { file, line, tier, priority, name, decision, text, ...place };
}

function perCommandOf(judged: ShellJudgement, context: PolicyContext): NonNullable<PolicyDecision['perCommand']> {
  return judged.perCommand.map(({ command, judgement }) => ({
    command,
    verdict: settle(judgement.verdict, context),
    rule: toRef(judgement.by, judgement.verdict),
    notes: judgement.notes,
  }));
}
