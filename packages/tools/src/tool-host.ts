import type { CredentialUse, SandboxProfile } from '@bowline/protocol';
import type { Confinement, NetworkRecord, HiddenFiles } from '@bowline/workspace';

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

/** How each file was when this session last read or wrote it. It lives as long as its host: what it does not know blocks nothing. */
export interface SeenFiles {
  note(path: string, data: Uint8Array): void;
  /** Whether a file is still as it was then. */
  compare(path: string, data: Uint8Array): 'unseen' | 'same' | 'changed';
}

/** Why a command was ended from outside. */
export type StopCause = 'killed' | 'timeout' | 'silence' | 'lease' | 'run_ended';

/** How a command ended, or that it did not. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended from outside, and which limit it had reached; null when it ended by itself. */
  readonly stop: { readonly cause: StopCause; readonly limitMs: number | null } | null;
  /** How long it ran; null when nobody saw its end. */
  readonly durationMs: number | null;
  /** Processes that it had left running, and that were ended after it. */
  readonly leftovers: number;
  /** Why it could not be confined, and was not run. */
  readonly unconfined?: string | undefined;
  /** Limits of the sandbox that stopped it, or something of it. */
  readonly limits?: readonly HitLimit[] | undefined;
  /** What the proxy of the sandbox refused it; absent when it had no network there. */
  readonly network?: NetworkRecord | undefined;
  /** The first part of what it printed, and the last when there was more between. */
  readonly head: string;
  readonly tail: string;
  readonly omittedBytes: number;
  /** The file that holds all that was kept of the output. */
  readonly outputPath: string;
}

/** A limit of the sandbox that a command has reached. */
export interface HitLimit {
  readonly limit: 'memory' | 'processes' | 'fileSize' | 'temporarySpace';
  /** In bytes, or in processes. */
  readonly amount: number;
  /** It holds all confined commands of the session together. */
  readonly isShared: boolean;
}

/** A command as it is to be started. */
export interface CommandStart {
  readonly key: string;
  readonly command: string;
  /** The program and its words, when it is started from them; else a shell reads `command`. */
  readonly words?: readonly string[] | undefined;
  /** How it is confined; null is not at all. */
  readonly confinement?: Confinement | null | undefined;
  /** Git runs nothing but itself in it. */
  readonly isCareful?: boolean | undefined;
  readonly cwd: string;
  /** With a terminal to type into, where one can be had; with pipes and nothing to read otherwise. */
  readonly pty?: boolean | undefined;
  /** Ends it after so long; silence does not end it then. */
  readonly timeoutMs?: number | undefined;
  /** It may be silent for as long as it likes. */
  readonly isBackground?: boolean | undefined;
}

/** A command under the supervisor: it goes on when we die, and is found again by its key. */
export interface HostCommand {
  readonly pid: number | null;
  /** Whether it can be typed into. */
  readonly hasTerminal: boolean;
  /** Hears output as it comes, from where we joined. */
  readonly onOutput: (listener: (text: string) => void) => void;
  /** Hears that it waits for somebody to type. */
  readonly onWaiting: (listener: () => void) => void;
  readonly ended: Promise<CommandEnd>;
  /** Types into its terminal, once; false when it has none or has ended. */
  readonly write: (text: string) => Promise<boolean>;
  /** Ends the whole process group, gently and then not. */
  readonly kill: () => Promise<void>;
  /**
   * Lets it go on in the background: it is listed there, silence does not end it, and nothing of it is heard here but
   * its end. False when it had ended before.
   */
  readonly leave: () => Promise<boolean>;
}

/** A command that went on in the background, now or in an earlier process of the session. */
export interface BackgroundCommand extends Pick<CommandStart, 'key' | 'command' | 'cwd'> {
  readonly pid: number | null;
  /** `lost`: it does not run, and nobody saw its end. */
  readonly status: 'running' | 'waiting' | 'ended' | 'lost';
  readonly startedAt: string;
  readonly hasTerminal: boolean;
  /** Where the person's own programs reach its servers, when it is confined. */
  readonly ports?: NetworkRecord['ports'] | undefined;
  /** Null while it runs. */
  readonly end: Pick<CommandEnd, 'exitCode' | 'signal' | 'stop' | 'durationMs' | 'leftovers'> | null;
}

