import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from '../workbench/build-cli.ts';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { findOffences, type Allowed } from './find-offences.ts';
import type { Painted } from './paint-strings.ts';
import { paintedSurfaces } from './painted-surfaces.ts';
import { playHeadless, playPiped, type HeadlessRun } from './play-headless.ts';
import { playScreen, type ScreenPlan } from './play-screen.ts';
import { surfaceBefore, surfaces, toMark, type Surface } from './surface-mark.ts';
import { createUncleanCli } from './unclean-cli.ts';

const SCREEN: Allowed = { isScreen: true, tells: true };
const HEADLESS: Allowed = { hasTabs: true };
/** A clipboard write, which every text contains. */
const RAW = '\u001B]52;c;';

/** Measures what untrusted text can do to the terminal. */
export const s6Escapes: Claim = {
  id: 'S6',
  sentence:
    'Untrusted text (from a model, a tool, a command, a file, a provider, a setting or a folder) cannot act on the terminal. What the built CLI writes to the terminal, on the screen and headless, has 0 control characters, escape sequences, invisible or direction-changing characters, except its own styles, links that show their address, cursor moves and desktop notifications. Of the sequences that a command or a model writes, only plain styles remain, none that hides or blinks. An approval request shows every character of what is decided. Text that a pipe reads from stdout is passed on unchanged.',
  async run(run) {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-s6-'));
    try {
      return await measure(buildCli(folder), run);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(cli: string, run: ClaimRun): Promise<ClaimResult> {
  const { isQuick, say } = run;
  const unclean = createUncleanCli(cli);
  const [screens, headless, piped, uncleanScreen, uncleanRuns] = await inTwos([
    () => playScreens(cli, isQuick),
    () => playHeadless(cli, isQuick),
    () => playPiped(cli),
    () => playScreen({ cli: unclean, isUnclean: true }),
    () => playHeadless(unclean, isQuick),
  ] as const);
  const painted = await paint(isQuick ? 1000 : 100_000, []);
  const unpainted = await paint(400, ['--import', join(import.meta.dirname, 'unclean-sources.ts')]);

  const onScreen = screens.flat().flatMap((written) => report(written, SCREEN, { say }));
  const onCommandLine = headless.flatMap(({ name, written }) => report(written, HEADLESS, { say, name }));
  const onStderr = report(piped.stderr, HEADLESS, { say, name: 'stderr in a pipe' });
  for (const [name, { count, first }] of Object.entries(painted.offences)) say(`${name}: ${count}: ${first}`);
  const isShown = (surface: Surface, scenes: readonly string[] = []): boolean =>
    scenes.join('\n').includes(toMark(surface));
  // The other screens have less room: a surface that does not fit there is not a fault.
  const unshown = surfaces.filter((surface) => !isShown(surface, screens[0]));
  if (unshown.length > 0) say(`not shown on the screen: ${unshown.join(', ')}`);
  const shownOn = screens.map((scenes) => surfaces.filter((surface) => isShown(surface, scenes)).length);
  const seen = new Set(
    uncleanScreen.flatMap((written) => findOffences(written, SCREEN).map(({ at }) => surfaceBefore(written, at))),
  );
  const missed = surfaces.filter((surface) => !seen.has(surface));
  const seenRuns = uncleanRuns.filter(({ written }) => findOffences(written, HEADLESS).length > 0);
  const missedRuns = uncleanRuns.filter((each) => !seenRuns.includes(each)).map(({ name }) => name);
  const missedPainted = Object.keys(paintedSurfaces).filter((name) => unpainted.offences[name] === undefined);
  for (const name of [...missed, ...missedRuns, ...missedPainted]) say(`without cleaning it is not seen: ${name}`);
  const paintedOffences = sumOf(painted);
  const bytes = [...screens.flat(), ...headless.map(({ written }) => written)].join('').length;
  return {
    holds: [
      onScreen.length + onCommandLine.length + onStderr.length + paintedOffences + painted.unshown === 0,
      [unshown, missed, missedRuns, missedPainted].every(({ length }) => length === 0),
      piped.stdout.includes(RAW),
      painted.cut > 0,
    ].every(Boolean),
    figures: {
      ...{ surfacesOnScreen: surfaces.length, screens: screens.length, commandLines: headless.length, bytes },
      surfacesOnEachScreen: shownOn.join(', '),
      ...{ offencesOnScreen: onScreen.length, offencesOnCommandLines: onCommandLine.length + onStderr.length },
      ...{
        strings: painted.strings,
        paintings: painted.paintings,
        paintedSurfaces: Object.keys(paintedSurfaces).length,
      },
      ...{ paintedOffences, commandsNotShownWhole: painted.unshown, isPipePassedOn: piped.stdout.includes(RAW) },
      'control: surfaces seen on the screen without cleaning': surfaces.length - missed.length,
      'control: command lines seen without cleaning': seenRuns.length,
      'control: painted surfaces seen without cleaning': Object.keys(unpainted.offences).length,
      'control: commands not shown whole where they are cleaned as other text is': painted.cut,
    },
    against:
      'the same CLI and the same painters with every text-cleaning pattern removed: each surface and each command line then writes what a terminal acts on; and commands that are cleaned like other text, of which parts are then missing',
  };
}

/** The normal screen; the full form adds the screen reader, no colors and a narrow window. */
async function playScreens(cli: string, isQuick: boolean): Promise<readonly (readonly string[])[]> {
  const more: readonly Omit<ScreenPlan, 'cli'>[] = [
    { flags: ['--screen-reader'] },
    { env: { NO_COLOR: '1' } },
    { columns: 64 },
  ];
  const played: (readonly string[])[] = [];
  for (const plan of [{}, ...(isQuick ? [] : more)]) played.push(await playScreen({ cli, ...plan }));
  return played;
}

function report(
  written: string,
  allowed: Allowed,
  { say, name }: { readonly say: ClaimRun['say']; readonly name?: string },
): readonly string[] {
  return findOffences(written, allowed).map(({ at, what }, n) => {
    const where = name ?? surfaceBefore(written, at) ?? 'screen';
    if (n < 5) say(`${where}: ${what} in ${JSON.stringify(written.slice(Math.max(0, at - 60), at + 20))}`);
    return where;
  });
}

function sumOf({ offences }: Painted): number {
  return Object.values(offences).reduce((sum, { count }) => sum + count, 0);
}

/** Paints strings in its own process, which may load modified sources. */
async function paint(count: number, flags: readonly string[]): Promise<Painted> {
  const script = join(import.meta.dirname, 'paint-strings.ts');
  const argv = ['--conditions=@bowline/source', '--no-warnings', ...flags, script, String(count), String(count)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`painting ended with ${String(code)}`);
  return JSON.parse(Buffer.concat(pieces).toString()) as Painted;
}

type Tasks = readonly [
  () => Promise<readonly (readonly string[])[]>,
  () => Promise<readonly HeadlessRun[]>,
  () => ReturnType<typeof playPiped>,
  () => Promise<readonly string[]>,
  () => Promise<readonly HeadlessRun[]>,
];

/** Runs the clean and the unclean build side by side: both mostly wait for the program. */
async function inTwos([screens, headless, piped, uncleanScreen, uncleanRuns]: Tasks): Promise<
  readonly [
    readonly (readonly string[])[],
    readonly HeadlessRun[],
    Awaited<ReturnType<typeof playPiped>>,
    readonly string[],
    readonly HeadlessRun[],
  ]
> {
  const [[shown, ran, through], [uncleanShown, uncleanRan]] = await Promise.all([
    (async () => [await screens(), await headless(), await piped()] as const)(),
    (async () => [await uncleanScreen(), await uncleanRuns()] as const)(),
  ]);
  return [shown, ran, through, uncleanShown, uncleanRan];
}
