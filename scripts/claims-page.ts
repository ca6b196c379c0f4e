import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimResult } from '../bench/claim.ts';

/** Where the last full result of each claim is kept. */
export const RESULTS = 'docs/claims';

/** A result as it is kept: of which claim, when, on what. */
export interface KeptResult extends ClaimResult {
  readonly id: string;
  readonly sentence: string;
  readonly date: string;
  readonly machine: string;
}

/** The kept results, by id. */
export function readClaims(): KeptResult[] {
  if (!existsSync(RESULTS)) return [];
  const files = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as KeptResult);
}

/** docs/claims.md: what is claimed, and what was measured last. */
export function toClaimsPage(results: readonly KeptResult[]): string {
  const sections = results.map((result) => {
    const figures = Object.entries(result.figures).map(([name, value]) => `| ${name} | ${String(value)} |`);
    return [
      `## ${result.id}: ${result.holds ? 'holds' : 'does not hold'}`,
      '',
      result.sentence,
      '',
      `Measured against: ${result.against}. On ${result.date}, ${result.machine}.`,
      '',
      '| figure | value |',
      '| --- | --- |',
      ...figures,
      '',
    ].join('\n');
  });
  const head = `# Claims

Each number that Bowline claims, as last measured in full. \`npm run claim -- ID\` measures one again, \`npm run claim -- --list\`
names them. This page is generated; absolute figures are of one shared machine and there for scale.
`;
  return [head, ...sections].join('\n');
}
