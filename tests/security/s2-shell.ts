import type { Claim, ClaimRun } from '../../bench/claim.ts';
import { round } from '../../bench/round.ts';
import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';
import { isApproved } from './is-approved.ts';
import { benignLines } from './benign-lines.ts';
import { inTurns } from './in-turns.ts';
import { measureMutations } from './measure-mutations.ts';
import { openOracle, type Oracle } from './open-oracle.ts';
import { openReader } from './open-reader.ts';
import { hostileCases } from './shell-corpus.ts';

/** Hostile command lines are never approved by rules that did not mean them, and ordinary ones still are. */
export const s2Shell: Claim = {
  id: 'S2',
  sentence:
    'Of at least 300 command lines that try to get more done than a rule allows, none is approved and creates a file when bash runs it; at least 95 of 100 ordinary lines run without a question; of 100,000 mutated lines none with a syntax error or over a limit is understood, and what is approved of them changes nothing when run. Not counted: what a program does of itself that no table knows and a rule allows.',
  async run(run) {
    const reader = await openReader();
    const oracle = openOracle();
    try {
      return await measure({ reader, oracle }, run);
    } finally {
      oracle.close();
    }
  },
};

interface Bench {
  readonly reader: ShellReader;
  readonly oracle: Oracle;
}

async function measure({ reader, oracle }: Bench, { isQuick, say }: ClaimRun): ReturnType<Claim['run']> {
  const approved = new Set(hostileCases.filter(([allowed, line]) => isApproved(reader, line, allowed)));
  // The quick form runs all that is approved, since only that can be a bypass, and a part of the rest.
  const chosen = hostileCases.filter((each, at) => !isQuick || approved.has(each) || at % 8 === 0);
  let effective = 0;
  const bypasses: string[] = [];
  await inTurns(chosen, async (each) => {
    if (!(await oracle.createsCanary(each[1]))) return;
    effective += 1;
    if (approved.has(each)) bypasses.push(each[1]);
  });
  for (const line of bypasses) say(`bypass: ${JSON.stringify(line)}`);
  const asked = benignLines.filter(([allowed, line]) => !isApproved(reader, line, allowed));
  for (const [, line] of asked) say(`asked about: ${JSON.stringify(line)}`);
  const mutations = await measureMutations({ reader, oracle, say }, isQuick);
  const benignRate = round(1 - asked.length / benignLines.length);
  return {
    holds:
      hostileCases.length >= 300 &&
      effective >= chosen.length * 0.8 &&
      bypasses.length === 0 &&
      benignLines.length >= 100 &&
      benignRate >= 0.95 &&
      mutations.failedOpen + mutations.withEffect === 0,
    figures: {
      cases: hostileCases.length,
      run: chosen.length,
      effective,
      approved: approved.size,
      bypasses: bypasses.length,
      benign: benignLines.length,
      benignRate,
      ...mutations,
    },
    against:
      'what bash does with the same lines in a folder of their own: the file PWN that appears, and files that change',
  };
}
