import { dirname, resolve } from 'node:path';

/** What a control group can limit. */
export type CgroupBound = 'memory' | 'processes';

/** A folder of one cgroup hierarchy in which groups with limits may be created. */
export interface CgroupPlace {
  readonly parent: string;
  /** The group of this process. */
  readonly origin: string;
  /** The file of each limit in a group. */
  readonly files: Readonly<Partial<Record<CgroupBound, string>>>;
}

const V2_FILES = { memory: 'memory.max', processes: 'pids.max' } as const;
/** For cgroup version 1, where each controller has its own hierarchy. */
const V1_FILES = { pids: { processes: 'pids.max' }, memory: { memory: 'memory.limit_in_bytes' } } as const;

/**
 * Where groups might be created, according to `/proc/self/mountinfo` and `/proc/self/cgroup`.
 *
 * In version 2, a group with processes cannot have limited groups below it, so the new group is a sibling of our own.
 * In version 1 it is a child.
 */
export function findCgroups(mountinfo: string, cgroup: string): readonly CgroupPlace[] {
  const own = cgroup.split('\n').flatMap((line) => {
    const [, , names = '', path = ''] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? [];
    return path === '' ? [] : [{ names: names.split(','), path }];
  });
  return mountinfo.split('\n').flatMap((line): readonly CgroupPlace[] => {
    const mount = parseMount(line);
    if (mount === undefined) return [];
    const path = own.find(({ names }) => names.includes(mount.controller))?.path;
    const origin = path === undefined ? undefined : toFolder(path, mount);
    if (origin === undefined) return [];
    if (mount.controller === '')
      return origin === mount.at ? [] : [{ parent: dirname(origin), origin, files: V2_FILES }];
    return [{ parent: origin, origin, files: V1_FILES[mount.controller] }];
  });
}

interface CgroupMount {
  /** Empty for version 2. */
  readonly controller: '' | keyof typeof V1_FILES;
  readonly root: string;
  readonly at: string;
}

function parseMount(line: string): CgroupMount | undefined {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root = '', at = ''] = before.split(' ');
  const [type, , options = ''] = after.split(' ');
  if (type === 'cgroup2') return { controller: '', root, at };
  const controller = type === 'cgroup' ? options.split(',').find(isBounding) : undefined;
  return controller === undefined ? undefined : { controller, root, at };
}

const isBounding = (name: string): name is keyof typeof V1_FILES => Object.hasOwn(V1_FILES, name);

/** A mount may show only part of the hierarchy. */
function toFolder(path: string, { root, at }: CgroupMount): string | undefined {
  if (root === '/') return resolve(at, `.${path}`);
  return path === root || path.startsWith(`${root}/`) ? resolve(at, `.${path.slice(root.length)}`) : undefined;
}
