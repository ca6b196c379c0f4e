import type { CredentialUse, FileChange, FilePreview, FileState, RefusedPath, SandboxProfile } from '@bowline/protocol';
import type { LeftInCopy } from './aside/pending-files.ts';
import type { PendingChange } from './snapshots/file-state.ts';
import type { AppliedEffects } from './snapshots/apply-effects.ts';
import type { WorkspaceFence } from './fence/workspace-fence.ts';
import type { EffectsSummary } from './snapshots/summarize-effects.ts';
import type { Confinement } from './sandbox/confinement.ts';
import type { NetworkRecord } from './sandbox/linux/command-network.ts';
import type { Checkpoint, CheckpointOptions } from './snapshots/checkpoint.ts';
import type { HiddenNow } from './ignore/hidden-files.ts';
import type { NotSaved, Saved } from './saves/file-saves.ts';

export type { CommandRunner, FenceVerdict, WorkspaceFence } from './fence/workspace-fence.ts';

/** What is at a path. */
export interface FileInfo {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** File access for tools. Paths are absolute. A missing file is undefined, never an exception. */
export interface WorkspaceFiles {
  info(path: string): Promise<FileInfo | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Replaces or creates the file atomically, with its directories. A crash leaves the old or the new version. */
  write(path: string, data: Uint8Array, options?: { readonly mode?: number }): Promise<void>;
  /** Names and kinds of the entries of a directory. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileInfo['kind'] }[] | undefined>;
  /** Resolves links. For a missing file, returns where it would be. */
  realPath(path: string): Promise<string>;
}

/** The state of each file when this session last read or wrote it. Kept in memory: unknown files block nothing. */
export interface SeenFiles {
  note(path: string, data: Uint8Array): void;
  /** Compares a file with its last known state. */
  compare(path: string, data: Uint8Array): 'unseen' | 'same' | 'changed';
}

/** Why a command was ended from outside. */
export type StopCause = 'killed' | 'timeout' | 'silence' | 'lease' | 'run_ended';

/** How a command ended, if it did. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended from outside, and the limit it reached. Null: it ended by itself. */
  readonly stop: { readonly cause: StopCause; readonly limitMs: number | null } | null;
  /** How long it ran. Null: its end was not recorded. */
  readonly durationMs: number | null;
  /** Processes that it left running and that were ended after it. */
  readonly leftovers: number;
  /** Why it could not be sandboxed and was not run. */
  readonly unconfined?: string | undefined;
  /** Sandbox limits that stopped the command or part of it. */
  readonly limits?: readonly HitLimit[] | undefined;
  /** What the sandbox proxy refused. Absent: it had no network there. */
  readonly network?: NetworkRecord | undefined;
  /** The beginning of its output, and the end if there was more in between. */
  readonly head: string;
  readonly tail: string;
  readonly omittedBytes: number;
  /** The file with all output that was kept. */
  readonly outputPath: string;
}

/** A sandbox limit that a command reached. */
export interface HitLimit {
  readonly limit: 'memory' | 'processes' | 'fileSize' | 'temporarySpace';
  /** In bytes or processes. */
  readonly amount: number;
  /** The limit applies to all sandboxed commands of the session together. */
  readonly isShared: boolean;
}

/** A command to start. */
export interface CommandStart {
  readonly key: string;
  readonly command: string;
  /** The program and its arguments, to start without a shell. Otherwise a shell reads `command`. */
  readonly words?: readonly string[] | undefined;
  /** How it is sandboxed. Null: not at all. */
  readonly confinement?: Confinement | null | undefined;
  /** Git runs no other program in it. */
  readonly isCareful?: boolean | undefined;
  readonly cwd: string;
  /** Attaches a terminal if one is available. Otherwise pipes with an empty stdin. */
  readonly pty?: boolean | undefined;
  /** Ends it after this time. Replaces the silence limit. */
  readonly timeoutMs?: number | undefined;
  /** No silence limit. */
  readonly isBackground?: boolean | undefined;
}

