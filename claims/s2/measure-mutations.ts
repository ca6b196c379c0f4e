import { limits } from '../../packages/policy/src/shell/syntax/limits.ts';
import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';
import { benignLines } from '../shell-lines/benign-lines.ts';
import { findShellMistakes } from './find-shell-mistakes.ts';
import { inTurns } from '../shell-lines/in-turns.ts';
import { isApproved } from './is-approved.ts';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { mutateCases } from '../shell-lines/mutate-cases.ts';
import { openMistakeFinder } from '../../tests/kit/open-reader.ts';
import type { Oracle } from './open-oracle.ts';
import type { HostileCase } from '../shell-lines/cases/hostile-case.ts';
import { hostileCases } from '../shell-lines/shell-corpus.ts';

/** The results of mutated lines. */
export interface MutationFigures {
  readonly [figure: string]: number;
  readonly mutated: number;
  readonly withMistake: number;
  readonly understood: number;
  /** Understood although bash or the grammar finds a mistake, or although it exceeds a limit. */
  readonly failedOpen: number;
  readonly mutatedApproved: number;
  /** The number of those that were picked at random and run. */
  readonly mutatedRun: number;
  /** Approved, and then the file PWN appeared, or a file changed that no rule allows to change. */
  readonly withEffect: number;
}

interface MutationBench {
  readonly reader: ShellReader;
  readonly oracle: Oracle;
  readonly say: (line: string) => void;
}

const SEED = 20_260_401;

/** Mutates the lines of both corpora, parses all of them and runs some of the approved ones. */
export async function measureMutations(bench: MutationBench, isQuick: boolean): Promise<MutationFigures> {
  const { reader, say } = bench;
  const hasMistake = await openMistakeFinder();
  const cases = [...hostileCases, ...benignLines.map(([, line]): HostileCase => [[], line])];
  const mutated = mutateCases(
    cases.filter(([, line]) => line.length < 2000),
    isQuick ? 5000 : 100_000,
    SEED,
  );
  const understood = mutated.filter(([, line]) => reader.read(line).kind === 'understood');
  // The parser alone may take hours for hundreds of commands with a mistake, which the reader never passes to it.
  const isForParser = (line: string): boolean => line.length < 3000 && line.split(/[|&;\n]/).length <= limits.commands;
  const isWrong = (line: string): boolean => line.length > limits.chars || (isForParser(line) && hasMistake(line));
  const mistakes = findShellMistakes(understood.map(([, line]) => line));
  const failed = understood.filter(([, line], at) => mistakes.has(at) || isWrong(line));
  for (const [, line] of failed) say(`failed open: ${JSON.stringify(line)}`);
  const chosen = unique(understood.filter(([allowed, line]) => isApproved(reader, line, allowed)));
  const sample = draw(chosen, isQuick ? 60 : 600);
  const effects = await runSample(bench, sample);
  return {
    mutated: mutated.length,
    withMistake: mutated.filter(([, line]) => isForParser(line) && hasMistake(line)).length,
    understood: understood.length,
    failedOpen: failed.length,
    mutatedApproved: chosen.length,
    mutatedRun: sample.length,
    withEffect: effects.length,
  };
}

/** Runs lines. Those that only read must change nothing; the others must not create the file PWN. */
async function runSample({ reader, oracle, say }: MutationBench, sample: readonly HostileCase[]): Promise<string[]> {
  const effects: string[] = [];
  await inTurns(sample, async ([, line]) => {
    const isReading = isApproved(reader, line, []);
    const hasEffect = isReading ? (await oracle.findChanges(line)).length > 0 : await oracle.createsCanary(line);
    if (!hasEffect) return;
    effects.push(line);
    say(`has an effect: ${JSON.stringify(line)}`);
  });
  return effects;
}

/** Picks that many cases at random. */
function draw(cases: readonly HostileCase[], count: number): readonly HostileCase[] {
  const random = createSeededRandom(SEED);
  const left = [...cases];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.int(0, left.length - 1), 1),
  ).flat();
}

function unique(cases: readonly HostileCase[]): readonly HostileCase[] {
  return [...new Map(cases.map((each) => [each[1], each])).values()];
}
