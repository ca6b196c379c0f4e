import { join } from 'node:path';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import type { Claim } from '../claim.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { mutate } from '../../tests/kit/mutate.ts';
import { mutants } from './mutants.ts';
import { OPERATIONS, playRound, type Round, type Stage } from './play-round.ts';
import { planRound } from './plan-round.ts';

const ROUNDS = { full: 60, quick: 3 } as const;
/** Sessions in which a fault of the product must be found. */
const TRIES = 8;

function killsOf(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const all = rounds.flatMap(({ killedIn }) => killedIn);
  const kinds = ['message', 'edit', 'rewind', 'undo'] as const;
  return Object.fromEntries(kinds.map((kind) => [`killed in: ${kind}`, all.filter((each) => each === kind).length]));
}

/** Commands that do not run change nothing, and nothing would have to be undone. */
function commandsOf(rounds: readonly Round[]): Readonly<Record<'commands' | 'failed', readonly string[]>> {
  const commands = rounds.flatMap(({ calls }) => calls.filter((call) => call.startsWith('run_shell_command')));
  return { commands, failed: commands.filter((call) => !/ (made|interrupted)$/.test(call)) };
}

/** Whether a session shows the fault. Sessions without a rewind cannot. */
async function isFound(stage: Stage, from: number): Promise<boolean> {
  let seed = from;
  for (let left = TRIES; left > 0; left -= 1, seed += 1) {
    seed = withRewind(seed);
    if ((await playRound(stage, seed)).problems.length > 0) return true;
  }
  return false;
}

/** The first seed whose session is rewound. */
function withRewind(from: number): number {
  for (let seed = from; ; seed += 1) if (planRound(seed, OPERATIONS).some(({ kind }) => kind === 'rewind')) return seed;
}

/** Kills sessions that edit, run commands, rewind and undo, and compares their files with copies. */
export const checkpoints: Claim = {
  id: 'checkpoints',
  sentence: `Random sessions send messages whose calls edit files and run commands that create, change, move, link and delete them, several at once. In between the user edits other files, rewinds with files to any message, and undoes that. The process is killed with SIGKILL up to three times in each session. After every rewind the agent's files equal a copy made at that message, byte for byte, with modes, links and empty folders; after its undo they equal a copy made before the rewind. The user's files and everything in \`.git\` stay as they are, index included. What the user changes in the same files is the subject of unit tests (\`packages/workspace/src/snapshots\`), where a restoration is also killed at every step. ${mutants.length} faults that are put into the product are each found within ${TRIES} sessions (quick form: one of them). The full form plays ${ROUNDS.full} sessions, the quick form ${ROUNDS.quick}.`,
  async run({ isQuick, say }) {
    return await withClaimFolder('checkpoints', async (folder) => {
      const children = [join(import.meta.dirname, 'children/play-session.ts')];
      const stage = { folder, childFile: await bundleChildren(children, join(folder, 'bin')) };
      const first = Number(process.env['BOWLINE_CHECKPOINTS_SEED'] ?? Math.floor(Math.random() * 1e6));
      const rounds: Round[] = [];
      for (let n = 0; n < (isQuick ? ROUNDS.quick : ROUNDS.full); n += 1) {
        const round = await playRound(stage, first + n);
        rounds.push(round);
        for (const problem of round.problems) say(problem);
      }
      const control = await playRound(stage, withRewind(first), true);
      const found: Record<string, boolean> = {};
      for (const mutant of isQuick ? mutants.filter((_, n) => n === first % mutants.length) : mutants) {
        const mutated = join(folder, `mutant-${Object.keys(found).length}`);
        const childFile = await bundleChildren(children, join(mutated, 'bin'), [mutate(mutant)]);
        found[`finds that ${mutant.name}`] = await isFound({ folder: mutated, childFile }, first);
      }
      const problems = rounds.flatMap((round) => round.problems);
      const unstored = rounds.flatMap(({ notices }) => notices.filter((notice) => notice.startsWith('FILES_NOT')));
      for (const notice of new Set(unstored)) say(notice);
      const { commands, failed } = commandsOf(rounds);
      for (const failure of new Set(failed)) say(failure);
      const count = (kind: string): number =>
        rounds.flatMap(({ operations }) => operations.filter((each) => each.kind === kind)).length;
      return {
        holds: [
          problems.length === 0,
          commands.length > 0,
          failed.length === 0,
          unstored.length === 0,
          control.problems.length > 0,
          ...Object.values(found),
        ].every(Boolean),
        figures: {
          firstSeed: first,
          sessions: rounds.length,
          messages: count('message'),
          userEdits: count('edit'),
          rewinds: count('rewind'),
          undone: count('undo'),
          commands: commands.length,
          failedCommands: failed.length,
          ...killsOf(rounds),
          problems: problems.length,
          notStored: unstored.length,
          'control: a changed copy is found': control.problems.length > 0,
          ...found,
        },
        against: 'copies of the folder after each operation, read by code that shares nothing with the history',
      };
    });
  },
};
