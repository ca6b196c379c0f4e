import type { InputAnswer, InputRequest } from '@bowline/protocol';
import type { Ref } from 'react';
import type { SlashCommand } from '../host/slash-command.ts';
import type { TuiAbilities } from '../host/tui-host.ts';
import type { Submission } from '../prompt/submission.ts';
import type { View } from '../paint/layout/view.ts';
import type { ScrollRange } from '../questions/question-state.ts';

/** What the dock is given: the draft, the questions, and what their keys do. */
export interface DockProps {
  readonly view: View;
  /** Of the window; the draft takes a third of them at most. */
  readonly rows: number;
  /** It has the keyboard. Without it all that was typed is kept, and shown. */
  readonly isActive: boolean;
  /** The agent works: Ctrl-C interrupts it before it takes text away. */
  readonly isBusy: boolean;
  readonly isVim: boolean;
  readonly commands: readonly SlashCommand[];
  /** `edit` is trusted to take the terminal and to give it back. */
  readonly abilities: Pick<TuiAbilities, 'completePath' | 'edit' | 'readImage'>;
  /** What earlier sessions sent, oldest first; the prompt itself adds what is sent from it. */
  readonly history: readonly string[];
  /** Shown while there is no text. */
  readonly placeholder: string;
  /** All questions that wait, in the order in which they are shown. One that is answered is no longer among them. */
  readonly requests: readonly InputRequest[];
  /** The session starts with a question for a key: a pasted key goes to it, typing goes to the draft. */
  readonly isSetup?: boolean;
  /** How far the question can be scrolled that was painted last. */
  readonly range: () => ScrollRange;
  readonly onSubmit: (submission: Submission) => void;
  /** Escape, where neither the draft nor a question has something to leave. */
  readonly onEscape: () => void;
  /** Ctrl-C, where there is no text or the agent works. */
  readonly onInterrupt: () => void;
  /** Ctrl-D, where there is no text. */
  readonly onLeave: () => void;
  /** A key that is not the draft's, such as `shift+tab` or `ctrl+o`. */
  readonly onShortcut: (chord: string) => void;
  /** Something that the person should know, such as that the clipboard holds no image. */
  readonly onNote: (text: string) => void;
  /** When it rejects, the question stays and says why. */
  readonly onAnswer: (inputId: string, answer: InputAnswer) => void | Promise<void>;
  readonly controls?: Ref<PromptControls>;
  /** Milliseconds, for tests. */
  readonly clock?: () => number;
}

/** What others can do to what is being written. */
export interface PromptControls {
  /** As it stands there, with labels for what was pasted. */
  readonly text: () => string;
  /** Puts a text in the place of all; undo brings back the one before. */
  readonly setText: (text: string) => void;
  /** Puts text in at the cursor. */
  readonly insert: (text: string) => void;
  /** Gives the keyboard to the question that waits. */
  readonly answer: () => void;
}
