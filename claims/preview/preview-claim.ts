import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { mutate } from '../../tests/kit/mutate.ts';
import type { Claim } from '../claim.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { ordinaryCommands } from './commands.ts';
import { mutants, type FoundMutant } from './mutants.ts';
import type { Kills } from './play-kills.ts';
import type { Races } from './play-races.ts';
import type { RunCommand } from './run-command.ts';

const SIZES = { full: { step: 1, races: 500, kills: 320 }, quick: { step: 5, races: 30, kills: 10 } } as const;
/** How much of a part must find a fault. */
const TRIES = { races: 120, kills: 24 } as const;

const run = promisify(execFile);

/** Plays parts of the claim in processes of a bundle, each in a folder of its own. */
function createPlayer(folder: string, childFile: (name: string) => string) {
  let runs = 0;
  return async <Result>(kind: string, ...args: readonly number[]): Promise<Result> => {
    const own = join(folder, `run-${(runs += 1)}`);
    mkdirSync(own);
    const words = ['--no-warnings', childFile('play'), kind, own, ...args.map(String)];
    const { stdout } = await run(process.execPath, words, { maxBuffer: 1e8 });
    return JSON.parse(stdout) as Result;
  };
}

type Play = ReturnType<typeof createPlayer>;

async function isFound({ part }: FoundMutant, play: Play, seed: number): Promise<boolean> {
  if (part === 'races') return (await play<Races>(part, seed, TRIES.races)).problems.length > 0;
  if (part === 'kills') return (await play<Kills>(part, seed, TRIES.kills)).problems.length > 0;
  for (const at of ordinaryCommands.keys())
    if ((await play<RunCommand>('command', at)).problems.length > 0) return true;
  return false;
}

async function playCommands(play: Play, step: number): Promise<readonly RunCommand[]> {
  const all: RunCommand[] = [];
  for (const at of ordinaryCommands.keys()) if (at % step === 0) all.push(await play<RunCommand>('command', at));
  return all;
}

function toRatios(all: readonly RunCommand[]): Readonly<Record<string, number>> {
  const at = (numbers: readonly number[], share: number): number => {
    const sorted = numbers.toSorted((a, b) => a - b);
    return Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  };
  const ratios = all.map(({ asideMs, plainMs }) => asideMs / plainMs);
  const [plain, aside, apply] = (['plainMs', 'asideMs', 'applyMs'] as const).map((name) =>
    at(
      all.map((each) => each[name]),
      0.5,
    ),
  );
  return {
    'aside / plain, median': at(ratios, 0.5),
    'aside / plain, 90th': at(ratios, 0.9),
    'plain, median ms': plain ?? 0,
    'aside, median ms': aside ?? 0,
    'apply, median ms': apply ?? 0,
  };
}

async function findFaults(folder: string, seed: number, isQuick: boolean): Promise<Readonly<Record<string, boolean>>> {
  const found: Record<string, boolean> = {};
  for (const mutant of isQuick ? mutants.filter((_, n) => n === seed % mutants.length) : mutants) {
    const own = join(folder, `mutant-${Object.keys(found).length}`);
    const childFile = await bundleChildren(children, join(own, 'bin'), [mutate(mutant)]);
    found[`finds that ${mutant.name}`] = await isFound(mutant, createPlayer(own, childFile), seed);
  }
  return found;
}

const children = ['play', 'person'].map((name) => join(import.meta.dirname, `children/${name}.ts`));
const { full, quick } = SIZES;
const refused = ordinaryCommands.filter(({ mayDiffer }) => mayDiffer !== undefined);
const reasons = [...new Set(refused.map(({ mayDiffer }) => mayDiffer))].join('; ');

/** Runs commands aside and applies them, against edits of a person and against SIGKILL. */
export const preview: Claim = {
  id: 'preview',
  sentence: `${ordinaryCommands.length} ordinary commands in six small projects (Node, Git, Python, SQLite, make, text) run in a copy and are applied. The folder is untouched until then, times included. Afterwards it equals the folder after a plain run of the same command in the same place: contents, modes, links, empty folders and the exit code; of Git's index, which holds times, what it lists. ${refused.length} of them fail visibly in the copy (${reasons}). In ${full.races} races, another thread saves, overwrites or appends to a file before, while or after changes are applied: either nothing is applied and the edit stays, or everything is and the edit is later. In ${full.kills} runs the process that applies is killed with SIGKILL at a random moment: after the next start all or nothing is applied, and nothing twice. ${mutants.length} faults that are put into the product are found. The cost of a run in the copy beside a plain run is printed. The quick form takes every ${quick.step}th command, ${quick.races} races, ${quick.kills} kills and one fault.`,
  async run({ isQuick, say }) {
    return await withClaimFolder('preview', async (folder) => {
      const { step, races: raceCount, kills: killCount } = isQuick ? quick : full;
      const childFile = await bundleChildren(children, join(folder, 'bin'));
      const play = createPlayer(folder, childFile);
      const seed = Number(process.env['BOWLINE_PREVIEW_SEED'] ?? Math.floor(Math.random() * 1e6));
      const commands = await playCommands(play, step);
      const races = await play<Races>('races', seed, raceCount);
      const kills = await play<Kills>('kills', seed, killCount);
      const wrong = commands.flatMap(({ command, problems }) => problems.map((problem) => `${command}: ${problem}`));
      for (const problem of [...wrong, ...races.problems, ...kills.problems]) say(problem);
      const faults = await findFaults(folder, seed, isQuick);
      const isAtAllMoments = races.before > 0 && races.after > 0 && races.refused > races.before && kills.middle > 0;
      const isSpread = isQuick || isAtAllMoments; // a few may all fall on one side
      return {
        holds:
          wrong.length + races.problems.length + kills.problems.length === 0 &&
          isSpread &&
          commands.every(({ changed, isEqual }) => changed > 0 || !isEqual) &&
          Object.values(faults).every(Boolean),
        figures: {
          seed,
          commands: commands.length,
          equal: commands.filter(({ isEqual }) => isEqual).length,
          'fail in the copy, named': commands.filter(({ isEqual, problems }) => !isEqual && problems.length === 0)
            .length,
          ...toRatios(commands),
          'races: refused': races.refused,
          'races: applied': races.applied,
          'races: edit before': races.before,
          'races: edit after': races.after,
          'races: neither lost nor half': races.refused + races.applied - races.problems.length,
          'not counted: writes to a file that had lost its name': races.late,
          'kills: before the first change': kills.nothing,
          'kills: in the middle': kills.middle,
          'kills: after the last change': kills.all,
          'kills: half or twice': kills.problems.length,
          ...faults,
        },
        against: 'plain runs of the same commands in the same folder, read by code that shares nothing with the store',
      };
    });
  },
};
