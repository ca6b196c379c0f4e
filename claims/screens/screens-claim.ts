import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { buildCli } from '../workbench/build-cli.ts';
import { findColorCodes } from './find-color-codes.ts';
import { looks, windows, type Look, type Window } from './looks.ts';
import { openScreensStage } from './open-screens-stage.ts';
import { playRandomKeys } from './play-random-keys.ts';
import { playScreens } from './play-screens.ts';
import { readExpected, type Difference } from './read-expected.ts';
import { createVisit, type Findings, type Resizes } from './visit-screen.ts';

/** How many sessions run at the same time; they mostly wait. */
const AT_ONCE = 4;

/** Of six steps, each of a thought, a text and calls. */
const MOST_ROWS = 24;

/** Of the sentences looked for: while a spinner or a countdown is painted, it is not known how the terminal wraps its row. */
const MOST_AGAIN = 0.01;

interface Pass {
  readonly window: Window;
  readonly look: Look;
  readonly resizes: Resizes;
}

/** Compares every screen of the built program with the specified one. */
export const screens: Claim = {
  id: 'screens',
  sentence:
    'Every specified screen, driven in tmux, has the specified text in the specified columns at 120x36, 80x24 and 40x24, apart from the differences listed here. The text is the same in the dark and light themes, with 16 colors, and with ASCII signs in their place; without color, signs and words say the rest. No row is wider than the window, and without color no color code is written. Each panel gives back what it covered. Every message and answer is in the scrollback once, also after the window was made shorter, taller and back in each screen; a rewind prints the conversation again. After it was made narrower, wider and back in each screen none is lost, and at most one in a hundred is there twice (wanted: none). Six steps of a thought, a text and calls take at most 24 rows. Of 10,000 random keys and resizes none ends the program, and what was typed into the draft stays there, comes back, or is sent, unless a key removed it.',
  async run({ isQuick, say }) {
    return withClaimFolder('screens', async (folder) => {
      const cli = buildCli(folder);
      const passes = planPasses(isQuick);
      const findings: Findings = {
        problems: [],
        rows: 0,
        visits: 0,
        resizes: 0,
        restored: 0,
        sixSteps: 0,
        lookedFor: 0,
        printedAgain: 0,
      };
      const seed = randomInt(1, 1_000_000);
      say(`seed ${seed}`);
      const [drafts] = await Promise.all([
        playRandomKeys({ folder, cli, seed, count: isQuick ? 600 : 10_000 }),
        runAll(passes, (pass) => runPass(pass, { folder, cli, findings, say })),
      ]);
      findings.problems.push(...drafts.problems);
      for (const problem of findings.problems) say(problem);
      const differences = windows.flatMap(({ columns }) => readExpected(columns).differences);
      const { problems, ...counts } = findings;
      return {
        holds:
          problems.length === 0 &&
          counts.sixSteps > 0 &&
          counts.sixSteps <= MOST_ROWS &&
          counts.printedAgain <= counts.lookedFor * MOST_AGAIN,
        figures: {
          passes: passes.length,
          ...counts,
          problems: problems.length,
          seed,
          keysPressed: drafts.pressed,
          keysResized: drafts.resized,
          drafts: drafts.drafts,
          draftsKept: drafts.kept,
          draftsInHistory: drafts.inHistory,
          draftsUndone: drafts.undone,
          draftsSent: drafts.sent,
          draftsRemoved: drafts.removed,
          differences: differences.length,
          ...listDifferences(differences),
        },
        against:
          'claims/screens/expected: the specified screens with values that differ from run to run left open, and each difference with its reason; the model is scripted',
      };
    });
  },
};

/**
 * All windows in all looks, and each window twice more: with another height in each screen, and with another width. The
 * quick form has each window once.
 */
function planPasses(isQuick: boolean): readonly Pass[] {
  const [wide, normal, narrow] = windows;
  const [dark, light, , , ascii] = looks;
  if (isQuick)
    return [
      { window: wide, look: dark, resizes: 'never' },
      { window: normal, look: light, resizes: 'height' },
      { window: narrow, look: ascii, resizes: 'never' },
    ];
  return windows.flatMap((window) => [
    ...looks.map((look): Pass => ({ window, look, resizes: 'never' })),
    { window, look: dark, resizes: 'height' },
    { window, look: dark, resizes: 'width' },
  ]);
}

async function runAll(passes: readonly Pass[], run: (pass: Pass) => Promise<void>): Promise<void> {
  const left = [...passes];
  const worker = async (): Promise<void> => {
    for (let pass = left.shift(); pass !== undefined; pass = left.shift()) await run(pass);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface PassRun {
  readonly folder: string;
  readonly cli: string;
  readonly findings: Findings;
  readonly say: ClaimRun['say'];
}

async function runPass(pass: Pass, { folder, cli, findings, say }: PassRun): Promise<void> {
  const { window, look } = pass;
  const name = `${window.columns} columns, ${look.name}, resizes ${pass.resizes}`;
  const stage = await openScreensStage({ folder: mkdtempSync(join(folder, 'pass-')), cli, look, window });
  try {
    await playScreens(stage, createVisit({ ...pass, expected: readExpected(window.columns) }, findings));
    const codes = findColorCodes(stage.written(), look);
    if (codes.length > 0) findings.problems.push(`${name}: wrote ${codes.join(' ')}`);
    if (stage.server.left() > 0) findings.problems.push(`${name}: ${stage.server.left()} answers were not asked for`);
    say(`${name}: done`);
  } catch (thrown) {
    findings.problems.push(`${name}: ${String(thrown)}`);
  } finally {
    await stage.close();
  }
}

/** One figure per reason, with the screens it is the reason for. */
function listDifferences(differences: readonly Difference[]): Readonly<Record<string, string>> {
  const byReason = Map.groupBy(differences, ({ reason }) => reason);
  return Object.fromEntries(
    [...byReason].map(([reason, list], at) => {
      const where = Map.groupBy(list, ({ screen }) => screen);
      const places = [...where].map(([screen, each]) => {
        const columns = [...new Set(each.map((one) => one.columns))];
        return columns.length === windows.length ? screen : `${screen} (${columns.join(', ')})`;
      });
      return [`difference ${at + 1}`, `${places.join(', ')}: ${reason}`];
    }),
  );
}
