import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { atExit } from '../../tests/kit/at-exit.ts';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { openMigratedPostgres } from '../../tests/server/migrated-postgres.ts';
import { playVariant, type FenceStage, type PlayedVariant } from './play-variant.ts';
import { planVariants, type NextPlace, type Variant } from './variants.ts';

/** Takeovers played at the same time. */
const AT_ONCE = 3;

type Played = PlayedVariant & { readonly variant: Variant };

/** Takes sessions over from owners whose commands write, and counts what these write afterwards. */
export const fence: Claim = {
  id: 'fence',
  sentence:
    "When a session is taken over, 0 lines of the old owner's commands follow the first line of the new one, and 0 reports say that a command has ended while it runs, whatever happened at a random moment: to the owner (SIGKILL, SIGSTOP and thaw, a network link that goes down between it and the database, nothing) and to the supervisor of its commands (SIGKILL, SIGSTOP and thaw, nothing). The new owner has another home, the same one, or shares the folder but sees no processes (then by a lease). Not covered: a supervisor and its guard stopped together where the new owner cannot see them, and an unsandboxed process that leaves its group and clears its environment.",
  async run(run) {
    const folder = mkdtempSync(join(tmpdir(), 'fc-'));
    const clear = (): void => {
      rmSync(folder, { recursive: true, force: true });
    };
    const stay = atExit(clear);
    const postgres = await openMigratedPostgres();
    try {
      const child = join(import.meta.dirname, 'children/fence-owner.ts');
      const childFile = await bundleChildren([child], join(folder, 'bin'));
      const { port, appUrl: url } = postgres.postgres;
      const seed = randomInt(1_000_000);
      return toResult(await playAll({ folder, childFile, postgres: { port, url } }, { ...run, seed }), seed);
    } finally {
      await postgres.close();
      clear();
      stay();
    }
  },
};

async function playAll(
  stage: FenceStage,
  { isQuick, say, seed }: ClaimRun & { readonly seed: number },
): Promise<readonly Played[]> {
  const counts = isQuick ? { count: 9, controls: 2 } : { count: 200, controls: 20 };
  const waiting = [...planVariants(counts, seed).entries()];
  const played: Played[] = [];
  const run = randomUUID().slice(0, 4);
  const playNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [n, variant] = next;
      const result = await playVariant(variant, stage, `${run}-${n}`).catch((thrown: unknown) => {
        // The others end with what they play now.
        waiting.length = 0;
        throw thrown;
      });
      played.push({ ...result, variant });
      const { reports, ...figures } = result;
      const { oldAfterNew, untrue, hasNew } = figures;
      say(`${n} ${JSON.stringify(variant)}: ${JSON.stringify(figures)}`);
      if (variant.isFenced && (oldAfterNew > 0 || untrue > 0 || !hasNew)) say(`  ${JSON.stringify(reports)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  return played;
}

function toResult(all: readonly Played[], seed: number): Awaited<ReturnType<Claim['run']>> {
  const fenced = all.filter(({ variant }) => variant.isFenced);
  const controls = all.filter(({ variant }) => !variant.isFenced);
  const figures = {
    seed,
    variants: fenced.length,
    whoseCommandRan: fenced.filter(({ hadOld }) => hadOld).length,
    supervisorsHit: fenced.filter(({ hasHitSupervisor }) => hasHitSupervisor).length,
    oldAfterNew: sum(fenced.map(({ oldAfterNew }) => oldAfterNew)),
    untrueReports: sum(fenced.map(({ untrue }) => untrue)),
    wentOn: fenced.filter(({ hasNew }) => hasNew).length,
    otherHomeMs: medianOf(fenced, 'other home'),
    sameHomeMs: medianOf(fenced, 'same home'),
    sharedFolderMs: medianOf(fenced, 'shared folder'),
    controls: controls.length,
    controlsWithOldAfterNew: controls.filter(({ oldAfterNew }) => oldAfterNew > 0).length,
    controlsWithUntrueReports: controls.filter(({ untrue }) => untrue > 0).length,
  };
  const { variants, oldAfterNew, untrueReports, wentOn, whoseCommandRan } = figures;
  const isFenced = oldAfterNew === 0 && untrueReports === 0 && wentOn === variants;
  // Where nothing ran, nothing was fenced.
  const isMeasured = whoseCommandRan > variants / 2 && figures.controlsWithOldAfterNew === controls.length;
  return {
    holds: isFenced && isMeasured,
    figures,
    against: 'the same takeovers without the fence, in the same run',
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The middle time from the fault to the first line of the new owner, start of its process included. */
function medianOf(played: readonly Played[], place: NextPlace): number {
  const times = played.filter(({ variant }) => variant.place === place).map(({ tookMs }) => tookMs);
  return Math.round(times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);
}
