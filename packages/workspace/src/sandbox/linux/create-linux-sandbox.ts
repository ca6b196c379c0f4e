import { basename } from 'node:path';
import type { Confinement } from '../confinement.ts';
import type { ConfinedCommand, NotConfined, PlainCommand, Sandbox } from '../sandbox.ts';
import { createFilter } from '../seccomp/create-filter.ts';
import type { Architecture } from '../seccomp/system-calls.ts';
import { PROXY_URL, proxyEnvironment } from '../network/proxy-environment.ts';
import type { Bubblewrap } from './detect-bubblewrap.ts';
import type { Placeholders } from './placeholders.ts';
import { findGitFolders } from './git-folders.ts';
import { findGitLinks, removeNewGitLinks } from './git-links.ts';
import { describeChangedSettings, readGitSettings } from './git-settings.ts';
import { describeNewGitState, readGitState } from './git-state.ts';
import { FIRST_DESCRIPTOR, PassedDescriptors } from './passed-descriptors.ts';
import { planMounts } from './plan-mounts.ts';
import type { ProtectedPath } from './protected-paths.ts';

export interface LinuxSandboxParts {
  readonly bubblewrap: Bubblewrap;
  readonly architecture: Architecture;
  readonly placeholders: Pick<Placeholders, 'has' | 'make'>;
  /** A private folder for files that exist only while a command starts. */
  readonly scratch: string;
}

/** The path inside the sandbox of a file with the names of placeholders, for Git to ignore. */
const EXCLUDES = '/run/bowline-excludes';

/** Creates a sandbox from bubblewrap and a seccomp filter. */
export function createLinuxSandbox(parts: LinuxSandboxParts): Sandbox {
  return { confine: (confinement, command) => confineCommand(confinement, command, parts) };
}

function confineCommand(
  confinement: Confinement,
  command: PlainCommand,
  parts: LinuxSandboxParts,
): ConfinedCommand | NotConfined {
  const { bubblewrap, placeholders, architecture } = parts;
  const joined = joinNetwork(confinement, command, bubblewrap);
  if ('problem' in joined) return joined;
  const path = (command.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .join(':');
  const plan = planMounts(confinement, {
    path,
    bindsDescriptors: bubblewrap.bindsDescriptors,
    isPlaceholder: (each) => placeholders.has(each),
  });
  if ('problem' in plan) return plan;
  const removePlaceholders = placeholders.make(plan.placeholders);
  const findGitNews = confinement.profile === 'work' ? watchGit(confinement.folders) : () => [];
  const ended = (): readonly string[] => {
    removePlaceholders();
    return findGitNews();
  };
  const passed = new PassedDescriptors(parts.scratch);
  const moved = plan.held.find((folder) => !passed.hold(folder));
  if (moved !== undefined) {
    passed.close();
    ended();
    return { problem: `${moved.path} was replaced while a command was started in it` };
  }
  const mounts = [...plan.args];
  for (const [n, folder] of plan.held.entries()) mounts[folder.argument] = String(FIRST_DESCRIPTOR + n);
  for (const { argument, text } of plan.texts) mounts[argument] = passed.give(text);
  const excludes = excludePlaceholders(plan.placeholders, passed);
  const inside = [
    ...namespaces(bubblewrap, command.hasTerminal),
    ...joined.namespaces,
    // Before the root becomes read-only, which comes last.
    ...mounts.slice(0, -2),
    ...excludes,
    ...showFiles(command.network, passed),
    ...mounts.slice(-2),
    ...['--chdir', command.cwd],
    ...['--seccomp', passed.give(createFilter({ architecture, unixSockets: confinement.unixSockets }))],
  ];
  // Passed through a descriptor, so that `/proc/1/cmdline` shows neither hidden paths nor the command.
  const instructions = ['--args', passed.give(`${inside.join('\0')}\0`)];
  return {
    file: joined.file,
    args: [...joined.before, ...instructions, '--', ...toLimited(command.words, confinement, bubblewrap)],
    env: toInnerEnvironment({ ...command, env: { ...command.env, PATH: path } }, confinement, excludes.length > 0),
    descriptors: passed.all,
    started: () => {
      passed.close();
    },
    ended,
  };
}

/**
 * Compares Git state before and after a command. Removes new links, and reports other changes that can run programs
 * later.
 */
function watchGit(folders: readonly string[]): () => readonly string[] {
  const git = folders.flatMap((each) => findGitFolders(each) ?? []);
  const all = [...new Set(git.flatMap(({ own, common }) => [own, common]))];
  const before = all.map((folder) => ({ folder, links: findGitLinks(folder), state: readGitState(folder) }));
  const settings = folders.map((folder) => ({ folder, stamps: readGitSettings(folder) }));
  return () => [
    ...before.flatMap(({ folder, links, state }) => {
      removeNewGitLinks(folder, links);
      return describeNewGitState(state, readGitState(folder));
    }),
    ...settings.flatMap(({ folder, stamps }) => describeChangedSettings(folder, stamps, readGitSettings(folder)) ?? []),
  ];
}

/** Makes Git ignore placeholders for missing files, so that no command commits them. */
function excludePlaceholders(placeholders: readonly ProtectedPath[], passed: PassedDescriptors): string[] {
  const names = placeholders.filter(({ kind }) => kind === 'file').map(({ path }) => basename(path));
  return names.length === 0 ? [] : ['--ro-bind-data', passed.give(`${names.join('\n')}\n`), EXCLUDES];
}

function showFiles(network: PlainCommand['network'], passed: PassedDescriptors): string[] {
  const files = network?.credentials?.files ?? [];
  return files.flatMap(([path, content]) => ['--perms', '0444', '--ro-bind-data', passed.give(content), path]);
}

function namespaces({ hasUserNamespaces, disablesUserNamespaces }: Bubblewrap, hasTerminal: boolean): string[] {
  return [
    ...(hasUserNamespaces ? ['--unshare-user'] : []),
    ...(disablesUserNamespaces ? ['--disable-userns'] : []),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'sandbox', '--cap-drop', 'ALL', '--die-with-parent'],
    // The terminal belongs to this command only, so it stays the controlling one.
    ...(hasTerminal ? [] : ['--new-session']),
  ];
}

