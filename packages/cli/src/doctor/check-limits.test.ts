import { expect, test } from 'vitest';
import { checkLimits } from './check-limits.ts';

const user = { prlimit: '/usr/bin/prlimit', hasUserNamespaces: true, isRoot: false };
const root = { ...user, isRoot: true };
const both = [{ parent: '/a', origin: '/a/b', files: { memory: 'memory.max', processes: 'pids.max' } }];

test.each([
  [
    'a user without groups',
    ...[user, []],
    'ok',
    'limits for sandboxed commands: processes (rlimit), memory in observe (rlimit), file size (rlimit) and temporary space; not limited: memory in work',
  ],
  [
    'a user with groups',
    ...[user, both],
    'ok',
    'limits for sandboxed commands: processes (cgroup), memory (cgroup), file size (rlimit) and temporary space',
  ],
  [
    'root without groups',
    ...[root, []],
    'warning',
    'limits for sandboxed commands: memory in observe (rlimit), file size (rlimit) and temporary space; not limited: memory in work and processes (the system does not limit root)',
  ],
  [
    'root without anything',
    ...[{ ...root, prlimit: null }, []],
    'warning',
    'limits for sandboxed commands: temporary space; not limited: memory, file size and processes (the system does not limit root)',
  ],
] as const)('%s', (...[, bubblewrap, cgroups, state, text]) => {
  expect(checkLimits(bubblewrap, cgroups)).toMatchObject({ name: 'limits', state, text });
});
