import type { Program } from './program.ts';

/** Entries of a table of programs: the same for each name in a row of words. */
export function named(names: string, program: Program): readonly (readonly [string, Program])[] {
  return names.split(' ').map((name) => [name, program]);
}

/** Only reads, whatever its words are. */
export const reads: Program = { kind: 'reads' };

/** Changes what its name says, and nothing else. */
export const changes: Program = { kind: 'changes' };

/** Executes or writes through its words. */
export function hazard(text: string): Program {
  return { kind: 'hazard', hazard: text };
}

/** Only reads with these options and at most so many other words; else the hazard. */
export function readsWith(options: string, text: string, most?: number): Program {
  return { kind: 'hazard', hazard: text, reads: [{ options, ...(most === undefined ? {} : { most }) }] };
}
