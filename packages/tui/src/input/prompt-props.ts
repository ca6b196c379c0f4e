import type { Ref } from 'react';
import type { SlashCommand } from '../commands/slash-command.ts';
import type { TuiAbilities } from '../host.ts';
import type { View } from '../paint/view.ts';
import type { Submission } from './submission.ts';

/** What the prompt is given. */
export interface PromptProps {
  readonly view: View;
  /** Of the window; the prompt takes a third of them at most. */
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
  readonly onSubmit: (submission: Submission) => void;
  /** Escape, where the prompt has nothing to leave. */
  readonly onEscape: () => void;
  /** Ctrl-C, where there is no text or the agent works. */
  readonly onInterrupt: () => void;
  /** Ctrl-D, where there is no text. */
  readonly onLeave: () => void;
  /** A key that is not the prompt's, such as `shift+tab` or `ctrl+o`. */
  readonly onShortcut: (chord: string) => void;
  /** Something that the person should know, such as that the clipboard holds no image. */
  readonly onNote: (text: string) => void;
  readonly controls?: Ref<PromptControls>;
}

/** What others can do to what is being written. */
export interface PromptControls {
  /** As it stands there, with labels for what was pasted. */
  readonly text: () => string;
  /** Puts a text in the place of all; undo brings back the one before. */
  readonly setText: (text: string) => void;
  /** Puts text in at the cursor. */
  readonly insert: (text: string) => void;
}