/** A command under the supervisor. It continues if this process dies and can be found by its key. */
export interface WorkspaceCommand {
  readonly pid: number | null;
  /** Whether it accepts input. */
  readonly hasTerminal: boolean;
  /** Receives output from now on. */
  readonly onOutput: (listener: (text: string) => void) => void;
  /** Called when it waits for input. */
  readonly onWaiting: (listener: () => void) => void;
  readonly ended: Promise<CommandEnd>;
  /** Types into its terminal, once. False if it has none or has ended. */
  readonly write: (text: string) => Promise<boolean>;
  /** Ends the whole process group, gracefully first. */
  readonly kill: () => Promise<void>;
  /**
   * Moves it to the background: it is listed there, silence does not end it, and only its end is reported here. False
   * if it had ended before.
   */
  readonly leave: () => Promise<boolean>;
}

/** A background command, of this or an earlier process of the session. */
export interface BackgroundCommand extends Pick<CommandStart, 'key' | 'command' | 'cwd'> {
  readonly pid: number | null;
  /** `lost`: not running, and its end was not recorded. */
  readonly status: 'running' | 'waiting' | 'ended' | 'lost';
  readonly startedAt: string;
  readonly hasTerminal: boolean;
  /** Where the user's programs reach its servers, if it is sandboxed. */
  readonly ports?: NetworkRecord['ports'] | undefined;
  /** Null while it runs. */
  readonly end: Pick<CommandEnd, 'exitCode' | 'signal' | 'stop' | 'durationMs' | 'leftovers'> | null;
}

/** Shell commands for tools. */
export interface WorkspaceCommands {
  /** Starts what runs commands, ahead of a command that is allowed or may be. Once is enough. */
  readonly prepare?: () => void;
  /** Starts a command, or joins it if this key was started before. A key runs at most once. */
  start(spec: CommandStart): Promise<WorkspaceCommand>;
  /** A command that any process started under this key. Undefined: nothing is left of it. */
  find(key: string): Promise<WorkspaceCommand | undefined>;
  /** The background commands of the session, oldest first, whichever process started them. */
  background(): Promise<readonly BackgroundCommand[]>;
  /** The last part of a command's output, during and after its run. */
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
  /** Files that match and are not shown. */
  readonly withheld: readonly string[];
  /** The search was given up because the expression takes too long. */
  readonly isTooSlow: boolean;
}

/** Search for tools. */
export interface WorkspaceSearch {
  /** Absolute paths of files below a directory, newest first. Respects ignore files unless `respectIgnore` is false. */
  files(query: {
    readonly folder: string;
    readonly pattern: string;
    readonly caseSensitive: boolean;
    readonly respectIgnore: boolean;
    readonly signal: AbortSignal;
  }): Promise<readonly string[]>;
  text(query: {
    readonly folder: string;
    /** Only this file, even if it is ignored. */
    readonly only?: string | undefined;
    readonly pattern: string;
    readonly isFixed: boolean;
    readonly caseSensitive: boolean;
    readonly include?: string | undefined;
    /** Lines that also match this expression are left out. */
    readonly exclude?: string | undefined;
    /** Files whose lines are not shown. Only the fact that they match is reported. */
    readonly isWithheld?: ((path: string) => boolean) | undefined;
    readonly before: number;
    readonly after: number;
    readonly respectIgnore: boolean;
    readonly maxPerFile?: number | undefined;
    readonly maxTotal: number;
    readonly signal: AbortSignal;
  }): Promise<TextFound>;
}

/** A web page as text, converted from HTML to Markdown. */
export interface WebPage {
  readonly url: string;
  /** The final URL, after redirects. */
  readonly finalUrl: string;
  /** The content type without parameters. Empty: unknown. */
  readonly type: string;
  readonly title: string | undefined;
  readonly text: string;
  /** The page was longer than the limit. */
  readonly isCut: boolean;
}

/** A page, or why there is none, for the model. */
export type WebAnswer =
  | { readonly ok: true; readonly page: WebPage }
  | { readonly ok: false; readonly errorType: string; readonly text: string };

