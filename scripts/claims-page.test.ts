import { describe, expect, it } from 'vitest';
import { claims } from '../claims/claims.ts';
import { listClaims, readClaims, toClaimsPage, type KeptResult } from './claims-page.ts';

const result: KeptResult = {
  id: 'A1',
  sentence: 'A is fast.',
  holds: true,
  figures: { ms: 3 },
  against: 'nothing',
  date: '2026-01-01',
  machine: '2 cores',
};

describe('docs/claims.md', () => {
  it('lists every claim with its full result, or notes that there is none', async () => {
    const page = toClaimsPage(await listClaims(), readClaims());
    for (const id of Object.keys(claims))
      expect(page).toMatch(new RegExp(`^## ${id}: (?:holds|does not hold|not measured in full)$`, 'm'));
  });

  it('lists a claim without a full result as not measured', () => {
    const page = toClaimsPage(
      [
        { id: 'A1', sentence: 'A is fast.' },
        { id: 'A2', sentence: 'B is fast.' },
      ],
      [result],
    );
    expect(page).toContain('## A1: holds');
    expect(page).toContain('## A2: not measured in full\n\nB is fast.\n\nNot measured in full.');
    expect(page).toContain('1 of 2 claims are measured in full.');
  });

  it('ignores a result of an earlier wording of the claim', () => {
    const page = toClaimsPage([{ id: 'A1', sentence: 'A is very fast.' }], [result]);
    expect(page).toContain('## A1: not measured in full');
    expect(page).toContain('is for an earlier claim: "A is fast."');
    expect(page).not.toContain('| ms | 3 |');
  });
});
