import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, stat, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups, type CgroupBound, type CgroupPlace } from './find-cgroups.ts';
import { readText } from '../../disk/look.ts';

/** Limits on all sandboxed commands of a supervisor together. */
export interface GroupBounds {
  readonly memoryBytes: number;
  readonly processes: number;
}

const PREFIX = 'bowline-';
/** Share of the machine's memory. The rest keeps it responsive. */
const SHARE = 0.8;
const MOST_PROCESSES = 4096;

/** The limits for a machine or container with this much memory. */
export function createGroupBounds(totalBytes: number): GroupBounds {
  return { memoryBytes: Math.floor(totalBytes * SHARE), processes: MOST_PROCESSES };
}

/** Where this process can create groups, found by creating and entering one in each place. */
export function detectCgroups(): readonly CgroupPlace[] {
  return ownCgroups().flatMap((place) => {
    const group = join(place.parent, `${PREFIX}try-${readlinkSync('/proc/self')}`);
    try {
      mkdirSync(group);
    } catch {
      return [];
    }
    try {
      // A short-lived process enters, so that the group is empty afterwards.
      return enters(group) ? toHolding(place, group) : [];
    } finally {
      removeGroup(group);
    }
  });
}

function ownCgroups(): readonly CgroupPlace[] {
  return findCgroups(readText('/proc/self/mountinfo') ?? '', readText('/proc/self/cgroup') ?? '');
}

/** The place with the limits that a group in it actually supports, since a controller may be disabled there. */
function toHolding(place: CgroupPlace, group: string): readonly CgroupPlace[] {
  // Without this, a version 1 group is not subject to the limits of its parent.
  if (readText(join(group, 'memory.use_hierarchy'))?.trim() === '0') return [];
  const files = Object.entries(place.files).filter(([, file]) => existsSync(join(group, file)));
  return files.length === 0 ? [] : [{ ...place, files: Object.fromEntries(files) }];
}

function enters(group: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'echo 0 >"$0"', procsOf(group)], { stdio: 'ignore', env: {} }).status === 0;
}

interface Entered {
  readonly group: string;
  readonly place: CgroupPlace;
}

/** Where the kernel counts how often each limit stopped something, by the file of the limit. */
const COUNTS: Readonly<Record<string, readonly [file: string, count: string]>> = {
  'pids.max': ['pids.events', 'max'],
  'memory.max': ['memory.events', 'oom_kill'],
  'memory.limit_in_bytes': ['memory.oom_control', 'oom_kill'],
};

/**
 * Control groups that limit a process and everything it starts, if the kernel provides any.
 *
 * Entering takes as long as starting a command, so a process without sandboxed commands does not enter.
 */
export class LimitGroup {
  readonly bounds: GroupBounds;
  readonly #pid: number;
  #entered: readonly Entered[] | undefined;

  constructor(bounds: GroupBounds, pid: number) {
    this.bounds = bounds;
    this.#pid = pid;
  }

  /** Moves the process into the groups, once. A group that cannot be entered is skipped; other limits still apply. */
  enter(): void {
    // Makes Node create its thread pool now: it would crash if it could not create the threads later.
    if (this.#entered === undefined) stat('/', () => undefined);
    this.#entered ??= ownCgroups().flatMap((place) => this.#enterOne(place));
  }

  /** Files through which a process that started inside leaves the groups. */
  get wayOut(): readonly string[] {
    return (this.#entered ?? []).map(({ place }) => procsOf(place.origin));
  }

  /** How often each effective limit has stopped something so far. */
  counts(): Readonly<Partial<Record<CgroupBound, number>>> {
    const all = (this.#entered ?? []).flatMap(({ group, place }) =>
      Object.entries(place.files).map(([bound, file]) => [bound, readCount(group, file)] as const),
    );
    return Object.fromEntries(all);
  }

  /** Leaves and removes the groups, and removes those of killed processes. */
  leave(): void {
    for (const { group, place } of this.#entered ?? []) {
      try {
        writeFileSync(procsOf(place.origin), String(this.#pid));
      } catch {
        // Removed by the next process.
      }
      removeGroup(group);
      sweep(place.parent);
    }
    this.#entered = [];
  }

  #enterOne(place: CgroupPlace): readonly Entered[] {
    const group = join(place.parent, `${PREFIX}${this.#pid}`);
    const amounts: Readonly<Record<CgroupBound, number>> = {
      memory: this.bounds.memoryBytes,
      processes: this.bounds.processes,
    };
    try {
      sweep(place.parent);
      mkdirSync(group, { recursive: true });
      const holding = toHolding(place, group);
      for (const { files } of holding)
        for (const [bound, file] of Object.entries(files) as [CgroupBound, string][])
          writeFileSync(join(group, file), String(amounts[bound]));
      if (holding.length > 0) writeFileSync(procsOf(group), String(this.#pid));
      else removeGroup(group);
      return holding.map((each) => ({ group, place: each }));
    } catch {
      removeGroup(group);
      return [];
    }
  }
}

function readCount(group: string, bound: string): number {
  const [file, name] = COUNTS[bound] ?? ['', ''];
  const count = new RegExp(`^${name} (\\d+)$`, 'm').exec(readText(join(group, file)) ?? '')?.[1];
  return Number(count ?? 0);
}

/** The file through which a process enters a group. */
function procsOf(group: string): string {
  return join(group, 'cgroup.procs');
}

/** Removes groups of killed processes. Keeps a group that its living process has not entered yet. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(?:try-)?(\\d+)$`).exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(parent, name));
  }
}

function removeGroup(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // It is in use or does not exist.
  }
}
