import { dirname, resolve } from 'node:path';

/** What a control group can bound. */
export type CgroupBound = 'memory' | 'processes';

/** A folder in which control groups with bounds may be made, for one hierarchy of them. */
export interface CgroupPlace {
  readonly parent: string;
  /** The group that this process is in. */
  readonly origin: string;
  /** The file of each bound, in a group. */
  readonly files: Readonly<Partial<Record<CgroupBound, string>>>;
}

const V2_FILES = { memory: 'memory.max', processes: 'pids.max' } as const;
/** Of the old hierarchies, of which each has its own groups. */
const V1_FILES = { pids: { processes: 'pids.max' }, memory: { memory: 'memory.limit_in_bytes' } } as const;

/**
 * Where groups might be made, from what the kernel says of this process (`/proc/self/mountinfo`, `/proc/self/cgroup`).
 *
 * In the one hierarchy of version 2 a group with processes has none below it that are bounded, so it is beside our own;
 * in those of version 1 below it.
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

/** A mount may show only a part of the hierarchy. */
function toFolder(path: string, { root, at }: CgroupMount): string | undefined {
  if (root === '/') return resolve(at, `.${path}`);
  return path === root || path.startsWith(`${root}/`) ? resolve(at, `.${path.slice(root.length)}`) : undefined;
}
