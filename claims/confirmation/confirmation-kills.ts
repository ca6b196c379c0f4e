import type { ClaimRun } from '../claim.ts';
import type { Wrong } from './confirmation-agent.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import { playConfirmation, type ConfirmationRound, type PlayedRound } from './confirmation-round.ts';
import { scenarios, type Scenario } from './confirmation-script.ts';
import type { RoundStage } from '../kills/play-in-child.ts';
import type { SelfKill } from './confirmation-self-kill.ts';

/** The kills of one who asks, and of one who answers, when only a sample is wanted. */
const SAMPLE: Points = { stride: 10, upTo: 21 };
const AT_ONCE = 3;
/** Of so many rounds, the process that follows the killed one is killed too. */
const KILLED_AGAIN = 4;
/** Of all await points, one in so many. */
const EVERY = 10;
/** How many points there are differs a little between runs: so many have to be through before we believe it. */
const THROUGH = 3;
/** Too short for the next process to come in time, and long enough for it. */
const EXPIRE_MS = [300, 1500] as const;
/** Up to their question these are all alike: one asks, and that one is killed everywhere. */
const askAlike: readonly Scenario[] = ['session', 'always', 'denied', 'edited', 'altered'];
const ALIKE_STRIDE = 4;

type Unit = 'points' | 'touches';

/** Who is killed: the one who comes to the question, or the one who comes after and answers it. */
type Victim = 'asks' | 'answers';

/** What kills everywhere have shown. */
export interface ConfirmationKills {
  readonly findings: ConfirmationFindings;
  readonly awaitPoints: number;
  readonly touchedPoints: number;
}

/** Kills whoever asks and whoever answers, in every scenario, wherever it makes a difference. */
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

/** One of each `stride`, up to that one. */
interface Points {
  readonly stride: number;
  readonly upTo?: number;
}

/** The kills of one process of one scenario, a few rounds at once. */
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

  /** How many points there are when nobody is killed. */
  async count(): Promise<{ readonly points: number; readonly touches: number }> {
    const { ends } = await this.#play({ unit: 'points', at: Number.MAX_SAFE_INTEGER });
    return ends.find(({ counted }) => counted.points > 0)?.counted ?? { points: 0, touches: 0 };
  }

  /** At every such point that is wanted, until there are no more. */
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

/** The round in which that process is killed; of some, the next one too, before, between and after its answer. */
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
  // Nobody answers what has to expire: who asks then goes on to the end.
  if (victim === 'asks')
    return { scenario, expireMs, parts: [{ part: scenario === 'expired' ? 'plays' : 'leaves', kill }, ...again] };
  const before = (['leaves', 'dies', 'holds'] as const)[n % 3] ?? 'leaves';
  return { scenario, expireMs, parts: [{ part: before }, { part: 'plays', kill }, ...again] };
}

/** What is seen of agents that are wrong on purpose, and of ours in the same places. */
export interface ConfirmationControls {
  readonly right: ConfirmationFindings;
  /** Faults that were found, of the kind that each is known for. */
  readonly wrong: Readonly<Record<Wrong, number>>;
}

/** Kills in the very places where agents that are wrong do harm. */
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
