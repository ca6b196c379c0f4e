import type { Program, Usage } from './program.ts';

/** Entries of a program table: the same program for each of the names, which are separated by spaces. */
export function named(names: string, program: Program): readonly (readonly [string, Program])[] {
  return names.split(' ').map((name) => [name, program]);
}

/** Only reads, whatever its options are. Its words are not files. */
export const reads: Program = { kind: 'reads', operands: 'text' };

/** Shows the contents of the files that its words name, whatever its options are. */
export const readsContents: Program = { kind: 'reads', operands: 'contents' };

/** Shows names, sizes and counts of files, whatever its options are. */
export const readsNames: Program = { kind: 'reads', operands: 'names' };

/** Changes what its name says, and nothing else. */
export const changes: Program = { kind: 'changes' };

/** Executes or writes through its words. */
export function hazard(text: string): Program {
  return { kind: 'hazard', hazard: text };
}

/** Only reads with these options, used in this way. Otherwise it has the hazard. */
export function readsWith(options: string, text: string, usage: Omit<Usage, 'options'> = {}): Program {
  return { kind: 'hazard', hazard: text, reads: [{ options, ...usage }] };
}
