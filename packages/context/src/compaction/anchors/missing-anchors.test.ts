import { expect, it } from 'vitest';
import type { Anchor } from './anchor.ts';
import { missingAnchors } from './missing-anchors.ts';

function isMissing(kind: Anchor['kind'], text: string, summary: string): boolean {
  return missingAnchors([{ kind, text, context: text }], summary).length > 0;
}

it.each<[Anchor['kind'], string, string]>([
  ['exact', 'MAX_SIZE', 'the limit is `max_size`'],
  ['exact', '61,000', '61000 rows'],
  ['exact', 'the big  one', 'It is "The Big One".'],
  ['path', 'src/a/parse-rows.ts', 'changed /home/me/src/a/parse-rows.ts'],
  ['path', '/home/me/src/a/index.ts', 'changed a/index.ts'],
  ['path', 'src/a/parse-rows.ts', 'changed `parse-rows.ts`'],
  ['path', String.raw`src\a.ts`, 'changed src/a.ts'],
  ['requirement', 'Please never log the passwords of users.', '- passwords of a user are not to be logged'],
  ['todo', 'Write the migration for orders', '- next: migrate; write migration of the orders table'],
  ['decision', 'I will use Redis with a TTL of 900 seconds.', '- Redis, TTL 900 seconds'],
])('finds %s "%s" in: %s', (kind, text, summary) => {
  expect(isMissing(kind, text, summary)).toBe(false);
});

it.each<[Anchor['kind'], string, string]>([
  ['exact', '80', 'port 8080'],
  ['exact', 'id', 'the idea'],
  ['path', 'src/a/index.ts', 'changed src/b/index.ts'],
  ['path', 'src/a/parse.ts', 'changed src/b/parse.ts'],
  ['path', 'parse.ts', 'changed reparse.ts'],
  ['requirement', 'No new dependency for this.', '- the new parser'],
  ['decision', 'I will use Redis with a TTL of 900 seconds.', '- Redis with a TTL of some seconds'],
  ['todo', 'Write the migration for orders', '- write the tests\n- orders are shown'],
])('does not find %s "%s" in: %s', (kind, text, summary) => {
  expect(isMissing(kind, text, summary)).toBe(true);
});
