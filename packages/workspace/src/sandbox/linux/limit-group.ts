import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups, type CgroupBound, type CgroupPlace } from './find-cgroups.ts';
import { readText } from './look.ts';

/** Bounds on all confined commands of a supervisor together, and where the kernel holds them to it. */
export interface GroupLimits {
  readonly places: readonly CgroupPlace[];
  readonly memoryBytes: number;
  readonly processes: number;
}

const PREFIX = 'bowline-';
/** Of the machine's memory: the rest keeps it answering. */
const SHARE = 0.8;
const MOST_PROCESSES = 4096;

/** Bounds that the kernel can hold the commands of this machine to; null when it gives us no groups. */
export function detectGroupLimits({ pid, totalBytes }: GroupFacts): GroupLimits | null {
  const found = findCgroups(readText('/proc/self/mountinfo') ?? '', readText('/proc/self/cgroup') ?? '');
  const places = tryCgroups(found, pid);
  return places.length === 0
    ? null
    : { places, memoryBytes: Math.floor(totalBytes * SHARE), processes: MOST_PROCESSES };
}

/** What detection goes by. */
export interface GroupFacts {
  readonly pid: number;
  /** The memory of this machine. */
  readonly totalBytes: number;
}

/** The places in which a group can be made, bounded and entered, by doing it once. */
export function tryCgroups(places: readonly CgroupPlace[], pid: number): readonly CgroupPlace[] {
  return places.filter((place) => {
    const group = join(place.parent, `${PREFIX}try-${pid}`);
    try {
      mkdirSync(group);
    } catch {
      return false;
    }
    try {
      const files = Object.values(place.files);
      // A process that enters and ends; the group is empty then.
      return files.every((file) => existsSync(join(group, file))) && enters(group);
    } finally {
      removeGroup(group);
    }
  });
}

function enters(group: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'echo 0 >"$0"', procsOf(group)], { stdio: 'ignore', env: {} }).status === 0;
}

/** Puts this process, and so all that it starts, into bounded groups; undoes it when it is called. */
export function enterLimitGroup({ places, ...limits }: GroupLimits, pid: number): () => void {
  const amounts: Readonly<Record<CgroupBound, number>> = { memory: limits.memoryBytes, processes: limits.processes };
  const entered = places.flatMap((place) => {
    sweep(place.parent);
    const group = join(place.parent, `${PREFIX}${pid}`);
    try {
      mkdirSync(group, { recursive: true });
      for (const [bound, file] of Object.entries(place.files) as [CgroupBound, string][])
        writeFileSync(join(group, file), String(amounts[bound]));
      writeFileSync(procsOf(group), String(pid));
      return [{ group, place }];
    } catch {
      // What could be done before can be taken away: the other limits still hold.
      removeGroup(group);
      return [];
    }
  });
  return () => {
    for (const { group, place } of entered) {
      try {
        writeFileSync(procsOf(place.origin), String(pid));
      } catch {
        // The next one sweeps it.
      }
      removeGroup(group);
      sweep(place.parent);
    }
  };
}

/** The file by which a process enters a group. */
export function procsOf(group: string): string {
  return join(group, 'cgroup.procs');
}

/** Removes groups that were left by processes that were killed. One with a process in it cannot be removed. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeGroup(join(parent, name));
}

function removeGroup(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // Somebody is in it, or it is gone.
  }
}
