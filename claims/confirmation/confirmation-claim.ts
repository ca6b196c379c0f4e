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
    'A confirmation survives the death of any process. Processes are killed with SIGKILL at every await point that follows a read, a write or a received message, and at every tenth of all await points. Where turns are identical up to the question, only a sample of the points before it is used. The confirmation is pending, allowed once, allowed for the session, allowed always, denied, edited or expired, alone and in a mixed batch. In each case it is asked once, found unchanged and resolved once. Its call takes effect once if it is allowed and never if it is not, or its outcome is shown as unknown. A repeated answer counts once. If two processes answer at the same time, one wins and the other is told. An answer to a stale or altered call is rejected.',
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
      'deliberately broken agents, each of which must be detected (one reruns unfinished calls, one forgets answers, one forgets questions, two have no lock between them); and effects that had happened at a kill without a trace in the log (replayWouldDouble)',
  };
}
