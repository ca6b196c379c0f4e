/** A file that does something as soon as somebody runs it, or does what it says. */
export interface Trap {
  /** What the canary hears. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly isProgram?: boolean;
  /** How the program that it is meant for comes to run it; else the command or the address in it is taken from it. */
  readonly fire?: string;
}

/** The one file in it that means no harm, and what it says. */
export const ORDINARY = { path: 'src/ordinary.txt', text: 'An ordinary file.\n' } as const;

/** In every file that a model would be given as context or instruction. */
export const CONTEXT_WORD = 'hostile-context-2f6b';

/** A model that only settings of the folder ask for. */
export const HOSTILE_MODEL = 'gemini-hostile';
