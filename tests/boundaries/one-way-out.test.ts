import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The package files that match a pattern, without tests. */
function filesWith(pattern: RegExp): readonly string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('packages/testkit/'))
    .filter((file) => pattern.test(readFileSync(resolve(root, file), 'utf8')))
    .sort();
}

test('every caller of a model uses the screened client', () => {
  // Wrapping clients pass requests on. The others create requests, and the compiler requires a `ScreenedClient` for
  // them.
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

test('a screened client is created only where a session and its search are set up', () => {
  expect(filesWith(/new ScreenedClient\(/)).toEqual([
    'packages/providers/src/models/set-up-models.ts',
    'packages/runtime/src/open-agent.ts',
  ]);
});

test('every other HTTP request is listed and reviewed here', () => {
  expect(filesWith(/http\.(?:post|get)\(/)).toEqual([
    'packages/cli/src/probe/probe-providers.ts', // keys, and no session data
    'packages/models/src/gemini/gemini-client.ts',
    'packages/models/src/http/to-fetch.ts',
    'packages/models/src/vertex/metadata-credentials.ts',
    'packages/providers/src/web/resolve-citations.ts', // addresses from Google
    'packages/providers/src/web/search-with-engine.ts', // queries, screened in create-web-search.ts
  ]);
});
