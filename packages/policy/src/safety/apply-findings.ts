import type { ApprovalMode } from '@bowline/protocol';
import type { Verdict } from '../rules/policy-rule.ts';
import { checks, type Finding } from './finding.ts';

/** A verdict, and the finding that made it stricter, when one did. */
export interface JoinedVerdict {
  readonly verdict: Verdict;
  readonly because?: Finding;
}

/**
 * Joins a verdict with what the checks found. They can make it stricter only: danger turns allow into ask.
 *
 * In yolo mode the person has said yes to danger; what guards the agent's own rules is asked about all the same, because
 * a yes to this run is not one to all that come after. That nobody can be asked is for the caller to know.
 */
export function applyFindings(verdict: Verdict, findings: readonly Finding[], mode: ApprovalMode): JoinedVerdict {
  if (verdict !== 'allow') return { verdict };
  const because = findings.find(
    ({ check, severity }) => severity === 'danger' && (mode !== 'yolo' || checks[check].isGuard),
  );
  return because === undefined ? { verdict } : { verdict: 'ask', because };
}
