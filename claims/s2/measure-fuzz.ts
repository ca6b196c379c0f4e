import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';
import { createApproval, type Approval } from './create-approval.ts';
import { createLineMaker } from '../shell-lines/create-line-maker.ts';
import { findFuzzPrograms } from '../shell-lines/fuzz-programs.ts';
import { openBatchOracle, type BatchOracle, type Effect } from './open-batch-oracle.ts';

/** The results of random lines. */
export interface FuzzFigures {
  readonly [figure: string]: number;
  readonly generated: number;
  readonly approved: number;
  readonly executed: number;
  /** Programs with at least one line that was approved and run. */
  readonly programs: number;
  readonly effects: number;
}

/** The amount of work, and the decision to test. */
export interface FuzzRun {
  readonly reader: ShellReader;
  readonly executions: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** Replaces the product's decision, to check that the oracle finds what a wrong decision lets through. */
  readonly approve?: (line: string) => boolean;
}

const BATCH = 200;
const WORKERS = 2;
/** The maximum number of lines generated per line to run. */
const MAX_GENERATED = 40;

/** Generates random lines, runs all that are approved, and counts those with an effect. */
export async function measureFuzz(run: FuzzRun): Promise<FuzzFigures> {
  const seen = new Set<string>();
  const programs = new Set<string>();
  const effects: Effect[] = [];
  let generated = 0;
  let executed = 0;
  const work = async (worker: number): Promise<void> => {
    const oracle = await openBatchOracle();
    try {
      const make = createLineMaker(findFuzzPrograms(oracle.scratch().env), run.seed + worker, oracle.port);
      const goal = run.executions / WORKERS;
      for (let done = 0, made = 0; done < goal && made < goal * MAX_GENERATED;) {
        const approve = approvalOf(run, oracle);
        const batch: string[] = [];
        for (; batch.length < Math.min(BATCH, goal - done) && made < goal * MAX_GENERATED; made += 1) {
          const line = make();
          if (seen.has(line)) continue;
          seen.add(line);
          if (await approve(line)) batch.push(line);
        }
        for (const line of batch) programs.add(programOf(line));
        const found = await oracle.run(batch);
        for (const { line, kind, what } of found) run.say(`effect (${kind}: ${what}): ${JSON.stringify(line)}`);
        effects.push(...found);
        done += batch.length;
        executed += batch.length;
      }
      generated = seen.size;
    } finally {
      await oracle.close();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  return { generated, approved: executed, executed, programs: programs.size, effects: effects.length };
}

/** The scratch home is replaced after each effect. */
function approvalOf({ reader, approve }: FuzzRun, oracle: BatchOracle): Approval {
  return approve === undefined ? createApproval(reader, oracle.scratch()) : async (line) => approve(line);
}

function programOf(line: string): string {
  const [first = '', second = ''] = line.replace(/^(?:[({] ?|cd \S+ ?(?:&&|;) )/, '').split(' ');
  return first === 'git' ? `git ${second}` : first;
}
