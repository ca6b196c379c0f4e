import { randomInt } from 'node:crypto';
import type { Claim } from '../claim.ts';
import { createDice } from '../shared/dice.ts';
import { controls } from './controls.ts';
import { judgeMoments } from './judge-moments.ts';
import { DOCK_RULES, playSequence, type DockRules } from './play-sequence.ts';
import { createSequence } from './raw-event.ts';

const SEQUENCES = { quick: 2000, full: 100_000 } as const;
/** Repeats the run with this first seed. */
const SEED_VARIABLE = 'BOWLINE_GRANTS_SEED';
/** A control must be caught within this many. The rarest fault occurs about once in 100, so that no run misses it. */
const CONTROL_SEQUENCES = 2000;

/** Claims that every answer and grant comes from a keystroke that was meant for it. */
export const grants: Claim = {
  id: 'grants',
  sentence: `${SEQUENCES.full.toLocaleString('en-US')} random sequences of keys, pastes, pieces of text and held keys, with random pauses, are played against questions that appear and disappear. The sequences are new in each run. None answers a question without a deliberate keystroke of its own on text that was shown for 400 ms, none grants more than the sentence on the screen says, and no typed text is lost. Each broken screen that is played in the same run is caught. ${SEED_VARIABLE}=N repeats the run whose first seed is N.`,
  run: async ({ isQuick, say }) => {
    const count = isQuick ? SEQUENCES.quick : SEQUENCES.full;
    const firstSeed = chooseSeed(process.env[SEED_VARIABLE]);
    say(`first seed ${firstSeed}; ${SEED_VARIABLE}=${firstSeed} repeats this run`);
    const own = playMany(count, { rules: DOCK_RULES, firstSeed });
    for (const fault of own.faults.slice(0, 10)) say(fault);
    say(`${own.answers} answers, ${own.grants} of them grants; ${own.faults.length} faults`);
    const caught = Object.entries(controls).map(([name, rules]) => {
      const { faults } = playMany(CONTROL_SEQUENCES, { rules, firstSeed });
      say(`control: ${name}: ${faults.length === 0 ? 'NOT CAUGHT' : `caught, ${faults.length} faults`}`);
      return faults.length > 0;
    });
    const controlsCaught = caught.filter(Boolean).length;
    const isEnough = own.answers > count / 10 && own.grants > count / 100 && own.twice > 0;
    return {
      holds: own.faults.length === 0 && controlsCaught === caught.length && isEnough,
      figures: {
        firstSeed,
        sequences: count,
        events: own.events,
        answers: own.answers,
        grants: own.grants,
        lastingGrants: own.twice,
        textsTyped: own.texts,
        faults: own.faults.length,
        controls: caught.length,
        controlsCaught,
      },
      against:
        'the same screen with one deliberate fault at a time (including the old limit of 300 ms), judged only by what was shown and pressed',
    };
  },
};

interface Played {
  readonly events: number;
  readonly answers: number;
  readonly grants: number;
  readonly twice: number;
  readonly texts: number;
  readonly faults: readonly string[];
}

/** A random seed, or the given one. */
function chooseSeed(asked: string | undefined): number {
  if (asked === undefined) return randomInt(2 ** 31);
  if (!/^\d{1,10}$/.test(asked)) throw new Error(`${SEED_VARIABLE} must be a number, not ${asked}`);
  return Number(asked);
}

function playMany(count: number, { rules, firstSeed }: { rules: DockRules; firstSeed: number }): Played {
  const sums = { events: 0, answers: 0, grants: 0, twice: 0, texts: 0 };
  const faults: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const sequence = createSequence(createDice(seed));
    const moments = playSequence(sequence, rules);
    const verdict = judgeMoments(moments);
    sums.events += sequence.length;
    sums.answers += verdict.answers;
    sums.grants += verdict.grants;
    sums.texts += verdict.texts;
    sums.twice += moments.filter(({ effect }) => {
      const outcome = effect?.kind === 'answer' && effect.answer.kind === 'confirmation' && effect.answer.outcome;
      return outcome === 'project' || outcome === 'always';
    }).length;
    faults.push(...verdict.faults.map((fault) => `seed ${seed}, ${fault}`));
  }
  return { ...sums, faults };
}
