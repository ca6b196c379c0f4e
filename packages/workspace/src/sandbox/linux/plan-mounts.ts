import { isWithin } from '@bowline/protocol/plain';
import { dirname, isAbsolute, join } from 'node:path';
import type { Confinement } from '../confinement.ts';
import { TOOLCHAINS } from '../known-places.ts';
import { findCovered, isInside } from './find-covered.ts';
import { findGitSettings } from './find-git-settings.ts';
import { findGitFolders, findGitTop, findOutsideGit } from './git-folders.ts';
import { isFolder, kindAt, readText } from '../../disk/look.ts';
import { findProtectedPaths, type ProtectedPath } from './protected-paths.ts';
import { coverByText, coverMissing, coverPath, planSystemMounts, SYSTEM } from './system-mounts.ts';
import { withoutLogins } from './without-logins.ts';

/** A folder mounted by descriptor, which cannot be replaced with a link meanwhile. */
export interface HeldFolder {
  readonly path: string;
  /** The position of its descriptor's number in the arguments. */
  readonly argument: number;
}

/** The mounts of a sandboxed command. */
export interface MountPlan {
  readonly args: readonly string[];
  readonly held: readonly HeldFolder[];
  /** Texts to mount over files, with the position of each descriptor's number in the arguments. */
  readonly texts: readonly { readonly argument: number; readonly text: string }[];
  /** Protected paths that do not exist. They are created before the start and removed after the end. */
  readonly placeholders: readonly ProtectedPath[];
}

/** Why there is no plan, for the user. */
export interface NoPlan {
  readonly problem: string;
}

/** Folders that are always shown, so that programs in them need no mount. */
const SHOWN_ANYWAY = ['/usr', '/bin', '/sbin', '/opt', '/etc', '/nix', '/tmp'];

/** Git settings for all users of the machine. */
const MACHINE_GIT_SETTINGS = ['/etc/gitconfig', '/usr/local/etc/gitconfig'];
/** Each takes a descriptor. Further files are covered instead. */
const MOST_TEXTS = 200;

type Rank = 'readable' | 'folder' | 'pinned' | 'protected' | 'covered';
const ranks: readonly Rank[] = ['readable', 'folder', 'pinned', 'protected', 'covered'];

interface Mount {
  readonly path: string;
  readonly rank: Rank;
  readonly args: readonly string[];
  readonly isHeld?: boolean;
  /** Shown instead of the file's content. */
  readonly text?: string;
}

/** Plans the mounts of a command. `PATH` determines where its programs may be. */
export function planMounts(confinement: Confinement, inputs: MountInputs): MountPlan | NoPlan {
  const { home, folders, limits, profile } = confinement;
  const tooWide = [...folders, ...confinement.writable].find(
    (folder) => folder === '/' || isWithin({ path: home, root: folder }),
  );
  if (tooWide !== undefined) return { problem: `${tooWide} holds the home folder, which cannot be confined` };
  const writable = profile === 'work' ? planWritable(confinement, inputs) : nothingWritable;
  if ('problem' in writable) return writable;
  const readable = planReadable(confinement, inputs);
  const mounted = [...SYSTEM, ...readable.map(({ path }) => path)];
  const covered = coverHidden(confinement, mounted);
  const pinned = findPinned([...writable.guarded, ...covered.map(({ path }) => path)], writable.roots);
  const mounts: Mount[] = [
    ...readable,
    ...writable.mounts,
    ...(profile === 'work' ? [] : folders.map((path) => readOnly(path, 'folder'))),
    ...pinned.map((path): Mount => ({ path, rank: 'pinned', args: ['--bind', path, path] })),
    ...covered,
    ...(profile === 'work' ? [] : showWithoutLogins(confinement, [...mounted, ...folders])),
  ];
  // Nothing can be mounted inside a covered folder.
  const closed = new Set(covered.map(({ path }) => path));
  const args = planSystemMounts(home, limits);
  const held: HeldFolder[] = [];
  const texts: { readonly argument: number; readonly text: string }[] = [];
  for (const mount of inOrder(mounts).filter(({ path }) => !isInside(path, closed))) {
    if (mount.isHeld === true) held.push({ path: mount.path, argument: args.length + 1 });
    if (mount.text !== undefined) texts.push({ argument: args.length + mount.args.indexOf(''), text: mount.text });
    args.push(...mount.args);
  }
  return { args: [...args, '--remount-ro', '/'], held, texts, placeholders: writable.placeholders };
}

/** What a plan depends on besides the confinement. */
export interface MountInputs {
  readonly path: string;
  /** Whether bubblewrap can mount by descriptor. */
  readonly bindsDescriptors: boolean;
  /** Placeholders of other running commands: they exist, but may be removed at any time. */
  readonly isPlaceholder: (path: string) => boolean;
}

interface Writable {
  readonly roots: readonly string[];
  readonly guarded: readonly string[];
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly ProtectedPath[];
}
const nothingWritable: Writable = { roots: [], guarded: [], mounts: [], placeholders: [] };

