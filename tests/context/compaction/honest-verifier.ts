import type { CompactionQuestion, Verification } from '@bowline/context';
import { says } from './long-sessions.ts';
import type { PlantedFact } from './session-spec.ts';

/** Where the parts of a question begin. */
const PARTS = /^=== SUMMARY ===\n([\s\S]*?)\n=== HINTS ===\n[\s\S]*?\n=== TRANSCRIPT ===\n([\s\S]*)$/u;

/**
 * Answers as a careful model would that knows what matters, from the question alone: of what it can read in the
 * transcript it names what it cannot read in the summary. It does not look at the hints.
 */
export function verifyHonestly({ contents }: CompactionQuestion, facts: readonly PlantedFact[]): Verification {
  const text = contents.flatMap(({ parts = [] }) => parts.map((part) => part.text ?? '')).join('\n');
  const [, summary = '', transcript = ''] = PARTS.exec(text) ?? [];
  const lines = transcript.split('\n');
  const missing = facts
    .filter((fact) => !says(summary, fact))
    .flatMap((fact) => {
      const line = lines.find((one) => says(one, fact));
      return line === undefined ? [] : [{ fact: line.replace(/^[|\s]+/u, ''), kind: fact.kind, where: '' }];
    });
  return { missing, wrong: [] };
}
