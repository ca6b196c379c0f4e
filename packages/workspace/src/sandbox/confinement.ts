import type { Credential } from './credentials/credential.ts';
import type { HostRule } from './network/decide-host.ts';

/** What a command can do: read, change the workspace, or everything that the user can. */
export type SandboxProfile = 'observe' | 'work' | 'open';

/** How a command is sandboxed. Plain data: decided by the agent and applied by the supervisor. */
export interface Confinement {
  readonly profile: Exclude<SandboxProfile, 'open'>;
  /** The real paths of the session's folders, the workspace first. Writable in `work`. */
  readonly folders: readonly [string, ...string[]];
  /** Hidden, except for toolchains and what is listed here. */
  readonly home: string;
  /** Further paths that can be read. */
  readonly readable: readonly string[];
  /** Additional writable folders that the user allowed. */
  readonly writable: readonly string[];
  /** Files and folders that cannot be read under any name. */
  readonly hidden: readonly string[];
  /** Git folders whose settings are shown without credentials in `observe`. */
  readonly repositories?: readonly string[] | undefined;
  /** The user's Git settings that the command needs, such as name and email. */
  readonly git?: readonly (readonly [string, string])[] | undefined;
  /** Allows Unix sockets, which can connect to sockets of the host in the workspace. */
  readonly unixSockets: boolean;
  /** Its network access. Absent: only its own loopback. */
  readonly network?: NetworkAccess | undefined;
  readonly limits: SandboxLimits;
}

/** The network of a sandboxed command. Each command has its own loopback with a proxy. */
export interface NetworkAccess {
  /** Hosts that the proxy connects to. If there are none, it still reports which ones were requested. */
  readonly hosts: readonly HostRule[];
  /** Hosts whose addresses may be private, because the user listed them as such. */
  readonly privateHosts: readonly string[];
  /** Tokens that the proxy substitutes for placeholders, each in requests to one host. */
  readonly credentials?: readonly Credential[] | undefined;
  /** Ports of its servers that the user's programs can reach while it runs in the background. */
  readonly ports: readonly number[] | 'any';
}

/** Resource limits of a sandboxed command. */
export interface SandboxLimits {
  /** Size of each temporary file system in bytes. They use memory. */
  readonly temporaryBytes: number;
  /** Size of one file. */
  readonly fileBytes: number;
  /** Processes of one command. The kernel does not apply this to root. */
  readonly processes: number;
  /**
   * Memory of one process, only in `observe`. Absent: unlimited. Programs with sanitizers, which are built and run in
   * `work`, reserve any amount.
   */
  readonly memoryBytes?: number | undefined;
}

/** Limits that are sufficient for the build of a large project. */
export const defaultLimits: SandboxLimits = {
  temporaryBytes: 1024 ** 3,
  fileBytes: 16 * 1024 ** 3,
  processes: 4096,
  memoryBytes: 8 * 1024 ** 3,
};
