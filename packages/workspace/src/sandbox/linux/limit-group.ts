import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, stat, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups, type CgroupBound, type CgroupPlace } from './find-cgroups.ts';
import { readText } from './look.ts';

/** Bounds on all confined commands of a supervisor together. */
export interface GroupBounds {
  readonly memoryBytes: number;
  readonly processes: number;
}

const PREFIX = 'bowline-';
/** Of the machine's memory: the rest keeps it answering. */
const SHARE = 0.8;
const MOST_PROCESSES = 4096;

/** The bounds for a machine, or a container, with so much memory. */
export function createGroupBounds(totalBytes: number): GroupBounds {
  return { memoryBytes: Math.floor(totalBytes * SHARE), processes: MOST_PROCESSES };
}

/** Where this process can make groups, found by making and entering one in each place. */
export function detectCgroups(): readonly CgroupPlace[] {
  return ownCgroups().flatMap((place) => {
    const group = join(place.parent, `${PREFIX}try-${readlinkSync('/proc/self')}`);
    try {
      mkdirSync(group);
    } catch {
      return [];
    }
    try {
      // A process that enters and ends; the group is empty then.
      return enters(group) ? toHolding(place, group) : [];
    } finally {
      removeGroup(group);
    }
  });
}

function ownCgroups(): readonly CgroupPlace[] {
  return findCgroups(readText('/proc/self/mountinfo') ?? '', readText('/proc/self/cgroup') ?? '');
}

/** A place with the bounds that a group in it really has: a controller may be off there. */
function toHolding(place: CgroupPlace, group: string): readonly CgroupPlace[] {
  // Without it a group of version 1 is not held to what the one above it is.
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

/** Where the kernel counts how often a bound has stopped something, by the file of the bound. */
const COUNTS: Readonly<Record<string, readonly [file: string, count: string]>> = {
  'pids.max': ['pids.events', 'max'],
  'memory.max': ['memory.events', 'oom_kill'],
  'memory.limit_in_bytes': ['memory.oom_control', 'oom_kill'],
};

/**
 * Groups that hold a process, and all that it starts, to bounds, where the kernel gives us any.
 *
 * To enter takes as long as to start a command, so a process that starts none that are bounded does not.
 */
export class LimitGroup {
  readonly bounds: GroupBounds;
  readonly #pid: number;
  #entered: readonly Entered[] | undefined;

  constructor(bounds: GroupBounds, pid: number) {
    this.bounds = bounds;
    this.#pid = pid;
  }

  /** Puts the process into the groups, once. What cannot be entered does not hold; other limits still do. */
  enter(): void {
    // Node makes the threads that it reads files with when it first needs them, and ends when it cannot.
    if (this.#entered === undefined) stat('/', () => undefined);
    this.#entered ??= ownCgroups().flatMap((place) => this.#enterOne(place));
  }

  /** Files by which a process that was started inside leaves. */
  get wayOut(): readonly string[] {
    return (this.#entered ?? []).map(({ place }) => procsOf(place.origin));
  }

  /** How often each bound that holds has stopped something so far. */
  counts(): Readonly<Partial<Record<CgroupBound, number>>> {
    const all = (this.#entered ?? []).flatMap(({ group, place }) =>
      Object.entries(place.files).map(([bound, file]) => [bound, readCount(group, file)] as const),
    );
    return Object.fromEntries(all);
  }

  /** Leaves and removes the groups, and what killed processes left of theirs. */
  leave(): void {
    for (const { group, place } of this.#entered ?? []) {
      try {
        writeFileSync(procsOf(place.origin), String(this.#pid));
      } catch {
        // The next one sweeps it.
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

/** The file by which a process enters a group. */
function procsOf(group: string): string {
  return join(group, 'cgroup.procs');
}

/** Removes groups that were left by processes that were killed. One that is still to be entered is left alone. */
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
    // It is in use or gone.
  }
}
