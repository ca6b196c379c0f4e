import type { SandboxProfile } from '../confinement.ts';
import type { Bubblewrap } from './detect-bubblewrap.ts';
import type { CgroupBound, CgroupPlace } from './find-cgroups.ts';

/** What holds a confined command to a limit: a control group all of them together, a limit of processes each one. */
export type LimitHolder = 'cgroup' | 'rlimit' | 'nothing';

/** What holds each limit of a confined command on this machine. Temporary space is held wherever there is a sandbox. */
export interface HeldLimits {
  readonly memory: LimitHolder;
  readonly processes: LimitHolder;
  readonly fileSize: LimitHolder;
}

/** What holds here, for a profile. */
export function findHeldLimits(
  { prlimit, hasUserNamespaces, isRoot }: Pick<Bubblewrap, 'prlimit' | 'hasUserNamespaces' | 'isRoot'>,
  cgroups: readonly CgroupPlace[],
  profile: Exclude<SandboxProfile, 'open'>,
): HeldLimits {
  const isGrouped = (bound: CgroupBound): boolean => cgroups.some(({ files }) => files[bound] !== undefined);
  const byProcess = (holds: boolean): LimitHolder => (prlimit !== null && holds ? 'rlimit' : 'nothing');
  return {
    memory: isGrouped('memory') ? 'cgroup' : byProcess(profile === 'observe'),
    // The kernel does not count the processes of root, and elsewhere counts them by user namespace.
    processes: isGrouped('processes') ? 'cgroup' : byProcess(hasUserNamespaces && !isRoot),
    fileSize: byProcess(true),
  };
}
