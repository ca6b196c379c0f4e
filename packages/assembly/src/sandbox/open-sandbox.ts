import type { HostSandbox } from '@bowline/tools';
import { defaultLimits, HiddenFiles, type Bubblewrap, type Confinement, type Detected } from '@bowline/workspace';
import { join } from 'node:path';
import type { CommandSandbox } from '../policy/place-command.ts';
import { isWithin } from '../trust/decide-trust.ts';
import { toRealPath } from '../trust/to-real-path.ts';
import { findSandbox, recallSandbox } from './find-sandbox.ts';
import { readGitIdentity } from './read-git-identity.ts';

/** Whether commands are confined: never, where it is possible, or else not run. */
export type SandboxWish = 'off' | 'auto' | 'required';

/** What the sandbox of a session is made from. */
export interface SandboxParts {
  readonly wish: SandboxWish;
  /** Somebody is there, and is told whether commands are confined. */
  readonly isInteractive: boolean;
  readonly platform: string;
  readonly home: string;
  readonly bowlineHome: string;
  /** The folders of the session, the workspace first. */
  readonly folders: readonly [string, ...string[]];
  /** The folder of ours that its commands may read: what was too long for the model is there. */
  readonly folder: string;
  /** Whether a file may hold keys: what nobody was asked about cannot read it. */
  readonly mayHoldKeys: (path: string) => boolean;
  /** For programs that Bowline itself runs: none of the workspace's. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The sandbox of a session, for who decides and for who runs; nothing for either when it is off. */
export interface SessionSandbox {
  readonly forGuard: CommandSandbox | undefined;
  readonly forHost: HostSandbox | undefined;
  /** Whether commands are confined; undefined while that is not known and nobody is there to be told. */
  readonly isHeld: () => boolean | undefined;
}

const off: SessionSandbox = { forGuard: undefined, forHost: undefined, isHeld: () => false };

/** No host is reached, and servers of the command are, from this machine. */
const SERVERS: NonNullable<Confinement['network']> = { hosts: [], privateHosts: [], ports: 'any' };
/** Of a larger workspace not every file that holds keys may be found. */
const MOST_ENTRIES = 100_000;

/** Opens the sandbox of a session. Nothing is looked for before somebody asks. */
export function openSandbox(parts: SandboxParts): SessionSandbox {
  const { wish, platform, bowlineHome, environment } = parts;
  if (wish === 'off') return off;
  const places = { platform, cache: join(bowlineHome, 'sandbox.json') };
  const home = toRealPath(parts.home) ?? parts.home;
  const folders = toReal(parts.folders);
  let detected: Detected<Bubblewrap> | undefined;
  const detect = (): Detected<Bubblewrap> => (detected ??= findWithin(folders, home) ?? findSandbox(places));
  const isKnown = (): boolean => detected !== undefined || recallSandbox(places) !== undefined;
  const identity = once(() => readGitIdentity({ ...environment, HOME: home }));
  const ignored = new HiddenFiles({ folders, home }, { mostEntries: MOST_ENTRIES });
  const confine: HostSandbox['confine'] = async (profile, { isBackground }): Promise<Confinement | null> => {
    if (profile === 'open') return null;
    const { paths: hidden } = ignored.find(profile === 'observe' ? parts.mayHoldKeys : undefined);
    const shared = { folders, home, readable: [parts.folder], writable: [], hidden, limits: defaultLimits };
    const git = profile === 'work' ? await identity() : [];
    // What goes on in the background may be a server that the person looks at.
    const network = isBackground && profile === 'work' ? SERVERS : undefined;
    return { profile, ...shared, git, network, unixSockets: false };
  };
  return {
    // Who only asks a question does not wait for it.
    isHeld: () => (parts.isInteractive || isKnown() ? detect().ok : undefined),
    forGuard: {
      isRequired: wish === 'required',
      problem: () => {
        const found = detect();
        return found.ok ? undefined : found.problem;
      },
    },
    forHost: {
      forSupervisor: () => {
        const found = detect();
        return found.ok ? { bubblewrap: found.found, journal: join(bowlineHome, 'placeholders') } : undefined;
      },
      confine,
    },
  };
}

/** Who works in the home folder itself would have all of it in the sandbox. */
function findWithin(folders: readonly string[], home: string): Detected<never> | undefined {
  const wide = folders.find((folder) => isWithin(home, folder));
  return wide === undefined
    ? undefined
    : { ok: false, problem: `${wide} holds your home folder, which cannot be confined. Work in a folder below it.` };
}

function toReal([first, ...others]: SandboxParts['folders']): SandboxParts['folders'] {
  return [toRealPath(first) ?? first, ...others.map((folder) => toRealPath(folder) ?? folder)];
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
