import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClaimRun } from '../claim.ts';
import type { RacerOrder, RacerReply } from './children/confirmation-racer.ts';
import { checkConfirmation } from './confirmation-check.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import { playPart } from './confirmation-play.ts';
import { confirmationPlaces, readLines } from './confirmation-script.ts';
import type { RoundStage } from '../kills/play-in-child.ts';

/**
 * How the two open the session: both while it is free, both with a takeover, or one holds it and the other takes it
 * over.
 */
const forms = ['free', 'forced', 'held'] as const;
const refusals = ['SESSION_BUSY', 'SESSION_FENCED', 'UNKNOWN_INPUT'] as const;
/** The time to deliver the order to both, and the maximum delay of the second. */
const START_MS = 12;
const BEHIND_MS = 24;

/** The result of the races. */
export interface ConfirmationRaces {
  readonly findings: ConfirmationFindings;
  readonly races: number;
  readonly twoWinners: number;
  readonly noWinner: number;
  /** The error codes that the losers got. */
  readonly heard: Readonly<Record<(typeof refusals)[number], number>>;
  readonly wrongWords: readonly string[];
  /** Errors of racers when they closed the session, which do not concern their answer. */
  readonly troubles: readonly string[];
  /** Winners and effects of the same race if each racer has its own copy of the session, as if there were no lock. */
  readonly withoutLock: { readonly winners: number; readonly effects: number };
}

/** Two processes repeatedly answer the same question at the same moment, one with yes and one with no. */
export async function raceAnswers(stage: RoundStage, races: number, say: ClaimRun['say']): Promise<ConfirmationRaces> {
  const racers = [new Racer(stage, 'one'), new Racer(stage, 'two')] as const;
  const findings = new ConfirmationFindings();
  const heard = { SESSION_BUSY: 0, SESSION_FENCED: 0, UNKNOWN_INPUT: 0 };
  const wrongWords: string[] = [];
  const troubles: string[] = [];
  let [twoWinners, noWinner] = [0, 0];
  try {
    for (let n = 0; n < races; n += 1) {
      const folder = join(stage.folder, `race-${n}`);
      mkdirSync(folder);
      const replies = await race(racers, folder, n);
      const words = replies.map(({ word }) => word);
      troubles.push(...replies.flatMap(({ trouble = [] }) => trouble));
      const winners = words.flatMap((word, index) => (word === 'OK' ? [index] : []));
      if (winners.length > 1) twoWinners += 1;
      if (winners.length === 0) noWinner += 1;
      for (const word of words) {
        if (isRefusal(word)) heard[word] += 1;
        else if (word !== 'OK') wrongWords.push(word);
      }
      const before = findings.problems.length;
      await judge(folder, outcomeOf((winners[0] ?? 0) + n), findings);
      for (const problem of findings.problems.slice(before)) say(`race ${n}, ${words.join(' and ')}: ${problem}`);
      rmSync(folder, { recursive: true });
    }
    for (const trouble of troubles) say(trouble);
    const withoutLock = await raceWithoutLock(racers, join(stage.folder, 'race-copies'));
    return { findings, races, twoWinners, noWinner, heard, wrongWords, troubles, withoutLock };
  } finally {
    for (const racer of racers) racer.kill();
  }
}

/** One says yes and the other no; they swap in every race. */
function outcomeOf(n: number): RacerOrder['outcome'] {
  return n % 2 === 0 ? 'once' : 'denied';
}

async function race([one, two]: readonly [Racer, Racer], folder: string, n: number): Promise<readonly RacerReply[]> {
  const form = forms[n % forms.length] ?? 'free';
  const { question } = await one.order({ order: 'ask', folder });
  if (form === 'held') await one.order({ order: 'hold', folder });
  const at = Date.now() + START_MS;
  const behind = (n * 7) % BEHIND_MS;
  const takeover = form === 'free' ? 'never' : 'always';
  const order = { order: 'answer', folder, question, takeover } as const;
  return await Promise.all([
    one.order({ ...order, outcome: outcomeOf(n), at }),
    two.order({ ...order, outcome: outcomeOf(n + 1), at: at + (n % 2 === 0 ? 0 : behind) }),
  ]);
}

/** Finishes the turn if necessary, and checks that the winning answer is the one that counts. */
async function judge(folder: string, outcome: string, findings: ConfirmationFindings): Promise<void> {
  const places = confirmationPlaces(folder);
  await playPart({ folder, scenario: 'once', run: 1, part: 'plays' });
  await checkConfirmation({ places, scenario: 'once', runs: [], outcome }, findings);
}

async function raceWithoutLock(
  [one, two]: readonly [Racer, Racer],
  folder: string,
): Promise<ConfirmationRaces['withoutLock']> {
  mkdirSync(folder);
  const places = confirmationPlaces(folder);
  const { question } = await one.order({ order: 'ask', folder });
  const copy = `${places.sessions}-copy`;
  cpSync(places.sessions, copy, { recursive: true });
  const order = { order: 'answer', folder, question, takeover: 'never', outcome: 'once' } as const;
  const replies = await Promise.all([one.order(order), two.order({ ...order, sessions: copy })]);
  const winners = replies.filter(({ word }) => word === 'OK').length;
  return { winners, effects: readLines(places.effects).length };
}

function isRefusal(word: string): word is (typeof refusals)[number] {
  return (refusals as readonly string[]).includes(word);
}

/** One of the two processes. */
class Racer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #replies: AsyncIterator<string, undefined>;

  constructor(stage: RoundStage, name: string) {
    this.#child = spawn(process.execPath, ['--no-warnings', stage.childFile('confirmation-racer'), name], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(stage.folder, 'cache') },
    });
    this.#child.stderr.pipe(process.stderr);
    const lines = createInterface({ input: this.#child.stdout });
    this.#replies = lines[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
  }

  async order(order: Pick<RacerOrder, 'order' | 'folder'> & Partial<RacerOrder>): Promise<RacerReply> {
    this.#child.stdin.write(`${JSON.stringify({ takeover: 'never', outcome: 'once', at: 0, ...order })}\n`);
    const { value, done } = await this.#replies.next();
    return done === true ? { word: 'DIED' } : (JSON.parse(value) as RacerReply);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
