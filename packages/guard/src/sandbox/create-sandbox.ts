import { isWithin } from '@bowline/protocol/plain';
import { AgentError, type CredentialUse } from '@bowline/protocol';
import type { PreviewSandbox, WorkspaceSandbox, SupervisorSandbox } from '@bowline/workspace';
import { defaultLimits, findOutsideGit, type Bubblewrap, type Confinement, type Detected } from '@bowline/workspace';
import { join, relative, resolve } from 'node:path';
import { toRealPath } from '../trust/to-real-path.ts';
import { findSandbox } from './find-sandbox.ts';
import { readGitIdentity } from './read-git-identity.ts';
import { findCredentialUses } from './sandbox-credentials.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** Confines the commands of a session. */
export interface Confiner {
  /** Why commands cannot be confined. Undefined if they can. */
  readonly problem: () => string | undefined;
  readonly forSupervisor: () => SupervisorSandbox | undefined;
  readonly confine: WorkspaceSandbox['confine'];
  /** For commands that run in a copy of the workspace: the profile *work* without network. */
  readonly forPreviews: PreviewSandbox;
  /** Directories that a command in `work` can change, as real paths, the workspace first. */
  readonly writableFolders: () => readonly string[];
  /** The credentials that a command can use at the hosts that it reaches. */
  readonly credentialsFor: (hosts: readonly string[]) => readonly CredentialUse[];
}

/** Creates the sandbox of a session. Detects nothing before it is used. */
export function createSandbox(parts: SandboxParts): Confiner {
  const { platform, bowlineHome, environment } = parts;
  const places = { platform, cache: join(bowlineHome, 'sandbox.json') };
  const home = toRealPath(parts.home) ?? parts.home;
  const folders = withoutOwn(toReal(parts.folders), { home, bowlineHome: toRealPath(bowlineHome) ?? bowlineHome });
  let detected: Detected<Bubblewrap> | undefined;
  const detect = (): Detected<Bubblewrap> => (detected ??= findWithin(folders, home) ?? findSandbox(places));
  const identity = once(() => readGitIdentity({ ...environment, HOME: home }));
  const confine: WorkspaceSandbox['confine'] = async (profile, how): Promise<Confinement | null> => {
    if (profile === 'open') return null;
    const { paths: hidden, repositories } = parts.hidden().find(profile === 'observe' ? parts.mayHoldKeys : undefined);
    const shared = { folders, home, readable: [parts.folder], writable: [], hidden, limits: defaultLimits };
    const git = profile === 'work' ? await identity() : [];
    const network = profile === 'work' ? toNetwork(how, parts) : undefined;
    return { profile, ...shared, repositories, git, network, unixSockets: false };
  };
  const findWritable = (): readonly string[] =>
    withoutInner([...folders, ...folders.flatMap((folder) => findOutsideGit(folder))]);
  return {
    problem: () => {
      const found = detect();
      return found.ok ? undefined : found.problem;
    },
    forSupervisor: () => {
      const found = detect();
      return found.ok ? { bubblewrap: found.found, journal: join(bowlineHome, 'placeholders'), group: {} } : undefined;
    },
    confine,
    forPreviews: {
      detect: async () => detect(),
      confine: async () => {
        const confinement = await confine('work', { isBackground: false, hosts: [], credentials: [] });
        if (confinement === null) throw new AgentError('INTERNAL', 'The profile work is not confined');
        return confinement;
      },
      writableFolders: async () => findWritable(),
    },
    writableFolders: findWritable,
    credentialsFor: (hosts) => findCredentialUses(parts.credentials, hosts),
  };
}

/** Removes directories that are inside another one, except the first. */
function withoutInner(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)];
  return all.filter(
    (folder, n) => n === 0 || !all.some((other) => other !== folder && isWithin({ path: folder, root: other })),
  );
}

/** A background command may be a server that the user opens. No other command needs a network without hosts. */
function toNetwork(
  { isBackground, hosts, credentials: decided }: Parameters<WorkspaceSandbox['confine']>[1],
  { hosts: named, credentials: known }: Pick<SandboxParts, 'hosts' | 'credentials'>,
): Confinement['network'] {
  if (!isBackground && hosts.length === 0) return undefined;
  // The credentials that were part of the decision and are still available.
  const credentials = known.filter(({ host, variable }) =>
    decided.some((each) => each.host === host && each.variable === variable),
  );
  const privateHosts = named.map((host) => host.replace(/:\d+$/, ''));
  return { hosts, privateHosts, credentials, ports: isBackground ? 'any' : [] };
}

/** A session in the home directory would have all of it in the sandbox. */
function findWithin(folders: readonly string[], home: string): Detected<never> | undefined {
  const wide = folders.find((folder) => isWithin({ path: home, root: folder }));
  return wide === undefined
    ? undefined
    : {
        ok: false,
        problem: `${wide} contains your home folder, which cannot be sandboxed. Work in a folder below it.`,
      };
}

/**
 * Removes additional directories that hold settings and keys of programs, wherever they were named, because project
 * settings may name directories too. Their files are only available to tools, which need approval.
 */
function withoutOwn(
  [first, ...others]: SandboxParts['folders'],
  { home, bowlineHome }: { readonly home: string; readonly bowlineHome: string },
): SandboxParts['folders'] {
  const isOwn = (folder: string): boolean =>
    isWithin({ path: folder, root: bowlineHome }) ||
    isWithin({ path: bowlineHome, root: folder }) ||
    (isWithin({ path: folder, root: home }) && relative(home, folder).startsWith('.'));
  return [first, ...others.filter((folder) => !isOwn(folder))];
}

function toReal([first, ...others]: SandboxParts['folders']): SandboxParts['folders'] {
  // As the workspace resolves them: relative to the workspace.
  const further = others.map((folder) => resolve(first, folder));
  return [toRealPath(first) ?? first, ...further.map((folder) => toRealPath(folder) ?? folder)];
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
