import type { AgentProtocol, ContentPart } from '@bowline/protocol';
import type { SlashCommand } from './slash-command.ts';
import type { Preferences } from './preferences.ts';
import type { SessionAsk, SessionChoice } from './session-choice.ts';

export type { Preferences, SessionAsk, SessionChoice };

/** The screen and the keyboard, and what is known of them. */
export interface TerminalFacts {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Bits of colour: none, 16, 256 or all. */
  readonly colours: 0 | 4 | 8 | 24;
  /** What the terminal says of its colours of text and ground (COLORFGBG), to know a light one from a dark one. */
  readonly colourFgBg?: string | undefined;
  readonly isScreenReader: boolean;
}

/** Where the person is, as the frame shows it. */
export interface Place {
  /** As a person writes it: with `~`. */
  readonly folder: string;
  /** The home folder, as the system writes it. */
  readonly home: string;
  readonly version: string;
}

/** A session on the screen. */
export interface OpenedTui {
  readonly agent: AgentProtocol;
  /** A process that died left a turn open; `resume` goes on with it. */
  readonly isUnfinished: boolean;
  /** Another process runs it: it is watched from here, and what is said here is said there. */
  readonly isAttached: boolean;
  readonly warnings: readonly string[];
  /** It begins with a question that has the focus: what is pasted then is its answer, never part of a message. */
  readonly isSetup?: boolean;
  readonly close: () => Promise<void>;
}

/** A session as a browser lists it. */
export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly folder: string;
  readonly updatedAt: string;
  readonly messages: number;
  /** Questions that wait for a person. */
  readonly pending: number;
  readonly isOpen: boolean;
}

/** A message as it is sent: with the files and images that it names. */
export interface ExpandedMessage {
  readonly content: readonly ContentPart[];
  readonly display?: readonly ContentPart[];
  readonly notes: readonly string[];
}

/** What a person's own command printed, with its colours, and how it ended. */
export interface ShellOutcome {
  readonly output: string;
  readonly exitCode: number | null;
}

/** What the surface can ask of the program around it. Each may take its time, and none of them blocks the screen. */
export interface TuiAbilities {
  /** Loads the engine and opens; rejects with an `AgentError` that is shown with its hint. */
  readonly open: (choice: SessionChoice) => Promise<OpenedTui>;
  readonly branch: () => Promise<string | null>;
  /** Files and folders that a typed beginning may mean, best first. */
  readonly completePath: (typed: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** What was typed, with the files that `@` names. */
  readonly expand: (text: string, signal: AbortSignal) => Promise<ExpandedMessage>;
  /** Runs what the person typed after `!`, as the person. */
  readonly runShell: (
    command: string,
    watch: { readonly onOutput: (text: string) => void; readonly signal: AbortSignal },
  ) => Promise<ShellOutcome>;
  /** The text after the person edited it elsewhere; null when nothing was changed or there is no editor. */
  readonly edit: (text: string, extension: string) => Promise<string | null>;
  /** An image from the clipboard or a dropped path; null when there is none. */
  readonly readImage: (path: string | null) => Promise<ContentPart | null>;
  readonly copy: (text: string) => Promise<void>;
  /** Tells a person who looks elsewhere. */
  readonly notify: (title: string, text: string) => void;
  readonly sessions: () => Promise<readonly ListedSession[]>;
  /** What a session said last, as text, to look at before it is opened. */
  readonly preview: (sessionId: string) => Promise<string>;
  readonly history: () => Promise<readonly string[]>;
  readonly remember: (typed: string) => Promise<void>;
  readonly savePreference: (changed: Partial<Preferences>) => Promise<void>;
}

/** All that the surface is handed. It touches nothing else of the machine. */
export interface TuiHost {
  readonly terminal: TerminalFacts;
  /** The person at this terminal, as the machine knows them: recorded with what they answer. */
  readonly user: string;
  readonly place: Place;
  readonly preferences: Preferences;
  readonly abilities: TuiAbilities;
  /** Commands of the program around the surface, of the person, of servers. */
  readonly commands: readonly SlashCommand[];
  readonly start: { readonly choice: SessionChoice; readonly prompt?: string | undefined };
}
