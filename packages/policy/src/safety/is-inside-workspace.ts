import type { Finding } from './finding.ts';

/** Whether a call stays in the workspace, judged by the findings about its paths. Rules may depend on it. */
export function isInsideWorkspace(findings: readonly Finding[]): boolean {
  return !findings.some(({ check }) => check === 'outside_workspace' || check === 'symlink_escape');
}
