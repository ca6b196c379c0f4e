import type { SandboxProfile } from '../confinement.ts';
import type { Bubblewrap } from './detect-bubblewrap.ts';
import type { CgroupBound, CgroupPlace } from './find-cgroups.ts';

/** What enforces a limit on sandboxed commands: a control group for all of them together, or a limit per process. */
export type LimitHolder = 'cgroup' | 'rlimit' | 'nothing';

/**
 * What enforces each limit of a sandboxed command on this machine. Temporary space is limited wherever there is a
 * sandbox.
 */
export interface HeldLimits {
  readonly memory: LimitHolder;
  readonly processes: LimitHolder;
  readonly fileSize: LimitHolder;
}

/** What enforces the limits of a profile here. */
export function findHeldLimits(
  { prlimit, hasUserNamespaces, isRoot }: Pick<Bubblewrap, 'prlimit' | 'hasUserNamespaces' | 'isRoot'>,
  cgroups: readonly CgroupPlace[],
  profile: Exclude<SandboxProfile, 'open'>,
): HeldLimits {
  const isGrouped = (bound: CgroupBound): boolean => cgroups.some(({ files }) => files[bound] !== undefined);
  const byProcess = (holds: boolean): LimitHolder => (prlimit !== null && holds ? 'rlimit' : 'nothing');
  return {
    memory: isGrouped('memory') ? 'cgroup' : byProcess(profile === 'observe'),
    // The kernel does not limit the processes of root, and otherwise counts them per user namespace.
    processes: isGrouped('processes') ? 'cgroup' : byProcess(hasUserNamespaces && !isRoot),
    fileSize: byProcess(true),
  };
}
