import type { Dialect } from '../syntax/cursor.ts';
import type { ShellWord } from '../syntax/shell-word.ts';

/** What a program starts: another program with its words, or text that a shell reads. */
export type Started =
  | { readonly kind: 'words'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'text'; readonly text: string; readonly dialect: Dialect };

/** What a program does with the words it is given. */
export interface Judgement {
  readonly isReadOnly: boolean;
  readonly hazard: string | null;
  /** What it starts; decided for itself, so that starting it counts as nothing here. */
  readonly starts: readonly Started[];
}

/** It only reads. */
export const READS: Judgement = { isReadOnly: true, hazard: null, starts: [] };

/** It may change something, but nothing beyond what its name says. */
export const PLAIN: Judgement = { isReadOnly: false, hazard: null, starts: [] };

/** It executes or writes through its words. */
export function hazardous(hazard: string): Judgement {
  return { isReadOnly: false, hazard, starts: [] };
}

/** It only starts another program. */
export function starting(words: readonly ShellWord[]): Judgement {
  return { isReadOnly: true, hazard: null, starts: [{ kind: 'words', words }] };
}
