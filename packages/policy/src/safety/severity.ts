import type { Severity } from '@bowline/protocol';
import type { Finding } from './finding.ts';

const rank: Readonly<Record<Severity, number>> = { info: 0, warning: 1, danger: 2 };

/** The worse of two. */
export function worse(a: Severity, b: Severity): Severity {
  return rank[a] >= rank[b] ? a : b;
}

/** The milder of two. */
export function milder(a: Severity, b: Severity): Severity {
  return rank[a] <= rank[b] ? a : b;
}

/** The worst severity of the findings. Undefined if there are none. */
export function toSeverity(findings: readonly Finding[]): Severity | undefined {
  return findings.reduce<Severity | undefined>(
    (worst, { severity }) => (worst === undefined ? severity : worse(worst, severity)),
    undefined,
  );
}

/** Sorts the worst findings first, and otherwise keeps their order. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => rank[b.severity] - rank[a.severity]);
}
