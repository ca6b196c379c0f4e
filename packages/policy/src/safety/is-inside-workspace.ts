import type { Finding } from './finding.ts';

/** Whether a call stays in the workspace, by what was found of its paths: what a rule may want to know of it. */
export function isInsideWorkspace(findings: readonly Finding[]): boolean {
  return !findings.some(({ check }) => check === 'outside_workspace' || check === 'symlink_escape');
}
