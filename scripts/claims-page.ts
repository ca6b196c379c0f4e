import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim, ClaimResult } from '../claims/claim.ts';
import { claims } from '../claims/claims.ts';

/** Where the last full result of each claim is stored. */
export const RESULTS = 'docs/claims';

/** A stored result: of which claim, when, and on which machine. */
export interface KeptResult extends ClaimResult {
  readonly id: string;
  readonly sentence: string;
  readonly date: string;
  readonly machine: string;
}

/** The stored results, by ID. */
export function readClaims(): KeptResult[] {
  if (!existsSync(RESULTS)) return [];
  const files = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as KeptResult);
}

/** The part of a claim that the page needs. */
export type ListedClaim = Pick<Claim, 'id' | 'sentence'>;

/** Every claim with its current sentence. */
export async function listClaims(): Promise<ListedClaim[]> {
  const listed: ListedClaim[] = [];
  for (const [id, load] of Object.entries(claims)) listed.push({ id, sentence: (await load()).sentence });
  return listed;
}

/** docs/claims.md: every claim, with its last full result or a note that it has none. */
export function toClaimsPage(listed: readonly ListedClaim[], results: readonly KeptResult[]): string {
  const byId = new Map(results.map((result) => [result.id, result]));
  const sections = listed.map((claim) => toSection(claim, byId.get(claim.id)));
  const measured = listed.filter(({ id, sentence }) => byId.get(id)?.sentence === sentence).length;
  const head = `# Claims

Each number that Bowline claims, with its last full measurement. \`npm run claim -- ID\` measures one again and
\`npm run claim -- --list\` lists them. This page is generated. Absolute figures come from one shared machine and only show the scale.

${measured} of ${listed.length} claims are measured in full. The others say "Not measured in full"; CI runs all of them in their quick form.
`;
  return [head, ...sections].join('\n');
}

function toSection({ id, sentence }: ListedClaim, result: KeptResult | undefined): string {
  if (result === undefined)
    return [`## ${id}: not measured in full`, '', sentence, '', 'Not measured in full.', ''].join('\n');
  if (result.sentence !== sentence) {
    const note = `Not measured in full. The last full result, from ${result.date}, is for an earlier claim: "${result.sentence}"`;
    return [`## ${id}: not measured in full`, '', sentence, '', note, ''].join('\n');
  }
  const figures = Object.entries(result.figures).map(([name, value]) => `| ${name} | ${String(value)} |`);
  return [
    `## ${id}: ${result.holds ? 'holds' : 'does not hold'}`,
    '',
    sentence,
    '',
    `Measured against: ${result.against}. On ${result.date}, ${result.machine}.`,
    '',
    '| figure | value |',
    '| --- | --- |',
    ...figures,
    '',
  ].join('\n');
}
