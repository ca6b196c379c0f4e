import type { PromptControls } from '../dock/dock-props.ts';

/** What Ink and the prompt do for the controllers. The app fills it in once it is mounted. */
export interface TerminalPort {
  prompt: PromptControls | null;
  /** Lets another program use the keyboard. */
  suspend: (use: () => Promise<void>) => Promise<unknown>;
  leave: (code: number) => void;
}

/** A port that does nothing until the app is mounted. */
export function createTerminalPort(): TerminalPort {
  return {
    prompt: null,
    suspend: async (use) => {
      await use();
    },
    leave: () => undefined,
  };
}
