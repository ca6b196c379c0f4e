import { createTextLoop, initialCallLoop, reduceCallLoop, type FinishedCall } from '@bowline/context';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';
import { createDice } from '../shared/dice.ts';
import { legitimateCalls } from './legitimate-calls.ts';
import { legitimateData } from './legitimate-data.ts';
import { legitimateProse } from './legitimate-prose.ts';
import { loopingCalls } from './looping-calls.ts';
import { loopingText } from './looping-text.ts';
import { playTranscript, type Played } from './play-transcript.ts';
import { readInstalledFiles } from './read-installed-files.ts';
import type { TranscriptClass } from './transcript.ts';

const legitimate: readonly TranscriptClass[] = [...legitimateProse, ...legitimateData, ...legitimateCalls];
const looping: readonly TranscriptClass[] = [...loopingText, ...loopingCalls];

const LIMITS = { recall: 0.95, linear: 1.5, perThousandFiles: 1 } as const;
/** Variants per class, in addition to the one that is used to develop the detectors; these are never inspected. */
const VARIANTS = { quick: 2, full: 10 } as const;

/** Checks that an agent in a loop is stopped, and no other. */
export const loops: Claim = {
  id: 'loops',
  sentence: `Of labeled transcripts and seeded variants of each, no legitimate one is stopped as a loop, and at least ${LIMITS.recall * 100}% of the loops are stopped. Of files that others wrote, treated as answers, at most ${LIMITS.perThousandFiles} in 1,000 is found to repeat itself. The cost of detection per character and per call does not grow with their number (within ${LIMITS.linear}x).`,
  async run({ isQuick, say }) {
    const variants = isQuick ? VARIANTS.quick : VARIANTS.full;
    const good = legitimate.flatMap((kind) => playAll(kind, variants));
    const bad = looping.flatMap((kind) => playAll(kind, variants));
    const wrong = good.filter(({ played }) => played.stopped !== null);
    const nudged = good.filter(({ played }) => played.nudges.length > 0);
    const caught = bad.filter(({ played }) => played.stopped !== null);
    for (const { name, played } of nudged) say(`nudged, but legitimate: ${name}: ${played.nudges[0] ?? ''}`);
    for (const { name, played } of bad)
      if (played.stopped === null) say(`not stopped: ${name} (${played.nudges.length} nudges)`);
    const recall = caught.length / bad.length;
    const files = watchFiles(isQuick ? 50 : 1, say);
    const cost = measureCost(isQuick ? 3 : 7);
    say(`${wrong.length} of ${good.length} stopped wrongly, ${caught.length} of ${bad.length} loops stopped`);
    return {
      holds:
        wrong.length === 0 &&
        recall >= LIMITS.recall &&
        files.filesFound <= Math.ceil((files.files / 1000) * LIMITS.perThousandFiles) &&
        cost.linearText <= LIMITS.linear &&
        cost.linearCalls <= LIMITS.linear,
      figures: {
        classes: legitimate.length + looping.length,
        legitimate: good.length,
        loops: bad.length,
        precision: round(caught.length / (caught.length + wrong.length)),
        recall: round(recall),
        falseStops: wrong.length,
        falseNudges: nudged.length,
        ...files,
        ...untilStopped(caught),
        ...cost,
      },
      against:
        'the labels of the transcripts, and text files of the installed packages, without a code fence around them; costs are compared with those of a text or a sequence of calls a tenth as long, alternating in the same run, by the CPU time of the best round',
    };
  },
};

interface Verdict {
  readonly name: string;
  readonly hasText: boolean;
  readonly played: Played;
}

function playAll([name, make]: TranscriptClass, variants: number): readonly Verdict[] {
  return Array.from({ length: 1 + variants }, (_, seed) => {
    const steps = make(createDice(seed));
    return {
      name: `${name}, seed ${seed}`,
      hasText: steps.length === 1,
      played: playTranscript(steps, createDice(seed)),
    };
  });
}

/** Checks whether files that were not written for this test look like a loop. */
function watchFiles(every: number, say: (line: string) => void): Record<'files' | 'filesFound', number> {
  const counts = { files: 0, filesFound: 0 };
  for (const { path, text } of readInstalledFiles(every)) {
    const finding = createTextLoop().take(text);
    counts.files += 1;
    if (finding === null) continue;
    counts.filesFound += 1;
    say(`found in ${path}: ${finding.detail}`);
  }
  return counts;
}

/** The length of a loop until it was stopped, at the median and at the 90th percentile, including the nudge before. */
function untilStopped(caught: readonly Verdict[]): Record<string, number> {
  const of = (hasText: boolean, what: 'steps' | 'characters'): number[] =>
    caught.filter((verdict) => verdict.hasText === hasText).map(({ played }) => played.stopped?.[what] ?? 0);
  const [characters, steps] = [of(true, 'characters'), of(false, 'steps')];
  return {
    medianCharacters: quantile(characters, 0.5),
    p90Characters: quantile(characters, 0.9),
    medianSteps: quantile(steps, 0.5),
    p90Steps: quantile(steps, 0.9),
  };
}

const SIZES = { characters: 60_000, chunk: 4, calls: 50, result: 40_000 } as const;

interface Cost {
  readonly nsPerCharacter: number;
  readonly linearText: number;
  readonly usPerSmallCall: number;
  readonly usPerCallOf40KB: number;
  readonly linearCalls: number;
}

/** The best of several rounds, to exclude other load on the machine. */
function measureCost(rounds: number): Cost {
  const dice = createDice(1);
  const text = dice.paragraph((SIZES.characters * 10) / 60).slice(0, SIZES.characters * 10);
  const long = dice.paragraph(1000).slice(0, SIZES.result);
  const least = { short: Infinity, long: Infinity, few: Infinity, many: Infinity, small: Infinity };
  const works: Record<keyof typeof least, () => void> = {
    short: () => {
      for (let n = 0; n < 10; n += 1) watch(text.slice(0, SIZES.characters));
    },
    long: () => {
      watch(text);
    },
    few: () => {
      for (let n = 0; n < 10; n += 1) follow(SIZES.calls, long);
    },
    many: () => {
      follow(SIZES.calls * 10, long);
    },
    small: () => {
      follow(SIZES.calls * 100, 'ok');
    },
  };
  for (let n = 0; n < rounds; n += 1) {
    for (const key of Object.keys(works) as (keyof typeof works)[])
      least[key] = Math.min(least[key], cpuOf(works[key]));
  }
  return {
    nsPerCharacter: round((least.short / text.length) * 1000),
    linearText: round(least.long / least.short),
    usPerSmallCall: round(least.small / (SIZES.calls * 100)),
    usPerCallOf40KB: round(least.few / (SIZES.calls * 10)),
    linearCalls: round(least.many / least.few),
  };
}

/** CPU time in microseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function watch(text: string): void {
  const loop = createTextLoop();
  for (let at = 0; at < text.length; at += SIZES.chunk) loop.take(text.slice(at, at + SIZES.chunk));
}

function follow(count: number, result: string): void {
  let state = initialCallLoop;
  for (let n = 0; n < count; n += 1) {
    const call: FinishedCall = { name: 'read_file', args: { file_path: `src/${n}.ts` }, result, isError: false, ms: 5 };
    state = reduceCallLoop(state, call);
  }
}
