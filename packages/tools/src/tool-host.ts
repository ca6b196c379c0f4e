/** What is at a path. */
export interface FileInfo {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** Files as tools may touch them. Paths are absolute; what is not there is undefined, never thrown. */
export interface HostFiles {
  info(path: string): Promise<FileInfo | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Replaces the file as a whole, or makes it and its folders; a crash leaves the old one or the new one. */
  write(path: string, data: Uint8Array, options?: { readonly mode?: number }): Promise<void>;
  /** Names and kinds directly in a folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileInfo['kind'] }[] | undefined>;
  /** Where a path really leads, links followed; of what is not there yet, where it would be. */
  realPath(path: string): Promise<string>;
}

/** How a command ended, or that it did not. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The first part of what it printed, and the last when there was more between. */
  readonly head: string;
  readonly tail: string;
  readonly omittedBytes: number;
  /** The file that holds all that was kept of the output. */
  readonly outputPath: string;
}

/** A command under the supervisor: it goes on when we die, and is found again by its key. */
export interface HostCommand {
  readonly pid: number | null;
  /** Hears output as it comes, from where we joined. */
  readonly onOutput: (listener: (text: string) => void) => void;
  readonly ended: Promise<CommandEnd>;
  /** Ends the whole process group, gently and then not. */
  readonly kill: () => Promise<void>;
}

/** Commands as tools may run them. */
export interface HostCommands {
  /** Starts a command, or joins it when that key has been started before: a key runs at most once. */
  start(spec: { readonly key: string; readonly command: string; readonly cwd: string }): Promise<HostCommand>;
  /** A command that was started under that key by any process; undefined when there is nothing left of it. */
  find(key: string): Promise<HostCommand | undefined>;
}

/** A match of a text search. */
export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** Searching as tools may do it. */
export interface HostSearch {
  /** Absolute paths of files below a folder, ignore files respected unless told otherwise, newest first. */
  files(query: {
    readonly folder: string;
    readonly pattern: string;
    readonly caseSensitive: boolean;
    readonly respectIgnore: boolean;
    readonly signal: AbortSignal;
  }): Promise<readonly string[]>;
  text(query: {
    readonly folder: string;
    readonly pattern: string;
    readonly isFixed: boolean;
    readonly caseSensitive: boolean;
    readonly include?: string | undefined;
    readonly before: number;
    readonly after: number;
    readonly respectIgnore: boolean;
    readonly maxPerFile?: number | undefined;
    readonly maxTotal: number;
    readonly signal: AbortSignal;
  }): Promise<readonly SearchMatch[]>;
}

/** The world as tools may touch it. A surface gives the real one, tests a fake one. */
export interface ToolHost {
  /** Absolute; relative paths are resolved against it. */
  readonly workspace: string;
  /** Further folders that belong to the session. */
  readonly directories: readonly string[];
  readonly files: HostFiles;
  readonly commands: HostCommands;
  readonly search: HostSearch;
}
