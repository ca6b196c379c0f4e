import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Credentials } from './credentials.ts';

test('redacts every known key, not only the one in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-keys-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'credentials.json');
  writeFileSync(
    path,
    JSON.stringify({ gemini: { apiKey: 'stored-key' }, gone: { apiKey: 'key-of-a-removed-provider' } }),
  );
  const credentials = new Credentials({ GEMINI_API_KEY: 'key-in-use', GOOGLE_API_KEY: 'second-key' }, path);
  const providers = { gemini: { kind: 'gemini', keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] } } as const;
  expect(credentials.secrets(providers).toSorted()).toEqual(
    ['key-in-use', 'key-of-a-removed-provider', 'second-key', 'stored-key'].toSorted(),
  );
});
