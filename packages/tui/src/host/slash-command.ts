import type { AgentSend, ApprovalMode, FilesPreview, JsonObject } from '@bowline/protocol';
import type { Picker } from './picker.ts';
import type { Preferences } from './preferences.ts';
import type { SessionChoice } from './session-choice.ts';

/** What a command can make the TUI do. */
export interface CommandActions {
  /** Prints text below the transcript: Markdown, unless it contains escape sequences. */
  readonly print: (text: string) => void;
  readonly send: (send: AgentSend) => Promise<void>;
  /** Puts text into the prompt without sending it. */
  readonly type: (text: string) => void;
  /** Opens the draft in the user's editor. */
  readonly edit: () => Promise<void>;
  readonly mode: () => ApprovalMode;
  /** The model of the last request, or the one that the next will use. */
  readonly model: () => string | null;
  readonly setMode: (mode: ApprovalMode) => Promise<void>;
  /** Leaves this session and opens another one. */
  readonly go: (choice: SessionChoice) => Promise<void>;
  readonly show: (
    panel: 'help' | 'palette' | 'sessions' | 'rewind' | 'approvals' | 'theme' | 'stats' | 'tasks' | 'context',
  ) => void;
  /** Shows a list to pick from. */
  readonly pick: (picker: Picker) => void;
  readonly preferences: () => Preferences;
  readonly prefer: (changed: Partial<Preferences>) => Promise<void>;
  readonly clear: () => void;
  readonly quit: () => void;
  /** The agent's last answer as text. */
  readonly lastAnswer: () => string | null;
  readonly copy: (text: string) => Promise<void>;
  readonly sessionId: () => string | null;
  /** What restoring files to before the last message would do, and the data of that action. Null without a message. */
  readonly previewUndo: () => Promise<{ readonly preview: FilesPreview; readonly data: JsonObject } | null>;
  readonly signal: AbortSignal;
}

/** A slash command: of the TUI, the program, the user or a server. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The parameters, as shown while typing: `[focus]`. */
  readonly parameters?: string;
  /** Where it comes from, if it is not built in. */
  readonly source?: string;
  /** Completions for the last word. */
  readonly complete?: (words: readonly string[]) => Promise<readonly string[]>;
  /** Not available while the agent is working. */
  readonly needsRest?: boolean;
  readonly run: (words: readonly string[], actions: CommandActions) => Promise<void>;
}
