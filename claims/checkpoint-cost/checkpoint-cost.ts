import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openLocalWorkspace, type FileHistory } from '@bowline/workspace';
import type { Claim } from '../claim.ts';
import { createDice } from '../shared/dice.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { writeProject, type ProjectSize } from './write-project.ts';

const EDIT_P99_MS = 50;
const FULL = { files: 50_000, bytes: 10 ** 9 } as const;
const QUICK = { files: 5000, bytes: 10 ** 8 } as const;
const EDITS_PER_STEP = 3;
const THINKING_SECONDS = [1, 3] as const;

/** Measures what storing the files before and after calls adds to them. */
export const checkpointCost: Claim = {
  id: 'checkpoint-cost',
  sentence: `In a project of 50,000 files and 1 GB, storing what an edit of ${EDITS_PER_STEP} files changes adds at most ${EDIT_P99_MS} ms to a step at p99, over 200 steps. A command waits for a look at all files before it; the look after it runs while the model thinks. The waits are printed for models that think 1 s and 3 s, with 90% of the files in \`node_modules\`, which is not looked at. With none there, the files are too many to be stored before a command: it does not wait, and only edits can be undone. The quick form has 5,000 files and 100 MB.`,
  async run({ isQuick, say }) {
    const size = isQuick ? QUICK : FULL;
    const steps = isQuick ? 40 : 200;
    const mostly = await measure({ ...size, dependencies: 0.9 }, steps, isQuick);
    say(`90% dependencies: ${JSON.stringify(mostly)}`);
    const all = await measure({ ...size, dependencies: 0 }, steps, isQuick);
    say(`no dependencies: ${JSON.stringify(all)}`);
    const named = (prefix: string, figures: Figures): object =>
      Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${prefix}: ${key}`, value]));
    return {
      holds: mostly.editP99Ms <= EDIT_P99_MS && all.editP99Ms <= EDIT_P99_MS,
      figures: {
        ...named('90% dependencies', mostly),
        ...named('no dependencies', all),
        loadAverage: Math.round(loadavg()[0] ?? 0),
      },
      against:
        'its own limit: all of what the history adds to an edit is counted; the waits of commands are printed without a limit',
    };
  },
};

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure(size: ProjectSize, steps: number, isQuick: boolean) {
  return await withClaimFolder('cost', async (folder) => {
    const [root, store] = [join(folder, 'root'), join(folder, 'store')];
    mkdirSync(root);
    const own = writeProject(root, size);
    execFileSync('sync'); // otherwise edits would wait for the project to reach the disk
    const workspace = openLocalWorkspace({
      root,
      directories: [],
      stateFolder: join(folder, 'state'),
      historyFolder: store,
      supervisorEntry: fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor')),
      execPath: process.execPath,
      execArgv: [],
      env: {},
    });
    const history = workspace.history as FileHistory;
    try {
      const edit = createEdits(root, own);
      const before = sizeOf(store);
      const edits = await measureEdits(history, edit, steps);
      const stored = sizeOf(store) - before;
      const start = performance.now();
      const { leftOut } = await history.checkpoint({ isBase: true });
      const firstLookMs = round(performance.now() - start);
      const isTooLarge = leftOut.some(({ reason }) => reason === 'too-many');
      const waits = isTooLarge ? {} : await measureWaits(history, edit, isQuick ? 3 : 20);
      return { ...edits, editsStoredKB: Math.round(stored / 1000), firstLookMs, isTooLarge, ...waits };
    } finally {
      workspace.close();
    }
  });
}

type Edit = () => { readonly paths: readonly string[]; readonly write: () => void };

/** Adds a line to some files. */
function createEdits(root: string, own: readonly string[]): Edit {
  const dice = createDice(2);
  return () => {
    const paths = Array.from({ length: EDITS_PER_STEP }, () => join(root, dice.pick(own)));
    const text = `// ${dice.hex(32)}\n${dice.paragraph(20)}`;
    return {
      paths,
      write: () => {
        for (const path of paths) writeFileSync(path, text);
      },
    };
  };
}

/** What reading and storing files before and after known edits takes. */
async function measureEdits(history: FileHistory, edit: Edit, steps: number) {
  const times: number[] = [];
  await history.hold([]); // starts the thread
  for (let n = 0; n < steps; n += 1) {
    const { paths, write } = edit();
    let held: Awaited<ReturnType<FileHistory['hold']>> = [];
    const before = await timeOf(async () => {
      held = await history.hold(paths);
    });
    write();
    times.push(before + (await timeOf(() => history.settle(held))));
  }
  return { editP50Ms: round(quantile(times, 0.5)), editP99Ms: round(quantile(times, 0.99)), steps };
}

/** What a command waits for, if the model thought for some time after the last one. */
async function measureWaits(history: FileHistory, edit: Edit, rounds: number) {
  const waits: Record<string, number> = {};
  for (const seconds of THINKING_SECONDS) {
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      edit().write();
      const after = history.checkpoint();
      await pause(seconds * 1000);
      times.push(
        await timeOf(async () => {
          await after;
          await history.checkpoint({ isBase: true });
        }),
      );
    }
    waits[`waitP50Ms after ${seconds} s`] = round(quantile(times, 0.5));
    waits[`waitMostMs after ${seconds} s`] = round(quantile(times, 1));
  }
  return waits;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return round(performance.now() - start);
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  } catch {
    return 0;
  }
}
