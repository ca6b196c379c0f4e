import { expect, test } from 'vitest';
import type { Requirement } from './requirements.ts';

/**
 * Ties tests to a list of requirements: each test is named after one, and a requirement without a test fails the suite.
 */
export function citeRequirements<const List extends readonly Requirement[]>(
  list: List,
): {
  meets: (id: List[number]['id'], body: () => Promise<void>) => void;
  testCitations: () => void;
} {
  const cited = new Set<string>();
  return {
    meets: (id, body) => {
      cited.add(id);
      const requirement = list.find((candidate) => candidate.id === id);
      test(`${requirement?.source ?? ''}: ${requirement?.sentence ?? id}`, body);
    },
    testCitations: () => {
      test('every requirement is cited by a test', () => {
        expect([...cited].sort()).toEqual(list.map(({ id }) => id).sort());
      });
    },
  };
}
