import { join } from 'node:path';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import {
  killConfirmations,
  playControls,
  type ConfirmationControls,
  type ConfirmationKills,
} from './confirmation-kills.ts';
import { raceAnswers, type ConfirmationRaces } from './confirmation-races.ts';
import { answerStale, type StaleAnswers } from './confirmation-stale.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';

const RACES = { quick: 12, full: 100 } as const;

/** Checks a question about a call, whatever happens to the processes that ask and answer it. */
export const confirmation: Claim = {
  id: 'confirmation',
  sentence:
    'A confirmation outlives any process: killed with SIGKILL at every await point before which anything was read, written or heard, and at every tenth of all (a sample of those before the question where turns are alike up to it), while it is pending, allowed once, for the session or for always, denied, edited or expired, alone and in a mixed batch, it is asked once, found as it was, resolved once, and its call has its effect once if allowed and never if not, or is shown to be unknown; an answer given twice counts once; of two processes that answer at once one wins and the other hears so; an answer about a stale or altered call is refused.',
  async run(run) {
    return await withClaimFolder('asked', (folder) => measure(folder, run));
  },
};

async function measure(folder: string, run: ClaimRun): Promise<ClaimResult> {
  const childFile = await bundleChildren(
    ['confirmation-player', 'confirmation-racer'].map((name) => join(import.meta.dirname, `children/${name}.ts`)),
    join(folder, 'bin'),
  );
  const stage = { folder, childFile };
  const controls = await playControls(stage);
  const stale = await answerStale(folder);
  for (const taken of stale.taken) run.say(taken);
  const races = await raceAnswers(stage, run.isQuick ? RACES.quick : RACES.full, run.say);
  run.say(`${races.races} races, ${races.twoWinners} with two winners`);
  const kills = await killConfirmations(stage, run);
  return toResult({ controls, stale, races, kills });
}

interface Measured {
  readonly controls: ConfirmationControls;
  readonly stale: StaleAnswers;
  readonly races: ConfirmationRaces;
  readonly kills: ConfirmationKills;
}

function toResult({ controls, stale, races, kills }: Measured): ClaimResult {
  const findings = new ConfirmationFindings();
  for (const each of [controls.right, races.findings, kills.findings]) findings.add(each);
  const { counts, faults, faulty } = findings;
  const { winners, effects } = races.withoutLock;
  const isRaceClean = races.twoWinners + races.noWinner + races.wrongWords.length === 0;
  const isSeen = Object.values(controls.wrong).every((seen) => seen > 0) && winners === 2 && effects === 2;
  const { acked, killed, questions, answersTwice, answersAgain, rulesKept, grantsHeld, interruptedShown } = counts;
  const isShown = [acked, killed, questions, answersTwice, answersAgain, rulesKept, grantsHeld, interruptedShown].every(
    (count) => count > 0,
  );
  return {
    holds: isSeen && isShown && isRaceClean && faulty === 0 && stale.taken.length === 0 && counts.replayWouldDouble > 0,
    figures: {
      awaitPoints: kills.awaitPoints,
      touchedPoints: kills.touchedPoints,
      ...counts,
      ...faults,
      races: races.races,
      twoWinners: races.twoWinners,
      noWinner: races.noWinner,
      losersHeardBusy: races.heard.SESSION_BUSY,
      losersHeardFenced: races.heard.SESSION_FENCED,
      losersHeardUnknown: races.heard.UNKNOWN_INPUT,
      losersHeardElse: races.wrongWords.length === 0 ? 0 : races.wrongWords.slice(0, 5).join(', '),
      closesFailed: races.troubles.length,
      staleAnswers: stale.tried,
      staleRefused: stale.refused,
      staleTaken: stale.taken.length === 0 ? 0 : stale.taken.join(' | '),
      rulesOfRefusedAnswers: stale.rulesOfRefused,
      seenOfRerun: controls.wrong.reruns,
      seenOfForgottenAnswer: controls.wrong.forgetsAnswers,
      seenOfForgottenQuestion: controls.wrong.forgetsQuestions,
      winnersWithoutLock: winners,
    },
    against:
      'agents that are wrong on purpose (one runs unfinished calls again, one forgets answers, one forgets questions, two have no lock between them), each of which has to be seen; and the effects that were there at a kill with nothing in the log to say so (replayWouldDouble)',
  };
}
