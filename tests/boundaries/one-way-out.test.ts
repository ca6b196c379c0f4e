import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The files of packages that a pattern is found in, tests left out. */
function filesWith(pattern: RegExp): readonly string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('packages/testkit/'))
    .filter((file) => pattern.test(readFileSync(resolve(root, file), 'utf8')))
    .sort();
}

test('who asks a model takes the client that screens, and nothing else asks one', () => {
  // Clients around clients hand on what they are given; the others make requests, and the compiler wants a `ScreenedClient` of them.
  const around = [
    'packages/models/src/cassette/record-to.ts',
    'packages/models/src/deadlines.ts',
    'packages/models/src/providers/open-providers.ts',
    'packages/models/src/screening/screened-client.ts',
  ];
  const asking = [
    'packages/models/src/grounding/search-with-grounding.ts',
    'packages/models/src/utility/ask-model.ts',
    'packages/runtime/src/adk/agent-model.ts',
  ];
  expect(filesWith(/client\.stream\(/i)).toEqual([...around, ...asking].sort());
  for (const file of asking) expect(readFileSync(resolve(root, file), 'utf8')).toMatch(/client: ScreenedClient[;,]/);
});

test('a client that screens is made where a session and its search are put together, and nowhere else', () => {
  expect(filesWith(/new ScreenedClient\(/)).toEqual([
    'packages/providers/src/models/set-up-models.ts',
    'packages/runtime/src/open-agent.ts',
  ]);
});

test('what goes over HTTP besides requests to models is looked up here before it is added', () => {
  expect(filesWith(/http\.(?:post|get)\(/)).toEqual([
    'packages/cli/src/probe/probe-providers.ts', // keys, and nothing of a session
    'packages/models/src/gemini/gemini-client.ts',
    'packages/models/src/http/to-fetch.ts',
    'packages/models/src/vertex/metadata-credentials.ts',
    'packages/providers/src/web/resolve-citations.ts', // addresses that Google gave
    'packages/providers/src/web/search-with-engine.ts', // queries, screened in create-web-search.ts
  ]);
});