function planWritable(
  { folders, writable }: Confinement,
  { bindsDescriptors, isPlaceholder }: MountInputs,
): Writable | NoPlan {
  const gitFolders = folders.flatMap((folder) => findOutsideGit(folder));
  const roots = [...new Set([...folders, ...writable, ...gitFolders])];
  const bind = (path: string): Mount =>
    bindsDescriptors
      ? { path, rank: 'folder', args: ['--bind-fd', '', path], isHeld: true }
      : { path, rank: 'folder', args: ['--bind', path, path] };
  const placeholders: ProtectedPath[] = [];
  const guarded: string[] = [];
  for (const wanted of [...folders, ...writable].flatMap((folder) => findProtectedPaths(folder))) {
    const root = roots.find((folder) => isWithin({ path: wanted.path, root: folder }));
    if (root === undefined) continue;
    const link = ancestorsOf(wanted.path, root).find((path) => kindAt(path) === 'link');
    if (link !== undefined) return { problem: `${link} is a link, and what it leads to must not be changed` };
    const { path, kind, content = '' } = firstMissing(wanted);
    guarded.push(path);
    if (kindAt(path) === undefined || isPlaceholder(path)) placeholders.push({ path, kind, content });
  }
  const isOwnGit = (path: string): boolean => gitFolders.includes(path);
  const missing = new Set(placeholders.filter(({ kind }) => kind === 'folder').map(({ path }) => path));
  return {
    roots,
    guarded,
    placeholders,
    mounts: [
      ...roots.map((path) => bind(path)),
      ...[...new Set(guarded)]
        .filter((path) => !isOwnGit(path))
        .map((path) => (missing.has(path) ? emptyFolder(path) : readOnly(path, 'protected'))),
    ],
  };
}

/** The path, or the first missing folder on the way to it. */
function firstMissing(wanted: ProtectedPath): ProtectedPath {
  const parent = dirname(wanted.path);
  return kindAt(parent) === undefined ? firstMissing({ path: parent, kind: 'folder' }) : wanted;
}

/** A path and the folders above it, up to but excluding a root. */
function ancestorsOf(path: string, root: string): string[] {
  return path === root || !isWithin({ path, root }) ? [] : [path, ...ancestorsOf(dirname(path), root)];
}

/** Every folder between a writable root and a guarded path is mounted onto itself, so that it cannot be renamed. */
function findPinned(guarded: readonly string[], roots: readonly string[]): string[] {
  const pinned = guarded.flatMap((path) => {
    const root = roots.filter((folder) => isWithin({ path, root: folder })).sort((a, b) => b.length - a.length)[0];
    return root === undefined ? [] : ancestorsOf(dirname(path), root);
  });
  return [...new Set(pinned)].filter((path) => !roots.includes(path) && isFolder(path));
}

function planReadable({ home, folders, readable, profile }: Confinement, { path }: Pick<MountInputs, 'path'>): Mount[] {
  const toolchains = TOOLCHAINS.map((name) => join(home, name)).filter((folder) => kindAt(folder) !== undefined);
  const programs = path.split(':').filter((folder) => isAbsolute(folder) && isExtraProgramFolder(folder, folders));
  const tops = findTops(folders, home);
  const git = [...folders, ...tops].flatMap((folder) => (profile === 'work' ? [] : findOutsideGit(folder)));
  const shown = [...toolchains, ...programs, ...readable, ...tops.filter((top) => !folders.includes(top)), ...git];
  return [...new Set(shown)]
    .filter((each) => !isWithin({ path: home, root: each }) && kindAt(each) !== undefined)
    .map((each) => readOnly(each, 'readable'));
}

function isExtraProgramFolder(folder: string, folders: readonly string[]): boolean {
  if (SHOWN_ANYWAY.some((shown) => isWithin({ path: folder, root: shown }))) return false;
  return (
    isFolder(folder) &&
    !folders.some((each) => isWithin({ path: folder, root: each }) || isWithin({ path: each, root: folder }))
  );
}

function coverHidden({ hidden, folders, readable, writable, home }: Confinement, mounted: readonly string[]): Mount[] {
  const [first, ...more] = folders;
  const shown = [first, ...more, ...readable, ...writable, ...findTops(folders, home)] as const;
  return findCovered({ hidden, shown, mounted }).map((path) => ({ path, rank: 'covered', args: coverPath(path) }));
}

/** Shows Git settings without credentials, since Git does not start without its settings. */
function showWithoutLogins({ folders, repositories = [], home }: Confinement, mounted: readonly string[]): Mount[] {
  const own = [...folders, ...findTops(folders, home)].flatMap((folder) => {
    const git = findGitFolders(folder);
    return git === undefined ? [] : [git.own, git.common];
  });
  const files = [...new Set([...own, ...repositories])].flatMap((folder) => findGitSettings(folder));
  const all = [...new Set(files), ...MACHINE_GIT_SETTINGS].filter((path) =>
    mounted.some((each) => isWithin({ path, root: each })),
  );
  const shown = all.flatMap((path): Mount[] => {
    const settings = readText(path) ?? '';
    const text = withoutLogins(settings);
    return text === settings ? [] : [{ path, rank: 'covered', args: coverByText(path), text }];
  });
  return shown.map((mount, n) =>
    n < MOST_TEXTS ? mount : { path: mount.path, rank: 'covered', args: coverPath(mount.path) },
  );
}

/**
 * Shows the whole repository if a session folder is part of one, because Git would otherwise see everything else as
 * deleted.
 */
function findTops(folders: readonly string[], home: string): string[] {
  return folders.flatMap((folder) => findGitTop(folder, { below: home }) ?? []);
}

/** Costs a third of mounting the placeholder itself. Nothing written to it reaches the host. */
const emptyFolder = (path: string): Mount => ({ path, rank: 'protected', args: coverMissing(path) });

const readOnly = (path: string, rank: Rank): Mount => ({ path, rank, args: ['--ro-bind', path, path] });

/** Sorted by depth, so that deeper mounts win, and by rank at the same path. */
function inOrder(mounts: readonly Mount[]): Mount[] {
  const depth = (path: string): number => path.split('/').length;
  const seen = new Set<string>();
  return [...mounts]
    .sort((a, b) => depth(a.path) - depth(b.path) || ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
    .filter(({ path, rank }) => {
      const key = `${rank}:${path}`;
      return !seen.has(key) && seen.add(key);
    });
}
