import type { InputAnswer, InputRequest } from '@bowline/protocol';
import type { Ref } from 'react';
import type { SlashCommand } from '../host/slash-command.ts';
import type { TuiAbilities } from '../host/tui-host.ts';
import type { Submission } from '../prompt/submission.ts';
import type { View } from '../paint/layout/view.ts';
import type { ScrollRange } from '../questions/question-state.ts';

/** The props of the dock: the draft, the questions, and the handlers of their keys. */
export interface DockProps {
  readonly view: View;
  /** Rows of the window. The draft takes at most a third of them. */
  readonly rows: number;
  /** Whether the dock has the keyboard. Without it, the typed text is kept and shown. */
  readonly isActive: boolean;
  readonly isVim: boolean;
  readonly commands: readonly SlashCommand[];
  /** `edit` must return the terminal after using it. */
  readonly abilities: Pick<TuiAbilities, 'completePath' | 'edit' | 'readImage'>;
  /** Messages sent in earlier sessions, oldest first. The prompt adds its own. */
  readonly history: readonly string[];
  /** Shown while there is no text. */
  readonly placeholder: string;
  /** All pending questions in the order in which they are shown. */
  readonly requests: readonly InputRequest[];
  /** The session starts by asking for a key: a pasted key goes to that question, typing goes to the draft. */
  readonly isSetup?: boolean;
  /** How far the last painted question can be scrolled. */
  readonly range: () => ScrollRange;
  readonly onSubmit: (submission: Submission) => void;
  /** Escape, when neither the draft nor a question uses it. */
  readonly onEscape: () => void;
  /** Ctrl-C, when there is no text. */
  readonly onInterrupt: () => void;
  /** Ctrl-D, when there is no text. */
  readonly onLeave: () => void;
  /** A key that the draft does not use, such as `shift+tab` or `ctrl+o`. */
  readonly onShortcut: (chord: string) => void;
  /** A note for the user, for example that the clipboard has no image. */
  readonly onNote: (text: string) => void;
  /** A note that stays. */
  readonly onNotice?: (text: string) => void;
  /** If it rejects, the question stays open and shows the reason. */
  readonly onAnswer: (inputId: string, answer: InputAnswer) => void | Promise<void>;
  /** Runs the call of a question in a copy of the workspace. */
  readonly onPreview?: (inputId: string) => void | Promise<void>;
  readonly controls?: Ref<PromptControls>;
  /** Returns milliseconds. For tests. */
  readonly clock?: () => number;
}

/** Lets other components change the draft. */
export interface PromptControls {
  /** The text as shown, with labels for pasted text. */
  readonly text: () => string;
  /** The texts behind its labels. */
  readonly pasted: () => readonly string[];
  /** Replaces the whole text. Undo restores the previous text. */
  readonly setText: (text: string) => void;
  /** Starts a new text. The previous one is in the history. */
  readonly restart: (text: string) => void;
  /** Inserts text at the cursor. */
  readonly insert: (text: string) => void;
  /** Moves the focus to the pending question. */
  readonly answer: () => void;
}
