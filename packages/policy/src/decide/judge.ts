import type { PolicyRule, Verdict } from '../rules/policy-rule.ts';
import { whyAsk, whyNotMeant } from './guards.ts';
import { matchWords, speaksOf, type Match } from './match-rule.ts';
import type { PolicySet, RankedRule } from './policy-set.ts';
import type { Question } from './question.ts';
import { compareStrictness } from './strictest.ts';

/** What the rules say about one subject. */
export interface Judgement {
  readonly verdict: Verdict;
  /** The rule that decided. Undefined if none matched. */
  readonly by: RankedRule | undefined;
  /** The rank of the rule that decides if rules that may only narrow are left out. Weaker rules cannot override it. */
  readonly rank: number;
  readonly matched: readonly RankedRule[];
  readonly notes: readonly string[];
}

/** The rules that apply to a call apart from its words, strongest first. */
export function candidatesFor(set: PolicySet, question: Question): readonly RankedRule[] {
  return candidatesByName(set, question).filter(({ rule }) =>
    speaksOf(rule.conditions, question, rule.decision !== 'allow'),
  );
}

function candidatesByName(set: PolicySet, { tool }: Question): readonly RankedRule[] {
  const names = tool.agent === undefined ? tool.names : [...tool.names, tool.agent];
  const named = names.flatMap((name) => set.byTool.get(name) ?? []);
  if (named.length === 0) return set.forAnyTool;
  return [...new Set([...named, ...set.forAnyTool])].sort((a, b) => a.rank - b.rank);
}

/**
 * Checks the rules from the strongest down. The first match decides. A rule that may only narrow does not end the
 * search, but keeps the verdict from being looser than its own. A restricting rule that may match does the same with
 * "ask".
 */
export function judge(candidates: readonly RankedRule[], question: Question, isTrusted: boolean): Judgement {
  const matched: RankedRule[] = [];
  const notes: string[] = [];
  const heard = new Set<number>();
  let decided: RankedRule | undefined;
  let floor: { readonly verdict: Verdict; readonly by: RankedRule } | undefined;
  const narrow = (verdict: Verdict, by: RankedRule): void => {
    if (floor === undefined || compareStrictness(verdict, floor.verdict) > 0) floor = { verdict, by };
  };
  for (const ranked of candidates) {
    const { rule, voice } = ranked;
    const meaning = meaningOf(rule, question);
    if (meaning === 'no') continue;
    if (typeof meaning === 'object') {
      if (decided === undefined) notes.push(meaning.notMeant);
      continue;
    }
    matched.push(ranked);
    if (decided !== undefined) continue;
    if (meaning === 'unsure') {
      narrow('ask', ranked);
      notes.push(`it may be covered by ${rule.file}:${rule.line}`);
    } else if (!rule.mayOnlyNarrow) decided = ranked;
    else if (!heard.has(voice)) {
      heard.add(voice);
      narrow(rule.decision, ranked);
    }
    if (decided !== undefined && question.context.wantsAllMatches !== true) break;
  }
  return conclude({ decided, floor, matched, notes }, question, isTrusted);
}

/**
 * Whether a rule applies to a question. A rule that allows applies only if it matches for certain and covers all of it.
 */
function meaningOf(rule: PolicyRule, question: Question): Match | { readonly notMeant: string } {
  const isAllow = rule.decision === 'allow';
  const match = matchWords(rule.conditions, question, !isAllow);
  if (!isAllow || match === 'no') return match;
  if (match === 'unsure') return 'no';
  const why = whyNotMeant(rule, question);
  return why === null ? 'yes' : { notMeant: why };
}

function conclude(
  found: {
    readonly decided: RankedRule | undefined;
    readonly floor: { readonly verdict: Verdict; readonly by: RankedRule } | undefined;
    readonly matched: readonly RankedRule[];
    readonly notes: readonly string[];
  },
  question: Question,
  isTrusted: boolean,
): Judgement {
  const { decided, floor, matched } = found;
  const rank = decided?.rank ?? Number.POSITIVE_INFINITY;
  const plain = decided?.rule.decision ?? (question.context.mode === 'yolo' ? 'allow' : 'ask');
  const why = plain === 'allow' && decided !== undefined ? whyAsk(decided.rule, question, isTrusted) : null;
  const notes = why === null ? found.notes : [...found.notes, why];
  const own = why === null ? plain : 'ask';
  if (floor !== undefined && compareStrictness(floor.verdict, own) >= 0)
    return { verdict: floor.verdict, by: floor.by, rank, matched, notes };
  return { verdict: own, by: decided, rank, matched, notes };
}
