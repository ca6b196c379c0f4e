import type { ShellRead } from '../shell-line.ts';
import type { Dialect } from '../syntax/cursor.ts';
import type { ShellWord } from '../syntax/shell-word.ts';

/** What a program starts: another program with its words, or text that a shell parses. */
export type Started =
  | { readonly kind: 'words'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'text'; readonly text: string; readonly dialect: Dialect };

/** What a program does with the words it is given. */
export interface Judgement {
  readonly isReadOnly: boolean;
  readonly hazard: string | null;
  /** What it starts. This is judged separately, so starting it does not count here. */
  readonly starts: readonly Started[];
  /** Everything that it reads, if it is read-only. */
  readonly reads: readonly ShellRead[];
}

/** Only reads, and no file that its words name. */
export const READS: Judgement = { isReadOnly: true, hazard: null, starts: [], reads: [] };

/** May change something, but nothing beyond what its name says. */
export const PLAIN: Judgement = { isReadOnly: false, hazard: null, starts: [], reads: [] };

/** Executes or writes through its words. */
export function hazardous(hazard: string): Judgement {
  return { isReadOnly: false, hazard, starts: [], reads: [] };
}

/** Only starts another program, and may read some files itself. */
export function starting(words: readonly ShellWord[], reads: readonly ShellRead[] = []): Judgement {
  return { isReadOnly: true, hazard: null, starts: [{ kind: 'words', words }], reads };
}

/**
 * Shows the contents of these files. The line must determine which files these are: a command needs approval if they
 * come from variables, commands or the output of another program.
 */
export function showing(words: readonly ShellWord[], shows: ShellRead['shows']): Judgement {
  if (shows === 'names') return { ...READS, reads: words.map(({ text }) => ({ word: text, shows })) };
  const unknown = words.find(({ isKnownFile }) => !isKnownFile);
  if (unknown !== undefined)
    return hazardous(`reads a file that the command line does not name exactly: \`${unknown.text}\``);
  const files = words.filter(({ text, isPipe = false }) => !isPipe && text !== '-');
  return { ...READS, reads: files.map(({ text }) => ({ word: text, shows })) };
}
