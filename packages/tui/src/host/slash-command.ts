import type { AgentSend, ApprovalMode } from '@bowline/protocol';
import type { Preferences } from './preferences.ts';
import type { SessionChoice } from './session-choice.ts';

/** What a command can make the surface do. */
export interface CommandActions {
  /** Prints text below the transcript; Markdown unless it has escapes of its own. */
  readonly print: (text: string) => void;
  readonly send: (send: AgentSend) => Promise<void>;
  /** Puts text into the editor, to be looked at before it is sent. */
  readonly type: (text: string) => void;
  /** Opens what is typed so far in the person's own editor. */
  readonly edit: () => Promise<void>;
  readonly mode: () => ApprovalMode;
  readonly setMode: (mode: ApprovalMode) => Promise<void>;
  /** Leaves this session and opens another. */
  readonly go: (choice: SessionChoice) => Promise<void>;
  readonly show: (panel: 'help' | 'palette' | 'sessions' | 'rewind' | 'approvals' | 'theme' | 'stats') => void;
  readonly preferences: () => Preferences;
  readonly prefer: (changed: Partial<Preferences>) => Promise<void>;
  readonly clear: () => void;
  readonly quit: () => void;
  /** The last answer of the agent, as text. */
  readonly lastAnswer: () => string | null;
  readonly copy: (text: string) => Promise<void>;
  readonly sessionId: () => string | null;
  readonly signal: AbortSignal;
}

/** Something that can be typed after `/`. Those of the surface, of the program, of people and of servers are all of this kind. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** What may follow, as it is shown while typing: `[focus]`. */
  readonly parameters?: string;
  /** Where it comes from, when it is not built in. */
  readonly source?: string;
  /** What the last word may become. */
  readonly complete?: (words: readonly string[]) => Promise<readonly string[]>;
  /** Not while the agent works. */
  readonly needsRest?: boolean;
  readonly run: (words: readonly string[], actions: CommandActions) => Promise<void>;
}
