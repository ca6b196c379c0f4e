import type { ApprovalMode, Effect } from '@bowline/protocol';
import type { Decide, Decision } from '@bowline/runtime';

/** Effects that need no question, by mode. In plan mode the others are not even asked about. */
const free: Readonly<Record<ApprovalMode, readonly Effect[]>> = {
  default: ['read'],
  auto_edit: ['read', 'write'],
  plan: ['read'],
  yolo: ['read', 'write', 'execute', 'network'],
};

/** Decides by approval mode and effect alone. Where nobody can be asked, what would be asked is refused, and the model told why. */
export function decideByMode(isInteractive: boolean): Decide {
  return async ({ name, effect }, mode): Promise<Decision> => {
    const rule = `mode ${mode}: ${effect}`;
    if (free[mode].includes(effect)) return { verdict: 'allow', rule };
    if (mode === 'plan')
      return { verdict: 'deny', rule, reason: `${name} is not available in plan mode, which only reads` };
    if (isInteractive) return { verdict: 'ask', rule };
    const reason = `${name} needs a person's approval and nobody can be asked here; it was not run (the person can allow it with --approval-mode)`;
    return { verdict: 'deny', rule, reason };
  };
}
