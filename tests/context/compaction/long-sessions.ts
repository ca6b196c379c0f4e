import type { Summary } from '@bowline/context';
import type { Content } from '@google/genai';
import { createSeededRandom } from '../../kit/seeded-random.ts';
import { productSpecs } from './product-specs.ts';
import { serviceSpecs } from './service-specs.ts';
import type { PlantedFact } from './session-spec.ts';
import { SessionWriter } from './session-writer.ts';
import { toolSpecs } from './tool-specs.ts';

/** A long session with planted facts, and a good and a bad summary of it. */
export interface LongSession {
  readonly name: string;
  readonly goal: string;
  readonly contents: readonly Content[];
  readonly facts: readonly PlantedFact[];
  /** Contains every fact. */
  readonly good: Summary;
  /** Contains every fact except `dropped`. */
  readonly bad: Summary;
  readonly dropped: PlantedFact;
}

/** Twenty sessions about different kinds of work. Deterministic, byte for byte. */
export const longSessions: readonly LongSession[] = [...serviceSpecs, ...toolSpecs, ...productSpecs].map((spec, at) => {
  const dropped = spec.facts[at % spec.facts.length] as PlantedFact;
  const contents = new SessionWriter(spec, createSeededRandom(at + 1)).write();
  const { name, goal, facts } = spec;
  return {
    name,
    goal,
    contents,
    facts,
    dropped,
    good: toSummary(goal, facts),
    bad: withoutFact({ goal, facts }, dropped),
  };
});

/** The summary with all facts except one. */
export function withoutFact({ goal, facts }: Pick<LongSession, 'goal' | 'facts'>, dropped: PlantedFact): Summary {
  return toSummary(
    goal,
    facts.filter((fact) => fact !== dropped),
  );
}

/** True if a text contains a fact. */
export function says(text: string, { needle }: PlantedFact): boolean {
  return text.toLowerCase().includes(needle.toLowerCase());
}

/** The summary with these facts. */
export function toSummary(goal: string, facts: readonly PlantedFact[]): Summary {
  const of = (kind: PlantedFact['kind']): readonly PlantedFact[] => facts.filter((fact) => fact.kind === kind);
  return {
    goal,
    requirements: of('requirement').map(({ summed }) => summed),
    decisions: of('decision').map(({ summed }) => ({ what: summed, why: '' })),
    facts: of('fact').map(({ summed }) => summed),
    files: of('file').map(({ said, summed }) => ({ path: said, state: summed })),
    done: ['looked through the existing code'],
    open: of('open').map(({ summed }) => summed),
  };
}
