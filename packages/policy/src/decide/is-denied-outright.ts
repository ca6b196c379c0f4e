import type { PolicyCall, PolicyContext } from './policy-call.ts';
import { candidatesFor } from './judge.ts';
import type { PolicySet } from './policy-set.ts';
import { createQuestion } from './question.ts';

/** Whether a tool is denied whatever its arguments, so that the model need not know about it. */
export function isDeniedOutright(set: PolicySet, tool: Omit<PolicyCall, 'args'>, context: PolicyContext): boolean {
  const question = createQuestion({ ...tool, args: {} }, context);
  for (const { rule } of candidatesFor(set, question)) {
    const { words } = rule.conditions;
    if (words === undefined && rule.decision === 'deny') return true;
    if (!rule.mayOnlyNarrow && (words === undefined || rule.decision !== 'deny')) return false;
  }
  return false;
}
