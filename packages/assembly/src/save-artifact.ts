import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a text that is too long for the model into a folder. Returns its path. */
export function saveArtifact(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name.replace(/[^\w.-]/g, '_'));
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
