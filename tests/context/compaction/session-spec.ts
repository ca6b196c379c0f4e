/** Which part of a summary a fact belongs to. */
export type FactKind = 'requirement' | 'decision' | 'fact' | 'file' | 'open';

/** A statement, action or observation in a session that is needed to continue it. */
export interface PlantedFact {
  readonly kind: FactKind;
  /** The source of the fact. */
  readonly by: 'person' | 'agent' | 'edit' | 'todo' | 'output' | 'failure';
  /** The text that must occur, ignoring case, for a text to contain this fact. */
  readonly needle: string;
  /** The wording in the session. */
  readonly said: string;
  /** The wording in a good summary. */
  readonly summed: string;
  /** The command whose output contains it. */
  readonly command?: string;
}

/** The specification of a long session. */
export interface SessionSpec {
  readonly name: string;
  readonly goal: string;
  /** The folder of the files that the agent reads. */
  readonly folder: string;
  readonly extension: string;
  readonly facts: readonly PlantedFact[];
}

type Told = readonly [kind: FactKind, needle: string, said: string, summed: string];

export function person(...[kind, needle, said, summed]: Told): PlantedFact {
  return { by: 'person', kind, needle, said, summed };
}

export function agent(...[kind, needle, said, summed]: Told): PlantedFact {
  return { by: 'agent', kind, needle, said, summed };
}

export function edited(path: string, summed: string): PlantedFact {
  return { by: 'edit', kind: 'file', needle: path, said: path, summed };
}

export function todo(needle: string, said: string, summed: string): PlantedFact {
  return { by: 'todo', kind: 'open', needle, said, summed };
}

/** A fact that is only in the output of a command. */
export function output(needle: string, [command, said]: readonly [string, string], summed: string): PlantedFact {
  return { by: 'output', kind: 'fact', needle, said, summed, command };
}

/** A command that never succeeds. */
export function failure(needle: string, [command, said]: readonly [string, string], summed: string): PlantedFact {
  return { by: 'failure', kind: 'open', needle, said, summed, command };
}
