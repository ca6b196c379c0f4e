import type { Credential } from './credentials/credential.ts';
import type { HostRule } from './network/decide-host.ts';

/** What a command can do: look, change the workspace, or what the person themselves could. */
export type SandboxProfile = 'observe' | 'work' | 'open';

/** How a command is confined. Plain data: it is decided by the agent and applied by the supervisor. */
export interface Confinement {
  readonly profile: Exclude<SandboxProfile, 'open'>;
  /** The folders of the session, by their real paths, the workspace first. Writable in `work`. */
  readonly folders: readonly [string, ...string[]];
  /** Hidden, except for toolchains and what is listed here. */
  readonly home: string;
  /** Further paths that can be read. */
  readonly readable: readonly string[];
  /** Further folders that can be written, which a person allowed. */
  readonly writable: readonly string[];
  /** Files and folders that cannot be read, by any name. */
  readonly hidden: readonly string[];
  /** Folders that Git keeps repositories in: in `observe` their settings are shown without logins. */
  readonly repositories?: readonly string[] | undefined;
  /** Settings of Git that the person has in the home folder and the command needs, such as who they are. */
  readonly git?: readonly (readonly [string, string])[] | undefined;
  /** Whether unix sockets can be made; they can reach sockets of the host that lie in the workspace. */
  readonly unixSockets: boolean;
  /** What it can reach, and what can reach it. Absent: only its own loopback. */
  readonly network?: NetworkAccess | undefined;
  readonly limits: SandboxLimits;
}

/** The network of a confined command. Each command has a loopback of its own, and a proxy on it. */
export interface NetworkAccess {
  /** Hosts that the proxy connects to. With none, it still tells which ones were asked for. */
  readonly hosts: readonly HostRule[];
  /** Names among them whose addresses may be private, because a person named them as such. */
  readonly privateHosts: readonly string[];
  /** Tokens that the proxy puts in place of placeholders, each on requests to one host. */
  readonly credentials?: readonly Credential[] | undefined;
  /** Ports of its servers that the person's own programs can reach while it runs in the background. */
  readonly ports: readonly number[] | 'any';
}

/** Bounds on what a confined command can use up. */
export interface SandboxLimits {
  /** Of each temporary file system, in bytes: they take memory. */
  readonly temporaryBytes: number;
  /** Of one file. */
  readonly fileBytes: number;
  /** Processes of one command; the kernel does not hold root to it. */
  readonly processes: number;
  /** Of one process, in `observe` only, absent is any: programs with sanitizers, which are built and run in `work`, reserve any amount. */
  readonly memoryBytes?: number | undefined;
}

/** Bounds that a build of a large project stays within. */
export const defaultLimits: SandboxLimits = {
  temporaryBytes: 1024 ** 3,
  fileBytes: 16 * 1024 ** 3,
  processes: 4096,
  memoryBytes: 8 * 1024 ** 3,
};
