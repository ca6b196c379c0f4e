import { expect, it } from 'vitest';
import { keyNames } from './key-names.ts';

it.each([
  ['.env', ['.env']],
  ['**/.E*', ['.env', '.env.local']],
  ['*.{ts,pem}', ['server.pem']],
  ['{.npmrc,.netrc}', ['.npmrc', '.netrc']],
  ['id_*', ['id_rsa', 'id_ed25519']],
  ['*', []],
  ['*.ts', []],
  ['**/*', []],
])('%s selects %j', (pattern, names) => {
  expect(keyNames(pattern)).toEqual(names);
});
