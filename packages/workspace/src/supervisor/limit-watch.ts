import { findHeldLimits } from '../sandbox/linux/held-limits.ts';
import { type CgroupBound } from '../sandbox/linux/find-cgroups.ts';
import { type Confinement } from '../sandbox/confinement.ts';
import { type LimitGroup } from '../sandbox/linux/limit-group.ts';
import { statfsSync } from 'node:fs';
import type { HitLimit } from '../workspace.ts';
import type { ProcessEnd } from './launched-process.ts';

/** What enforces limits on commands. */
export interface LimitPlace {
  /** Limits all sandboxed commands, if available. */
  readonly group: LimitGroup | undefined;
  /** What sets the limits of each command. Undefined: no sandbox. */
  readonly limiting: Parameters<typeof findHeldLimits>[0] | undefined;
}

type Counts = Readonly<Partial<Record<CgroupBound, number>>>;

/** Finds out which sandbox limits a command reached, from kernel counters and from its output. */
export class LimitWatch {
  readonly #confinement: Confinement | null;
  readonly #place: LimitPlace;
  readonly #before: Counts;

  /** Create it before the command starts. */
  constructor(confinement: Confinement | null, place: LimitPlace) {
    this.#confinement = confinement;
    this.#place = place;
    this.#before = place.group?.counts() ?? {};
  }

  /** For an ended command with this last output. */
  findHit(end: ProcessEnd, printed: string): readonly HitLimit[] {
    const { group, limiting } = this.#place;
    if (this.#confinement === null || limiting === undefined) return [];
    const after = group?.counts() ?? {};
    const { bounds } = group ?? {};
    const isCounted = (bound: CgroupBound): boolean => (after[bound] ?? 0) > (this.#before[bound] ?? 0);
    const byGroup = (['memory', 'processes'] as const).flatMap((limit): HitLimit[] =>
      bounds !== undefined && isCounted(limit)
        ? [{ limit, amount: limit === 'memory' ? bounds.memoryBytes : bounds.processes, isShared: true }]
        : [],
    );
    const held = findHeldLimits(limiting, [], this.#confinement.profile);
    const isHeld = (limit: HitLimit['limit']): boolean =>
      limit === 'temporarySpace' || (held[limit] === 'rlimit' && !byGroup.some((hit) => hit.limit === limit));
    return [...byGroup, ...findSaid(end, printed, this.#confinement).filter(({ limit }) => isHeld(limit))];
  }
}

/** What programs print, and how they end, when the kernel refuses more. */
const SAID: Readonly<Record<HitLimit['limit'], RegExp>> = {
  memory:
    /Cannot allocate memory|\bENOMEM\b|MemoryError|std::bad_alloc|memory exhausted|Array buffer allocation failed/,
  processes:
    /(?:fork|spawn|clone|thread|subprocess)[^]{0,400}?(?:Resource temporarily unavailable|EAGAIN)|[Cc]annot fork|can't start new thread/,
  fileSize: /File size limit exceeded|File too large|\bEFBIG\b/,
  temporarySpace: /No space left on device|\bENOSPC\b/,
};
/** A shell reports 128 plus the signal. */
const FILE_SIZE_EXIT = 128 + 25;
/** With less free space, the disk itself is full. */
const FREE_BYTES = 64 * 1024 ** 2;

function findSaid(end: ProcessEnd, printed: string, { limits, profile, folders }: Confinement): readonly HitLimit[] {
  if ('problem' in end || end.exitCode === 0) return [];
  const isFileSize = end.exitCode === FILE_SIZE_EXIT || end.signal === 'SIGXFSZ';
  const amounts: Readonly<Record<HitLimit['limit'], number | undefined>> = {
    memory: profile === 'observe' ? limits.memoryBytes : undefined,
    processes: limits.processes,
    fileSize: limits.fileBytes,
    temporarySpace: profile === 'observe' || folders.every(hasSpace) ? limits.temporaryBytes : undefined,
  };
  return (Object.keys(SAID) as HitLimit['limit'][]).flatMap((limit): HitLimit[] => {
    const amount = amounts[limit];
    const isHit = SAID[limit].test(printed) || (limit === 'fileSize' && isFileSize);
    return isHit && amount !== undefined ? [{ limit, amount, isShared: false }] : [];
  });
}

function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > FREE_BYTES;
  } catch {
    return false;
  }
}
