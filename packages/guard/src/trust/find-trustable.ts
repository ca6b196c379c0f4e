import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_NAMES } from '@bowline/context';

/** What of a folder is used once it is trusted. */
const names = [
  ...MEMORY_NAMES,
  ...['.bowline', '.gemini', '.agents'].map((folder) => join(folder, 'settings.json')),
  ...['.bowline', '.gemini'].map((folder) => join(folder, 'policies')),
];

/** What trusting a folder would put to use. Checks only for existence and opens nothing. */
export function findTrustable(folder: string): readonly string[] {
  return names.filter((name) => existsSync(join(folder, name)));
}