/** Commands as tools may run them. */
export interface HostCommands {
  /** Starts a command, or joins it when that key has been started before: a key runs at most once. */
  start(spec: CommandStart): Promise<HostCommand>;
  /** A command that was started under that key by any process; undefined when there is nothing left of it. */
  find(key: string): Promise<HostCommand | undefined>;
  /** What went on in the background, oldest first, whichever process of the session started it. */
  background(): Promise<readonly BackgroundCommand[]>;
  /** The last part of what a command printed, while it runs and after. */
  recent(key: string): Promise<string>;
}

/** A match of a text search. */
export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** What a text search found. */
export interface TextFound {
  readonly matches: readonly SearchMatch[];
  /** Files that hold a match and are not shown. */
  readonly withheld: readonly string[];
  /** It was given up, because the expression takes too long. */
  readonly isTooSlow: boolean;
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
    /** Only this file, whatever hides it. */
    readonly only?: string | undefined;
    readonly pattern: string;
    readonly isFixed: boolean;
    readonly caseSensitive: boolean;
    readonly include?: string | undefined;
    /** Lines that match this expression too are left out. */
    readonly exclude?: string | undefined;
    /** Files whose lines are not to be shown; whether they hold a match is said. */
    readonly isWithheld?: ((path: string) => boolean) | undefined;
    readonly before: number;
    readonly after: number;
    readonly respectIgnore: boolean;
    readonly maxPerFile?: number | undefined;
    readonly maxTotal: number;
    readonly signal: AbortSignal;
  }): Promise<TextFound>;
}

/** A page of the web as text, in Markdown where it was HTML. */
export interface WebPage {
  readonly url: string;
  /** Where it really came from, after redirects. */
  readonly finalUrl: string;
  /** The content type, without parameters; empty when nobody said. */
  readonly type: string;
  readonly title: string | undefined;
  readonly text: string;
  /** There was more than is fetched at once. */
  readonly isCut: boolean;
}

/** A page, or why there is none, in words for the model. */
export type WebAnswer =
  | { readonly ok: true; readonly page: WebPage }
  | { readonly ok: false; readonly errorType: string; readonly text: string };

/** The open web as tools may ask it: never a private network, whatever a URL, a name server or a redirect says. */
export interface HostWeb {
  fetch(query: { readonly url: string; readonly signal: AbortSignal }): Promise<WebAnswer>;
}

/** What a search engine found: its words, and where they come from. */
export interface WebFinding {
  readonly text: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

/** What is remembered from session to session. */
export interface HostMemory {
  /** The file that facts are kept in. */
  readonly path: string;
  /** Keeps a fact; false when it was there already. */
  save(fact: string): Promise<boolean>;
}

/** The world as tools may touch it. A surface gives the real one, tests a fake one. */
export interface ToolHost {
  /** Absolute; relative paths are resolved against it. */
  readonly workspace: string;
  /** Further folders that belong to the session. */
  readonly directories: readonly string[];
  readonly files: HostFiles;
  /** Without it nobody notices that a file has changed since it was read. */
  readonly seen?: SeenFiles;
  readonly commands: HostCommands;
  readonly search: HostSearch;
  /** How a command of a profile is confined; null is not at all. Nothing confines commands where it is absent. */
  readonly confine?:
    | ((
        profile: SandboxProfile,
        how: {
          readonly isBackground: boolean;
          readonly hosts: readonly string[];
          readonly credentials: readonly CredentialUse[];
        },
      ) => Promise<Confinement | null>)
    | undefined;
  /** Folders that a command in `work` can change, by their real paths. */
  readonly writableFolders?: (() => Promise<readonly string[]>) | undefined;
  /** A command that was decided on where nothing confined it is not run here. */
  readonly mustConfine?: boolean | undefined;
  /** What no tool may read, because an ignore file of the session names it. */
  readonly hidden?: Pick<HiddenFiles, 'look'> | undefined;
  /** Whether a file may hold keys or other secrets: no search shows what is in it unless it is asked for by name. */
  readonly isProtected?: ((path: string) => boolean) | undefined;
  readonly web?: HostWeb | undefined;
  readonly memory?: HostMemory | undefined;
  /** A search engine, where there is one. Throws `AgentError` when it cannot be asked. */
  readonly webSearch?: ((query: string, signal: AbortSignal) => Promise<WebFinding>) | undefined;
}
