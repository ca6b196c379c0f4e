import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_NAMES } from '@bowline/context';

/** Files and directories that are used once a folder is trusted. */
const names = [
  ...MEMORY_NAMES,
  ...['.bowline', '.gemini', '.agents'].map((folder) => join(folder, 'settings.json')),
  ...['.bowline', '.gemini'].map((folder) => join(folder, 'policies')),
];

/** The files and directories that trusting a folder would activate. Checks only that they exist and opens none. */
export function findTrustable(folder: string): readonly string[] {
  return names.filter((name) => existsSync(join(folder, name)));
}
