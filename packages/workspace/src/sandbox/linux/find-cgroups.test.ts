import { expect, test } from 'vitest';
import { findCgroups } from './find-cgroups.ts';

const V2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate';
const V1 = [
  '39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids',
  '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
  '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
].join('\n');
const APP = '/user.slice/user-1000.slice/user@1000.service/app.slice';
const files = { memory: 'memory.max', processes: 'pids.max' };

test.each([
  [
    'a terminal of a desktop: beside its own group',
    V2,
    `0::${APP}/app-terminal.scope\n`,
    [{ parent: `/sys/fs/cgroup${APP}`, origin: `/sys/fs/cgroup${APP}/app-terminal.scope`, files }],
  ],
  ['a container whose only group is its own', V2, '0::/\n', []],
  [
    'the old hierarchies: below its own group',
    V1,
    '8:pids:/a\n4:memory:/b\n0::/\n',
    [
      { parent: '/sys/fs/cgroup/pids/a', origin: '/sys/fs/cgroup/pids/a', files: { processes: 'pids.max' } },
      {
        parent: '/sys/fs/cgroup/memory/b',
        origin: '/sys/fs/cgroup/memory/b',
        files: { memory: 'memory.limit_in_bytes' },
      },
    ],
  ],
  [
    'a container that sees only its part',
    V1.replace('0:36 / ', '0:36 /docker/1 '),
    '8:pids:/docker/1/x\n',
    [{ parent: '/sys/fs/cgroup/pids/x', origin: '/sys/fs/cgroup/pids/x', files: { processes: 'pids.max' } }],
  ],
  ['a process outside of what the container sees', V1.replace('0:36 / ', '0:36 /docker/1 '), '8:pids:/docker/2\n', []],
  ['a machine without groups', '', '', []],
])('%s', (...[, mounts, own, places]) => {
  expect(findCgroups(mounts, own)).toEqual(places);
});
