import type { ApprovalMode } from '@bowline/protocol';
import type { Verdict } from '../rules/policy-rule.ts';
import { checks, type Finding } from './finding.ts';

/** A verdict, and the finding that made it stricter, if any. */
export interface JoinedVerdict {
  readonly verdict: Verdict;
  readonly because?: Finding;
}

/**
 * Combines a verdict with findings. They can only make it stricter: danger turns allow into ask.
 *
 * In yolo mode the user accepted danger. Findings that guard the agent's own rules still need approval, because
 * accepting them for this run must not affect later runs. The caller handles the case that no one can answer.
 */
export function applyFindings(verdict: Verdict, findings: readonly Finding[], mode: ApprovalMode): JoinedVerdict {
  if (verdict !== 'allow') return { verdict };
  const because = findings.find(
    ({ check, severity }) => severity === 'danger' && (mode !== 'yolo' || checks[check].isGuard),
  );
  return because === undefined ? { verdict } : { verdict: 'ask', because };
}
