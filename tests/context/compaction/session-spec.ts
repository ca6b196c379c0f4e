/** Which part of a summary a fact belongs to. */
export type FactKind = 'requirement' | 'decision' | 'fact' | 'file' | 'open';

/** Something that was said, done or seen in a session, and that nobody who goes on with it can do without. */
export interface PlantedFact {
  readonly kind: FactKind;
  /** Who it comes from, or what it is seen in. */
  readonly by: 'person' | 'agent' | 'edit' | 'todo' | 'output' | 'failure';
  /** What a text must have, without regard to case, to say this fact. */
  readonly needle: string;
  /** As it stands in the session. */
  readonly said: string;
  /** As a good summary puts it. */
  readonly summed: string;
  /** The command whose output it is in. */
  readonly command?: string;
}

/** What a long session is made from. */
export interface SessionSpec {
  readonly name: string;
  readonly goal: string;
  /** Where the files are that the agent looks at on its way. */
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

/** Stands in the output of a command, and nowhere else. */
export function output(needle: string, [command, said]: readonly [string, string], summed: string): PlantedFact {
  return { by: 'output', kind: 'fact', needle, said, summed, command };
}

/** A command that fails to the end. */
export function failure(needle: string, [command, said]: readonly [string, string], summed: string): PlantedFact {
  return { by: 'failure', kind: 'open', needle, said, summed, command };
}
