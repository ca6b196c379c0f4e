import { join } from 'node:path';
import type { Claim, ClaimRun } from '../../bench/claim.ts';
import { bundleChildren } from './bundle-children.ts';
import { addTurnFindings, createTurnFindings, type TurnFindings } from './turn-findings.ts';
import type { RoundStage } from './play-in-child.ts';
import { playTurnRound, type KillUnit, type TurnKill, type TurnRound } from './turn-round.ts';
import type { TurnForm } from './turn-script.ts';
import { withClaimFolder } from './with-claim-folder.ts';

/** Kills in each form of the turn when only a sample is wanted. */
const SAMPLE = 8;
const AT_ONCE = 3;
/** Of so many turns one is killed again while it is gone on with. */
const KILLED_AGAIN = 4;
const AGAIN_BEFORE = 150;
/** Of all points, one in so many. */
const EVERY = 10;
/** How many points there are differs a little between runs: so many turns have to be through before we believe it. */
const THROUGH = 3;

interface TurnKills {
  readonly findings: TurnFindings;
  readonly awaitPoints: number;
  /** Those before which something was read, written or heard: what a kill leaves differs only between these. */
  readonly touchedPoints: number;
}

/** What a kill at any await point of a turn takes from its log. */
export const r1Turn: Claim = {
  id: 'R1-turn',
  sentence:
    '0 acknowledged records lost over SIGKILL at every await point of a turn before which it read, wrote or heard anything, and at every tenth of all; the turn has a read, two writes and a command, one by one and as a batch, and is resumed in another process, which may be killed too.',
  async run(run) {
    const { findings, awaitPoints, touchedPoints } = await killTurns(run);
    const { killed, resumed, acked, lost, unsound, requestsWithoutResponse, unended } = findings;
    return {
      holds: killed > 0 && acked > 0 && lost + unsound + requestsWithoutResponse + unended === 0,
      figures: { awaitPoints, touchedPoints, killed, resumed, acked, lost, unsound, requestsWithoutResponse, unended },
      against: 'what the killed process had noted as acknowledged, outside of the log, before it was killed',
    };
  },
};

/** What happens twice, or unseen, when a turn is killed at any await point and gone on with. */
export const r2Effects: Claim = {
  id: 'R2',
  sentence:
    '0 effects happen twice after a SIGKILL at every await point of a turn before which it read, wrote or heard anything, at every tenth of all, and while its command runs; each outcome that nobody knows is shown to person and model, each command that ran is reattached to.',
  async run(run) {
    const { findings, awaitPoints, touchedPoints } = await killTurns(run);
    const { killed, resumed, doubled, falseReports, interruptedShown, unknownHidden } = findings;
    const { reattached, notReattached, replayWouldDouble, requestsWithoutResponse, unended } = findings;
    const faults = doubled + falseReports + unknownHidden + notReattached + requestsWithoutResponse + unended;
    return {
      holds: faults === 0 && replayWouldDouble > 0 && reattached > 0,
      figures: {
        awaitPoints,
        touchedPoints,
        killed,
        resumed,
        doubled,
        falseReports,
        interruptedShown,
        unknownHidden,
        reattached,
        notReattached,
        requestsWithoutResponse,
        unended,
        replayWouldDouble,
      },
      against:
        'the effects that were there at the kill with nothing in the log to say so: a loop that just runs unfinished calls again doubles each of them (replayWouldDouble, has to be above 0)',
    };
  },
};

async function killTurns({ isQuick, say }: ClaimRun): Promise<TurnKills> {
  return await withClaimFolder('turn', async (folder) => {
    const childFile = await bundleChildren(['turn-killed'], join(folder, 'bin'));
    const findings = createTurnFindings();
    const found = { points: 0, touches: 0 };
    for (const form of ['steps', 'batch'] as const) {
      const killing = new TurnKilling({ folder, childFile }, form, say);
      const { points, touches } = await killing.count();
      await killing.everywhere('touches', isQuick ? Math.max(1, Math.floor(touches / SAMPLE)) : 1);
      if (!isQuick) await killing.everywhere('points', EVERY);
      await killing.inCommand(isQuick ? [1, 100, 250] : Array.from({ length: 30 }, (_, n) => n * 10));
      say(`${form}: ${points} await points, ${touches} after a touch, ${killing.findings.killed} kills`);
      addTurnFindings(findings, killing.findings);
      found.points += points;
      found.touches += touches;
    }
    return { findings, awaitPoints: found.points, touchedPoints: found.touches };
  });
}

/** The kills of one form of the turn, a few at once. */
class TurnKilling {
  readonly findings = createTurnFindings();
  readonly #stage: RoundStage;
  readonly #form: TurnForm;
  readonly #say: ClaimRun['say'];

  constructor(stage: RoundStage, form: TurnForm, say: ClaimRun['say']) {
    this.#stage = stage;
    this.#form = form;
    this.#say = say;
  }

  async count(): Promise<TurnRound['counted']> {
    return (await playTurnRound(this.#stage, { form: this.#form, unit: 'points', at: [] })).counted;
  }

  /** At every such point, or one of each `stride`, until there are no more. */
  async everywhere(unit: KillUnit, stride: number): Promise<void> {
    let n = 0;
    let through = 0;
    const work = async (): Promise<void> => {
      while (through < THROUGH) {
        const at = 1 + stride * n;
        n += 1;
        const isAgain = n % KILLED_AGAIN === 0;
        const isKilled = await this.#play({ unit, at: isAgain ? [at, 1 + ((at * 7919) % AGAIN_BEFORE)] : [at] });
        if (!isKilled) through += 1;
        if (n % 100 === 0) this.#say(`${this.#form}: ${n} kills by ${unit}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** While the command runs, so many ms after it began. */
  async inCommand(times: readonly number[]): Promise<void> {
    const left = [...times];
    const work = async (): Promise<void> => {
      for (let ms = left.pop(); ms !== undefined; ms = left.pop()) {
        await this.#play({ unit: 'points', at: [], inCommandMs: ms });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #play(kill: Omit<TurnKill, 'form'>): Promise<boolean> {
    const { findings, isKilled } = await playTurnRound(this.#stage, { ...kill, form: this.#form });
    addTurnFindings(this.findings, findings);
    for (const problem of findings.problems) this.#say(`${this.#form} ${JSON.stringify(kill)}: ${problem}`);
    return isKilled;
  }
}
