import type { CompactionQuestion, Verification } from '@bowline/context';
import { says } from './long-sessions.ts';
import type { PlantedFact } from './session-spec.ts';

/** The parts of a verification request. */
const PARTS = /^=== SUMMARY ===\n([\s\S]*?)\n=== HINTS ===\n[\s\S]*?\n=== TRANSCRIPT ===\n([\s\S]*)$/u;

/**
 * Answers like a careful model that knows the important facts, from the request alone: names each fact that is in the
 * transcript and not in the summary. Ignores the hints.
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
