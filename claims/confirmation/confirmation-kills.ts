import type { ClaimRun } from '../claim.ts';
import type { Wrong } from './confirmation-agent.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import { playConfirmation, type ConfirmationRound, type PlayedRound } from './confirmation-round.ts';
import { scenarios, type Scenario } from './confirmation-script.ts';
import type { RoundStage } from '../kills/play-in-child.ts';
import type { SelfKill } from './confirmation-self-kill.ts';

/** The kills of the process that asks and of the process that answers, in the quick form. */
const SAMPLE: Points = { stride: 10, upTo: 21 };
const AT_ONCE = 3;
/** In one in this many rounds, the process after the killed one is killed too. */
const KILLED_AGAIN = 4;
/** One in this many of all await points. */
const EVERY = 10;
/**
 * The number of points differs slightly between runs, so this many rounds must finish before there are no more points.
 */
const THROUGH = 3;
/** Too short for the next process to answer in time, and long enough. */
const EXPIRE_MS = [300, 1500] as const;
/** These scenarios equal `once` up to their question, and in `once` the asking process is killed everywhere. */
const askAlike: readonly Scenario[] = ['session', 'always', 'denied', 'edited', 'altered'];
const ALIKE_STRIDE = 4;

type Unit = 'points' | 'touches';

/** The process to kill: the one that reaches the question, or the one after it that answers. */
type Victim = 'asks' | 'answers';

/** The result of kills at all points. */
export interface ConfirmationKills {
  readonly findings: ConfirmationFindings;
  readonly awaitPoints: number;
  readonly touchedPoints: number;
}

/** Kills the process that asks and the process that answers, in every scenario, wherever it makes a difference. */
export async function killConfirmations(stage: RoundStage, run: ClaimRun): Promise<ConfirmationKills> {
  const findings = new ConfirmationFindings();
  const sum = { points: 0, touches: 0 };
  for (const scenario of scenarios) {
    for (const victim of ['asks', 'answers'] as const) {
      const isAlike = victim === 'asks' && askAlike.includes(scenario);
      if (isAlike && run.isQuick) continue;
      const killing = new ConfirmationKilling(stage, { scenario, victim }, run.say);
      const wanted: Points = run.isQuick ? SAMPLE : { stride: isAlike ? ALIKE_STRIDE : 1 };
      const [{ points, touches }] = await Promise.all([killing.count(), killing.everywhere('touches', wanted)]);
      if (!run.isQuick && !isAlike) await killing.everywhere('points', { stride: EVERY });
      sum.points += points;
      sum.touches += touches;
      findings.add(killing.findings);
      run.say(`${scenario}, who ${victim}: ${points} await points, ${killing.findings.counts.killed} kills`);
    }
  }
  return { findings, awaitPoints: sum.points, touchedPoints: sum.touches };
}

/** Every `stride`th point up to `upTo`. */
interface Points {
  readonly stride: number;
  readonly upTo?: number;
}

/** The kills of one process in one scenario, a few rounds at the same time. */
class ConfirmationKilling {
  readonly findings = new ConfirmationFindings();
  readonly #stage: RoundStage;
  readonly #of: { readonly scenario: Scenario; readonly victim: Victim };
  readonly #say: ClaimRun['say'];
  #played = 0;

  constructor(stage: RoundStage, of: { scenario: Scenario; victim: Victim }, say: ClaimRun['say']) {
    this.#stage = stage;
    this.#of = of;
    this.#say = say;
  }

  /** The number of points if no process is killed. */
  async count(): Promise<{ readonly points: number; readonly touches: number }> {
    const { ends } = await this.#play({ unit: 'points', at: Number.MAX_SAFE_INTEGER });
    return ends.find(({ counted }) => counted.points > 0)?.counted ?? { points: 0, touches: 0 };
  }

  /** Kills at every wanted point until there are no more. */
  async everywhere(unit: Unit, { stride, upTo = Number.POSITIVE_INFINITY }: Points): Promise<void> {
    let at = 1;
    let through = 0;
    const work = async (): Promise<void> => {
      while (through < THROUGH && at <= upTo) {
        const kill: SelfKill = { unit, at };
        at += stride;
        const { ends } = await this.#play(kill);
        if (ends.some(({ counted }) => counted.points > 0)) through += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #play(kill: SelfKill): Promise<PlayedRound> {
    const round = toRound(this.#of, kill, (this.#played += 1));
    const played = await playConfirmation(this.#stage, round);
    this.findings.add(played.findings);
    for (const problem of played.findings.problems) this.#say(`${JSON.stringify(round)}: ${problem}`);
    return played;
  }
}

/**
 * The round in which that process is killed. In some rounds the next process is killed too, before, during or after its
 * answer.
 */
function toRound(
  { scenario, victim }: { readonly scenario: Scenario; readonly victim: Victim },
  kill: SelfKill,
  n: number,
): ConfirmationRound {
  const expireMs = scenario === 'expired' ? EXPIRE_MS[n % EXPIRE_MS.length] : undefined;
  const isAgain = n % KILLED_AGAIN === 0 && kill.at !== Number.MAX_SAFE_INTEGER;
  const again: ConfirmationRound['parts'] = isAgain
    ? [{ part: 'plays', kill: { unit: 'touches', at: 1 + ((kill.at * 7919) % 30) } }]
    : [];
  // A question that must expire is not answered: the asking process then continues to the end.
  if (victim === 'asks')
    return { scenario, expireMs, parts: [{ part: scenario === 'expired' ? 'plays' : 'leaves', kill }, ...again] };
  const before = (['leaves', 'dies', 'holds'] as const)[n % 3] ?? 'leaves';
  return { scenario, expireMs, parts: [{ part: before }, { part: 'plays', kill }, ...again] };
}

/** Findings for the deliberately broken agents, and for the real agent at the same points. */
export interface ConfirmationControls {
  readonly right: ConfirmationFindings;
  /** The number of detected faults of the kind that each agent causes. */
  readonly wrong: Readonly<Record<Wrong, number>>;
}

/** Kills at the exact points where the broken agents do harm. */
export async function playControls(stage: RoundStage): Promise<ConfirmationControls> {
  const killedBy = (unit: SelfKill['unit']): ConfirmationRound => ({
    scenario: 'once',
    parts: [{ part: 'leaves' }, { part: 'plays', kill: { unit, at: 1 } }],
  });
  const asked: ConfirmationRound = { scenario: 'once', parts: [{ part: 'leaves' }] };
  const faultsIn = async (round: ConfirmationRound, wrong: Wrong): Promise<ConfirmationFindings['faults']> =>
    (await playConfirmation(stage, { ...round, wrong })).findings.faults;
  const right = new ConfirmationFindings();
  for (const round of [killedBy('effect'), killedBy('answered'), asked])
    right.add((await playConfirmation(stage, round)).findings);
  return {
    right,
    wrong: {
      reruns: (await faultsIn(killedBy('effect'), 'reruns')).doubled,
      forgetsAnswers: (await faultsIn(killedBy('answered'), 'forgetsAnswers')).resolvedTwice,
      forgetsQuestions: (await faultsIn(asked, 'forgetsQuestions')).askedTwice,
    },
  };
}
