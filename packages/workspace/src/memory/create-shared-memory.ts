import { createHash } from 'node:crypto';
import type { WorkspaceMemory } from '../workspace.ts';
import { addFact, toFactLine } from './add-fact.ts';

/** Facts in a store that several machines use. */
export interface FactTexts {
  /** Adds a fact. False if one with this key is there already. */
  readonly add: (key: string, text: string) => Promise<boolean>;
}

/**
 * Facts remembered across sessions, in a shared store. Each is an entry of its own, so that concurrent saves lose none.
 * `path` is where they would be on this machine, for decisions about a save.
 */
export function createSharedMemory(
  texts: FactTexts,
  { path, strip }: { readonly path: string; readonly strip: (text: string) => string },
): WorkspaceMemory {
  return {
    path,
    save: async (fact) => {
      const line = toFactLine(strip(fact));
      if (line === '') return false;
      return await texts.add(createHash('sha256').update(line).digest('hex').slice(0, 32), line);
    },
  };
}

/** The facts as the text of a memory file. Empty without facts. */
export function toFactsText(facts: readonly string[]): string {
  return facts.reduce((text, fact) => addFact(text, fact) ?? text, '');
}
