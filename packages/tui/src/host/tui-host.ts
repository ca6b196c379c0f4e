import type { AgentProtocol, ContentPart, FilesPreview, JsonObject } from '@bowline/protocol';
import type { StartRow } from '../paint/status/paint-start.ts';
import type { CustomThemes } from '../paint/theme/gemini-themes.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { Connecting } from './connecting.ts';
import type { FixedContext } from './fixed-context.ts';
import type { WatchedByTui } from './watched-owner.ts';
import type { SlashCommand } from './slash-command.ts';
import type { Preferences } from './preferences.ts';
import type { SessionAsk, SessionChoice } from './session-choice.ts';

export type { Preferences, SessionAsk, SessionChoice };

/** The terminal and its properties. */
export interface TerminalFacts {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Bits of color: none, 16 colors, 256 colors or true color. */
  readonly colours: 0 | 4 | 8 | 24;
  /** The terminal's text and background colors (COLORFGBG), to tell a light background from a dark one. */
  readonly colourFgBg?: string | undefined;
  /** Whether the background is dark, if the terminal said so. */
  readonly isDarkGround?: boolean | undefined;
  /** The themes of Gemini CLI that the settings define. */
  readonly custom?: CustomThemes | undefined;
  /** Draws with ASCII signs only. */
  readonly isAscii?: boolean;
  readonly isScreenReader: boolean;
}

/** The location that the frame shows. */
export interface Place {
  /** With `~` for the home folder. */
  readonly folder: string;
  /** The absolute path of the home folder. */
  readonly home: string;
  readonly version: string;
}

/** An open session. */
export interface OpenedTui {
  readonly agent: AgentProtocol;
  /** A turn was left open by a process that died. `resume` continues it. */
  readonly isUnfinished: boolean;
  /** Another process runs the session. Messages from here are sent to it. */
  readonly isAttached: boolean;
  /** The process that runs it, if another one does. */
  readonly watched?: WatchedByTui;
  readonly warnings: readonly string[];
  /** The commands that run in its background, if they can be reached from here. */
  readonly tasks?: BackgroundTasks;
  /** The values of the session, each with the command that changes it. */
  readonly start?: readonly StartRow[];
  /** The model that is meant, if the session names it by another word, such as `pro`. */
  readonly model?: string;
  /** What opening did, one row each. The user need not act on it. */
  readonly notes?: readonly string[];
  /** No model can be used yet. Messages wait until one is connected. */
  readonly connecting?: Connecting | undefined;
  /** The user goes on without a model. Messages that waited for one return to the draft. */
  readonly isUnconnected?: boolean;
  /** The session begins with a question. A paste answers it and never becomes part of a message. */
  readonly isSetup?: boolean;
  /** The session that such a question hides, once it is open. */
  readonly behind?: () => OpenedTui | undefined;
  readonly close: () => Promise<void>;
}

/** A session in the list of the session browser. */
export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly folder: string;
  readonly updatedAt: string;
  readonly messages: number;
  /** The number of pending questions. */
  readonly pending: number;
  readonly isOpen: boolean;
  /** It is a session of this folder. */
  readonly isHere: boolean;
  /** The model of its last request. */
  readonly model: string | null;
  /** In US dollars. Null if it is unknown. */
  readonly cost: number | null;
}

/** The end of a session. */
export interface SessionPreview {
  /** The last messages, separated by blank rows. Those of the user begin with `> `. */
  readonly text: string;
  /** The call that needs approval, or the question. */
  readonly waitsFor: string | null;
}

/** A message as sent, with the files and images that it names. */
export interface ExpandedMessage {
  readonly content: readonly ContentPart[];
  readonly display?: readonly ContentPart[];
  readonly notes: readonly string[];
}

/** The output of a shell command of the user, with its colors, and how it ended. */
export interface ShellOutcome {
  readonly output: string;
  readonly exitCode: number | null;
}

/** Files and folders that match typed text. */
export interface PathCompletions {
  /** Best first. Folders end with a slash. */
  readonly values: readonly string[];
  /** What the first of them are, such as the number of lines, by path. */
  readonly notes: Readonly<Record<string, string>>;
  /** How many files there are. */
  readonly all: number;
}

/** What the TUI can request from the program. All may take time; none blocks the screen. */
export interface TuiAbilities {
  /** Loads the engine and opens a session. Rejects with an `AgentError`, which is shown with its hint. */
  readonly open: (choice: SessionChoice) => Promise<OpenedTui>;
  readonly branch: () => Promise<string | null>;
  readonly completePath: (typed: string, signal: AbortSignal) => Promise<PathCompletions>;
  /** Expands typed text with the files that `@` names. */
  readonly expand: (text: string, signal: AbortSignal) => Promise<ExpandedMessage>;
  /** Runs a command that the user typed after `!`, as the user. */
  readonly runShell: (
    command: string,
    watch: { readonly onOutput: (text: string) => void; readonly signal: AbortSignal },
  ) => Promise<ShellOutcome>;
  /** Opens text in the user's editor. Null if it was not changed or there is no editor. */
  readonly edit: (text: string, extension: string) => Promise<string | null>;
  /** Stops the process, as Ctrl-Z does in a shell. Resolves when it is continued. */
  readonly suspend: () => Promise<void>;
  /** Shows text in the user's pager. */
  readonly page: (text: string) => Promise<void>;
  /** What every request of a session here begins with. */
  readonly fixedContext: (model: string | null) => Promise<FixedContext>;
  /** Reads an image from the clipboard or a dropped path. Null if there is none. */
  readonly readImage: (path: string | null) => Promise<ContentPart | null>;
  readonly copy: (text: string) => Promise<void>;
  /** Notifies a user who is in another window. */
  readonly notify: (title: string, text: string) => void;
  readonly sessions: () => Promise<readonly ListedSession[]>;
  readonly preview: (sessionId: string) => Promise<SessionPreview>;
  /** What an action of a session would do with files. Rejects as the action would. */
  readonly previewFiles: (
    sessionId: string,
    action: { readonly name: 'rewind' | 'restore'; readonly data: JsonObject },
  ) => Promise<FilesPreview>;
  /** Renames a session that is not open here. An empty title restores the one made from its first message. */
  readonly rename: (sessionId: string, title: string) => Promise<void>;
  /** Deletes a session. Rejects if a process has it open. */
  readonly remove: (sessionId: string) => Promise<void>;
  readonly history: () => Promise<readonly string[]>;
  readonly remember: (typed: string) => Promise<void>;
  readonly savePreference: (changed: Partial<Preferences>) => Promise<void>;
}

/** All dependencies of the TUI. It accesses nothing else on the machine. */
export interface TuiHost {
  readonly terminal: TerminalFacts;
  /** The user at this terminal, recorded with their answers. */
  readonly user: string;
  readonly place: Place;
  readonly preferences: Preferences;
  readonly abilities: TuiAbilities;
  /** Commands of the program, the user and servers. */
  readonly commands: readonly SlashCommand[];
  readonly start: { readonly choice: SessionChoice; readonly prompt?: string | undefined };
  /** Returns milliseconds, to tell keys that come too soon. For tests. */
  readonly clock?: () => number;
}
