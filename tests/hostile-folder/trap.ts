/** A file with an effect on any program that runs it or follows it. */
export interface Trap {
  /** The name that the canary records. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly isProgram?: boolean;
  /** How the intended program comes to run it. By default, the command or the address in the text is used directly. */
  readonly fire?: string;
}

/** The only harmless file in the folder, and its content. */
export const ORDINARY = { path: 'src/ordinary.txt', text: 'An ordinary file.\n' } as const;

/** A word in every file that a model would get as context or instruction. */
export const CONTEXT_WORD = 'hostile-context-2f6b';

/** A model that only the folder's settings select. */
export const HOSTILE_MODEL = 'gemini-hostile';
