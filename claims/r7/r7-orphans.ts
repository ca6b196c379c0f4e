import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { compilerFlags } from '../../packages/cli/src/start/compiler-flags.ts';
import { atExit } from '../../tests/kit/at-exit.ts';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { playCli } from './cli-orphans.ts';
import { killMarked } from '../../tests/kit/marked-processes.ts';
import { crashWithLease, playCommands, type OrphanStage } from './play-commands.ts';
import { ABORT_WORD, type PlayedCommand } from './played-command.ts';

const LEASE_MS = 500;
/** The upper bounds of the figures, in MB, ms and processes. */
const bounds = {
  ownGrowthMb: 100,
  supervisorGrowthMb: 100,
  leftMsMax: 2000,
  abortMsMax: 200,
  abortedGoneMsMax: 1000,
  crashGoneMs: LEASE_MS + 2000,
  orphans: 0,
} as const;

const leavers: readonly string[] = [
  'for i in $(seq 50); do sleep 1000 & done; echo ok',
  'for i in $(seq 50); do setsid sleep 1000 & done; echo ok',
  'for i in $(seq 50); do nohup sleep 1000 >/dev/null 2>&1 & disown; done; echo ok',
  '(setsid nohup bash -c "trap \'\' TERM HUP; while :; do sleep 1; done" >/dev/null 2>&1 &); echo ok',
];
const stubborn = `trap '' TERM; echo ${ABORT_WORD}; while :; do sleep 1; done`;

/** Measures the processes and the memory that commands leave behind. */
export const r7Orphans: Claim = {
  id: 'R7',
  sentence:
    '0 processes are left 2 s after a command, a turn or the CLI has ended, 1 s after an abort, and 2 s after the lease of a killed agent. 1 GB of output costs at most 100 MB of additional memory with the V8 flags that the CLI sets; what it costs a program that embeds the SDK without them is shown. Not counted: a process that leaves its group and clears its environment, and a command that was asked to continue in the background.',
  async run(run) {
    const mark = `r7-${randomUUID().slice(0, 8)}`;
    const folder = mkdtempSync(join(tmpdir(), `bl-${mark}-`));
    const clear = (): void => {
      killMarked(mark);
      rmSync(folder, { recursive: true, force: true });
    };
    const stay = atExit(clear);
    try {
      const childFile = await bundleChildren(
        ['command-player', 'lease-holder'].map((name) => join(import.meta.dirname, `children/${name}.ts`)),
        join(folder, 'bin'),
      );
      return await measure({ folder, childFile, mark, nodeFlags: compilerFlags }, run);
    } finally {
      clear();
      stay();
    }
  },
};

async function measure(stage: OrphanStage, { isQuick, say }: ClaimRun): ReturnType<Claim['run']> {
  const bytes = isQuick ? 200_000_000 : 1_000_000_000;
  const place = (name: string): OrphanStage => {
    const folder = join(stage.folder, name);
    mkdirSync(folder);
    return { ...stage, folder };
  };
  const commands = ['echo ok', `head -c ${bytes} /dev/zero | tr '\\0' x`];
  const flood = await playCommands(place('flood'), commands);
  say(`flood: ${JSON.stringify(flood.played)}`);
  const plain = await playCommands({ ...place('flood-without-flags'), nodeFlags: [] }, commands);
  const left = await playCommands(place('leave'), leavers);
  say(`left behind: ${JSON.stringify(left.played.map(({ goneMs, left: count }) => [Math.round(goneMs), count]))}`);
  const abort = await playCommands(
    place('abort'),
    Array.from({ length: isQuick ? 3 : 10 }, () => stubborn),
  );
  say(`aborted: ${JSON.stringify(abort.played.map(({ abortMs, goneMs }) => [abortMs, goneMs].map(Math.round)))}`);
  const crash = await crashWithLease(place('crash'), LEASE_MS);
  say(`crash: gone after ${crash.goneMs.toFixed(0)} ms with a lease of ${LEASE_MS} ms, ${crash.left} left`);
  const cli = await playCli(place('cli'));
  say(`cli: ${JSON.stringify(cli)}`);

  const figures = {
    floodMb: bytes / 1_000_000,
    ownGrowthMb: growthMb(flood.played, 'own'),
    ownGrowthWithoutFlagsMb: growthMb(plain.played, 'own'),
    supervisorGrowthMb: growthMb(flood.played, 'supervisor'),
    isSupervisorSeen: [...flood.played, ...plain.played].every(({ peaks }) => peaks.supervisor > 0),
    turnsEnded: [...flood.played, ...plain.played, ...left.played].every(({ reason }) => reason === 'completed'),
    leftMsMax: most(left.played.map(({ goneMs }) => goneMs)),
    abortMsMax: most(abort.played.map(({ abortMs }) => abortMs)),
    abortedGoneMsMax: most(abort.played.map(({ goneMs }) => goneMs)),
    abortsEnded: abort.played.every(({ reason }) => reason === 'aborted'),
    crashGoneMs: Math.round(crash.goneMs),
    cliEndGoneMs: Math.round(cli.endGoneMs),
    cliInterruptGoneMs: Math.round(cli.interruptGoneMs),
    orphans: [flood, plain, left, abort].reduce((sum, each) => sum + each.left, crash.left + cli.left),
    hiddenLeft: cli.hiddenLeft,
    backgroundLeft: cli.backgroundLeft,
  };
  return {
    holds: isWithinBounds(figures),
    figures,
    against:
      'the peak memory of both processes after a command that prints two bytes, and the list of processes in /proc',
  };
}

/** How much more memory the second command took than the first. */
function growthMb([idle, flooded]: readonly PlayedCommand[], who: keyof PlayedCommand['peaks']): number {
  if (idle === undefined || flooded === undefined) throw new Error('the flood was not played');
  return Math.round((flooded.peaks[who] - idle.peaks[who]) / 1024);
}

function isWithinBounds(
  figures: Readonly<Record<keyof typeof bounds, number>> & Record<string, number | boolean>,
): boolean {
  const isBounded = (Object.keys(bounds) as (keyof typeof bounds)[]).every((name) => figures[name] <= bounds[name]);
  return isBounded && Object.values(figures).every((figure) => figure !== false);
}

const most = (values: readonly number[]): number => Math.round(Math.max(...values));