/** The public web. Never reaches a private network, whatever a URL, DNS or a redirect says. */
export interface WorkspaceWeb {
  fetch(query: { readonly url: string; readonly signal: AbortSignal }): Promise<WebAnswer>;
}

/** The result of a web search: a text and its sources. */
export interface WebFinding {
  readonly text: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

/** Memory across sessions. */
export interface WorkspaceMemory {
  /** The file that holds the facts. */
  readonly path: string;
  /** Saves a fact. False if it was there already. */
  save(fact: string): Promise<boolean>;
}

/** What was at a path before a call wrote to it. */
export interface HeldFile {
  readonly path: string;
  readonly before: FileState | null;
}

/** A restoration: what changed, and the paths that stayed because something else has changed them. */
export interface RestoredFiles {
  readonly changes: readonly FileChange[];
  readonly kept: readonly string[];
  /** Those of them that something else was in the way of. */
  readonly refused?: readonly RefusedPath[];
}

/** The contents of files before and after each change, so that changes can be undone. Paths are relative to the root. */
export interface FileHistory {
  /** Looks at all files of the workspace and stores them, so that what changes them later can be undone. */
  checkpoint(options?: CheckpointOptions): Promise<Checkpoint>;
  /** Stores what is at these absolute paths. Those outside the workspace are left out. */
  hold(paths: readonly string[]): Promise<readonly HeldFile[]>;
  /** What has changed since. */
  settle(held: readonly HeldFile[]): Promise<readonly FileChange[]>;
  /**
   * Undoes these steps, the last one first. A key is undone once: after a crash, the same call completes it. Conflicts
   * are left alone unless their paths are in `overwrite`.
   */
  undo(steps: readonly (readonly FileChange[])[], key: string, overwrite?: readonly string[]): Promise<RestoredFiles>;
  /** What `undo` would do with these steps now. Changes no file. */
  preview(steps: readonly (readonly FileChange[])[], overwrite?: readonly string[]): Promise<readonly FilePreview[]>;
  /** What these steps have changed, whatever is there now. */
  compare(steps: readonly (readonly FileChange[])[]): Promise<readonly FilePreview[]>;
}

/** A command to run in a copy. */
export interface PreviewStart extends Pick<CommandStart, 'command' | 'words' | 'cwd' | 'timeoutMs'> {
  /** Changes that the copy begins with. Their contents are stored. */
  readonly over?: readonly PendingChange[] | undefined;
  /** Shows what it begins with: what does not fit the workspace any more is named, instead of refused. */
  readonly isToShow?: boolean;
}

/** A command that was run in a copy of the workspace. Plain data; the copy is gone. */
export interface PreviewedCommand extends EffectsSummary {
  readonly end: CommandEnd;
  /** What it changed, together with what the copy began with. The contents are stored. */
  readonly changes: readonly FileChange[];
  /** Paths that the copy began with and that are now as in the workspace. */
  readonly reverted: LeftInCopy['reverted'];
  /** What it did to the repository, in Git's words. */
  readonly git: readonly string[];
  /** What a run outside the copy might do differently. */
  readonly limits: readonly string[];
  /** Why the changes cannot be applied. */
  readonly obstacle?: string;
  /** Files that something else has changed while it ran. */
  readonly conflicts: readonly string[];
}

/** Runs commands in a copy of the workspace, and applies what they changed. */
export interface CommandPreviews {
  /** Runs a command to its end, in the sandbox and without network. Nothing in the workspace changes. */
  readonly run: (
    start: PreviewStart,
    signal: AbortSignal,
  ) => Promise<
    { readonly ok: true; readonly preview: PreviewedCommand } | { readonly ok: false; readonly problem: string }
  >;
  /** Why no command can run in a copy here. Undefined: it can. */
  readonly problem: () => Promise<string | undefined>;
  /** Paths that are no longer as the run saw them. */
  readonly check: (changes: readonly FileChange[]) => Promise<readonly string[]>;
  /** Applies changes of a run, all or nothing. A key is applied once: after a crash, the same call completes it. */
  readonly apply: (
    changes: readonly FileChange[],
    how: { readonly key: string; readonly isOverwriting?: boolean },
  ) => Promise<AppliedEffects>;
}

/** Works on a workspace as it would be with changes that are not in the folder yet. */
export interface WorkspaceAside {
  /** Why that is not possible here. Undefined: it is. */
  problem(): Promise<string | undefined>;
  /** Opens it with these changes. Nothing that is done in it changes the folder. */
  open(pending: readonly PendingChange[]): AsideView;
  /** What these changes would do to the folder, for a person who decides about them. */
  describe(
    pending: readonly PendingChange[],
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly preview: PreviewedCommand } | { readonly ok: false; readonly problem: string }
  >;
}

/** A workspace with pending changes, until a call has ended. */
export interface AsideView {
  /** Its files, search and previews include the pending changes. Writes and previewed commands add to them. */
  readonly workspace: Workspace;
  /** What was added, one change per path. */
  readonly added: () => readonly FileChange[];
}

/** Texts that the session keeps, by name. A name is the same on every machine. */
export interface WorkspaceArtifacts {
  /** A file on this machine with that text. Undefined if the text is not kept. */
  find(name: string): Promise<string | undefined>;
  /** The name of the text in a file that `find` returned. Undefined for other files. */
  nameOf(path: string): string | undefined;
}

/** Saves the files where other machines can continue with them. */
export interface WorkspaceSaves {
  /** Identifies this copy of the files. Another machine has another one. */
  readonly copy: string;
  /** Whether the files were restored from a save when the session was opened: calls from before have changed others. */
  readonly isRestored: boolean;
  /** Resolves when the files are in the store, as they are now or later. */
  save(): Promise<Saved | NotSaved>;
}

/** The environment of tools. A surface provides the real one, tests a fake one. */
export interface Workspace {
  /** Absolute. Relative paths are resolved against it. */
  readonly root: string;
  /** Additional directories of the session. */
  readonly directories: readonly string[];
  readonly files: WorkspaceFiles;
  /** Without it, changes to files since they were read go unnoticed. */
  readonly seen?: SeenFiles;
  /** Without it, changes to files cannot be undone. */
  readonly history?: FileHistory | undefined;
  /** Without it, the session keeps no texts. */
  readonly artifacts?: WorkspaceArtifacts | undefined;
  readonly commands: WorkspaceCommands;
  /** Without it, commands cannot be previewed. */
  readonly previews?: CommandPreviews | undefined;
  /** Without it, nothing can run aside. */
  readonly aside?: WorkspaceAside | undefined;
  /** Without it, the files are only on this machine. */
  readonly saves?: WorkspaceSaves | undefined;
  /** Without it, commands of earlier owners are not ended. */
  readonly fence?: WorkspaceFence | undefined;
  readonly search: WorkspaceSearch;
  /** How to sandbox a command with a profile. Null: not at all. Absent: no sandbox is available. */
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
  /** Real paths of directories that a command in `work` can change. */
  readonly writableFolders?: (() => Promise<readonly string[]>) | undefined;
  /** Refuses a command that was approved for running without a sandbox. */
  readonly mustConfine?: boolean | undefined;
  /** Files that no tool may read, because an ignore file lists them. `paths` are those that will be asked about. */
  readonly hidden?: { readonly look: (paths: readonly string[]) => HiddenNow | Promise<HiddenNow> } | undefined;
  /** Its paths are those of another machine, and name nothing here. */
  readonly isElsewhere?: boolean | undefined;
  /** Whether a file may hold secrets. A search shows its content only if the file is named. */
  readonly isProtected?: ((path: string) => boolean) | undefined;
  readonly web?: WorkspaceWeb | undefined;
  readonly memory?: WorkspaceMemory | undefined;
  /** A search engine, if available. Throws `AgentError` if it fails. */
  readonly webSearch?: ((query: string, signal: AbortSignal) => Promise<WebFinding>) | undefined;
}
