import type { Claim, ClaimRun } from '../claim.ts';
import { round } from '../shared/round.ts';
import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';
import { isApproved } from './is-approved.ts';
import { benignLines } from '../shell-lines/benign-lines.ts';
import { inTurns } from '../shell-lines/in-turns.ts';
import { createApproval } from './create-approval.ts';
import { measureFuzz } from './measure-fuzz.ts';
import { openScratch } from '../shell-lines/open-scratch.ts';
import { measureMutations } from './measure-mutations.ts';
import { measureRedCases } from './measure-red-cases.ts';
import { openOracle, type Oracle } from './open-oracle.ts';
import { openReader } from '../../tests/kit/open-reader.ts';
import { hostileCases } from '../shell-lines/shell-corpus.ts';

/** Checks that rules never approve hostile lines that they do not mean, and that ordinary lines still run. */
export const s2Shell: Claim = {
  id: 'S2',
  sentence:
    "Of at least 300 command lines that try to do more than a rule allows, none is approved and creates a file when bash runs it. Of at least 400 lines of a red team, decided as the product decides them without any rule, none that runs without approval has an effect. Of random lines over at least 40 programs, with options from the programs' own help, 100,000 that need no approval are run, and none has an effect: no file in a scratch home, workspace or temporary folder is created, changed or deleted; no port is connected to; no key, file outside the workspace or environment of another process is printed (plainly, reversed, in hexadecimal or base64); no process is left. The same oracle detects the effects of control lines, and of lines that a broken decision lets through. At least 95% of ordinary lines run without approval, including the file checks. Of 100,000 mutated lines, none with a syntax error or over a limit is understood, and 600 drawn at random from the approved ones change nothing when run. The quick form runs 3,000 random lines and 60 mutated ones. Not counted: what a program does by itself that no table knows and a rule allows.",
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

const SEED = 20_261_115;

interface Bench {
  readonly reader: ShellReader;
  readonly oracle: Oracle;
}

async function measure({ reader, oracle }: Bench, { isQuick, say }: ClaimRun): ReturnType<Claim['run']> {
  const approved = new Set(hostileCases.filter(([allowed, line]) => isApproved(reader, line, allowed)));
  // The quick form runs all approved lines, because only these can be a bypass, and some of the others.
  const chosen = hostileCases.filter((each, at) => !isQuick || approved.has(each) || at % 8 === 0);
  let effective = 0;
  const bypasses: string[] = [];
  await inTurns(chosen, async (each) => {
    if (!(await oracle.createsCanary(each[1]))) return;
    effective += 1;
    if (approved.has(each)) bypasses.push(each[1]);
  });
  for (const line of bypasses) say(`bypass: ${JSON.stringify(line)}`);
  const asked = await findAsked(reader);
  for (const line of asked) say(`asked about: ${JSON.stringify(line)}`);
  const red = await measureRedCases(reader, say);
  const fuzz = await measureFuzz({ reader, executions: isQuick ? 3000 : 100_000, seed: SEED, say });
  // A broken decision that allows sort and uniq with any arguments.
  const broken = await measureFuzz({
    reader,
    executions: 200,
    seed: SEED,
    say: () => undefined,
    approve: (line) => /^(?:sort|uniq) [^|&;<>$]*$/.test(line),
  });
  const mutations = await measureMutations({ reader, oracle, say }, isQuick);
  const benignRate = round(1 - asked.length / benignLines.length);
  const conditions = [
    hostileCases.length >= 300,
    effective >= chosen.length * 0.8,
    bypasses.length === 0,
    benignLines.length >= 100,
    benignRate >= 0.95,
    mutations.failedOpen + mutations.withEffect === 0,
    red.redCases >= 400,
    red.redEffects === 0,
    red.controlsSeen === red.controls,
    fuzz.executed >= (isQuick ? 3000 : 100_000),
    fuzz.programs >= 40,
    fuzz.effects === 0,
    broken.effects > 0,
  ];
  return {
    holds: conditions.every(Boolean),
    figures: {
      cases: hostileCases.length,
      run: chosen.length,
      effective,
      approved: approved.size,
      bypasses: bypasses.length,
      benign: benignLines.length,
      benignRate,
      ...mutations,
      ...red,
      fuzzSeed: SEED,
      fuzzGenerated: fuzz.generated,
      fuzzApproved: fuzz.approved,
      fuzzExecuted: fuzz.executed,
      fuzzPrograms: fuzz.programs,
      fuzzEffects: fuzz.effects,
      brokenEffects: broken.effects,
    },
    against:
      'what bash does with the same lines in a folder of their own: changed files, ports, output and leftover processes',
  };
}

/** Ordinary lines that would need approval, by the rules or by the file checks in a workspace without keys. */
async function findAsked(reader: ShellReader): Promise<readonly string[]> {
  const scratch = openScratch({ hasSecrets: false });
  try {
    const approve = createApproval(reader, scratch);
    const asked: string[] = [];
    for (const [allowed, line] of benignLines) {
      const isFree = allowed.length === 0 ? await approve(line) : isApproved(reader, line, allowed);
      if (!isFree) asked.push(line);
    }
    return asked;
  } finally {
    scratch.remove();
  }
}
