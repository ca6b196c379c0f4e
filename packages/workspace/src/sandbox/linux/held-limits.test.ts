import { expect, test } from 'vitest';
import { findHeldLimits } from './held-limits.ts';

const user = { prlimit: '/usr/bin/prlimit', hasUserNamespaces: true, isRoot: false };
const root = { ...user, isRoot: true };
const both = { parent: '/a', origin: '/a/b', files: { memory: 'memory.max', processes: 'pids.max' } };
const old = { parent: '/a', origin: '/a', files: { processes: 'pids.max' } };

test.each([
  [user, [], 'observe', { memory: 'rlimit', processes: 'rlimit', fileSize: 'rlimit' }],
  [user, [], 'work', { memory: 'nothing', processes: 'rlimit', fileSize: 'rlimit' }],
  [root, [], 'work', { memory: 'nothing', processes: 'nothing', fileSize: 'rlimit' }],
  [root, [old], 'work', { memory: 'nothing', processes: 'cgroup', fileSize: 'rlimit' }],
  [user, [both], 'work', { memory: 'cgroup', processes: 'cgroup', fileSize: 'rlimit' }],
  [{ ...user, prlimit: null }, [], 'observe', { memory: 'nothing', processes: 'nothing', fileSize: 'nothing' }],
] as const)('%j with groups %j in %s', (...[bubblewrap, cgroups, profile, held]) => {
  expect(findHeldLimits(bubblewrap, cgroups, profile)).toEqual(held);
});