/**
 * Gives the command its own network: one that bubblewrap creates, or one that was opened in advance and contains the
 * proxy.
 */
function joinNetwork(
  { network }: Confinement,
  { network: place }: PlainCommand,
  { path, nsenter }: Bubblewrap,
): JoinedNetwork | NotConfined {
  if (network === undefined) return { file: path, before: [], namespaces: ['--unshare-net'] };
  if (place === undefined || nsenter === null) return { problem: 'its network was not opened' };
  const user = place.user === null ? [] : [`--user=${place.user}`, '--preserve-credentials'];
  return { file: nsenter, before: [...user, `--net=${place.net}`, '--', path], namespaces: [] };
}

/** How to start bubblewrap. */
interface JoinedNetwork {
  readonly file: string;
  readonly before: readonly string[];
  readonly namespaces: readonly string[];
}

/** Sets limits inside the sandbox, where the number of processes counts only those of this command. */
function toLimited(
  words: readonly string[],
  { limits, profile }: Confinement,
  { prlimit, hasUserNamespaces, isRoot }: Bubblewrap,
): readonly string[] {
  if (prlimit === null) return words;
  const processes = hasUserNamespaces && !isRoot ? [`--nproc=${limits.processes}`] : [];
  const { memoryBytes } = limits;
  const memory = profile === 'observe' && memoryBytes !== undefined ? [`--data=${memoryBytes}`] : [];
  return [prlimit, '--core=0', `--fsize=${limits.fileBytes}`, ...processes, ...memory, '--', ...words];
}

function toInnerEnvironment(
  { env, network: place }: PlainCommand,
  { profile, home, git = [], network }: Confinement,
  hasExcludes: boolean,
): Record<string, string> {
  const { TMPDIR: _, ...rest } = env;
  const kept = network === undefined ? rest : { ...rest, ...proxyEnvironment, ...place?.credentials?.environment };
  const settings: (readonly [string, string])[] = [
    ...(hasExcludes ? [['core.excludesFile', EXCLUDES] as const] : []),
    ...git,
    ...(network === undefined ? [] : [['http.proxy', PROXY_URL] as const]),
    ...(place?.credentials?.git ?? []),
  ];
  const locks = profile === 'observe' ? { GIT_OPTIONAL_LOCKS: '0' } : {};
  return withGitSettings({ ...kept, HOME: home, BOWLINE_SANDBOX: profile, ...locks }, settings);
}

/** An environment with additional Git settings, after the existing ones. */
function withGitSettings(
  env: Readonly<Record<string, string>>,
  settings: readonly (readonly [string, string])[],
): Record<string, string> {
  const before = Number(env['GIT_CONFIG_COUNT'] ?? '0');
  if (settings.length === 0) return { ...env };
  const added = settings.flatMap(([key, value], n): [string, string][] => [
    [`GIT_CONFIG_KEY_${before + n}`, key],
    [`GIT_CONFIG_VALUE_${before + n}`, value],
  ]);
  return { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: String(before + settings.length) };
}
