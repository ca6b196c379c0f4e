import { findHeldLimits, type CgroupBound, type Confinement, type LimitGroup } from '@bowline/workspace';
import { statfsSync } from 'node:fs';
import type { HitLimit } from '../../tool-host.ts';
import type { ProcessEnd } from './launched-process.ts';

/** What holds commands to limits. */
export interface LimitPlace {
  /** Bounds all that are confined, where there is one. */
  readonly group: LimitGroup | undefined;
  /** What sets the limits of each; undefined where nothing confines. */
  readonly limiting: Parameters<typeof findHeldLimits>[0] | undefined;
}

type Counts = Readonly<Partial<Record<CgroupBound, number>>>;

/** Finds out which limits of the sandbox a command has reached: by what the kernel counts, and by what was printed. */
export class LimitWatch {
  readonly #confinement: Confinement | null;
  readonly #place: LimitPlace;
  readonly #before: Counts;

  /** To be made before the command is started. */
  constructor(confinement: Confinement | null, place: LimitPlace) {
    this.#confinement = confinement;
    this.#place = place;
    this.#before = place.group?.counts() ?? {};
  }

  /** Of a command that has ended and printed this last. */
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

/** What programs print, and how they end, when the kernel refuses them more. */
const SAID: Readonly<Record<HitLimit['limit'], RegExp>> = {
  memory:
    /Cannot allocate memory|\bENOMEM\b|MemoryError|std::bad_alloc|memory exhausted|Array buffer allocation failed/,
  processes:
    /(?:fork|spawn|clone|thread|subprocess)[^]{0,400}?(?:Resource temporarily unavailable|EAGAIN)|[Cc]annot fork|can't start new thread/,
  fileSize: /File size limit exceeded|File too large|\bEFBIG\b/,
  temporarySpace: /No space left on device|\bENOSPC\b/,
};
/** A shell says 128 more than the signal. */
const FILE_SIZE_EXIT = 128 + 25;
/** With less than this it is the disk that is full. */
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
