import type { ShellRead } from '../shell-line.ts';
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
  /** All that it looks at, if it only reads. */
  readonly reads: readonly ShellRead[];
}

/** It only reads, and nothing that its words name. */
export const READS: Judgement = { isReadOnly: true, hazard: null, starts: [], reads: [] };

/** It may change something, but nothing beyond what its name says. */
export const PLAIN: Judgement = { isReadOnly: false, hazard: null, starts: [], reads: [] };

/** It executes or writes through its words. */
export function hazardous(hazard: string): Judgement {
  return { isReadOnly: false, hazard, starts: [], reads: [] };
}

/** It only starts another program, and may read some files itself. */
export function starting(words: readonly ShellWord[], reads: readonly ShellRead[] = []): Judgement {
  return { isReadOnly: true, hazard: null, starts: [{ kind: 'words', words }], reads };
}

/**
 * It shows what is in these files. Which files those are must follow from the line: a person is asked about what comes of
 * variables, of commands or of what another program prints.
 */
export function showing(words: readonly ShellWord[], shows: ShellRead['shows']): Judgement {
  if (shows === 'names') return { ...READS, reads: words.map(({ text }) => ({ word: text, shows })) };
  const unknown = words.find(({ isKnownFile }) => !isKnownFile);
  if (unknown !== undefined)
    return hazardous(`reads a file that the command line does not name exactly: \`${unknown.text}\``);
  const files = words.filter(({ text, isPipe = false }) => !isPipe && text !== '-');
  return { ...READS, reads: files.map(({ text }) => ({ word: text, shows })) };
}
