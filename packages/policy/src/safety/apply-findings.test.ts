import type { ApprovalMode } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { applyFindings } from './apply-findings.ts';
import type { Severity } from '@bowline/protocol';
import { checks, type Finding, type SafetyCheck } from './finding.ts';
import { sortFindings, toSeverity } from './severity.ts';

const finding = (check: SafetyCheck, severity: Severity): Finding => ({ check, severity, message: 'm' });
const modes: readonly ApprovalMode[] = ['default', 'auto_edit', 'plan', 'yolo'];

describe.each(modes)('in %s mode', (mode) => {
  it.each(['ask', 'deny'] as const)('%s stays unchanged', (verdict) => {
    expect(applyFindings(verdict, [finding('keys', 'danger')], mode)).toEqual({ verdict });
  });

  it('allow stays unchanged without findings of danger', () => {
    expect(applyFindings('allow', [], mode)).toEqual({ verdict: 'allow' });
    const mild = [finding('keys', 'warning'), finding('git_hooks', 'info')];
    expect(applyFindings('allow', mild, mode)).toEqual({ verdict: 'allow' });
  });

  it.each(Object.keys(checks) as SafetyCheck[])('allow is combined with danger from %s', (check) => {
    const guards = ['agent_config', 'git_hooks', 'shell_profile', 'keys'];
    const because = finding(check, 'danger');
    const isAsked = mode !== 'yolo' || guards.includes(check);
    expect(applyFindings('allow', [finding('size', 'warning'), because], mode)).toEqual(
      isAsked ? { verdict: 'ask', because } : { verdict: 'allow' },
    );
  });
});

it('findings are as severe as the worst, which comes first', () => {
  const all = [finding('size', 'info'), finding('ci', 'danger'), finding('disk', 'warning'), finding('keys', 'danger')];
  expect(toSeverity(all)).toBe('danger');
  expect(toSeverity([])).toBeUndefined();
  expect(sortFindings(all).map(({ check }) => check)).toEqual(['ci', 'keys', 'disk', 'size']);
});
