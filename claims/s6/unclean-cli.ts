import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleaningPatterns, removeCleaning } from './remove-cleaning.ts';

/**
 * Copies the built CLI without the patterns that clean text, and returns its main file. Throws if a pattern is not
 * found.
 */
export function createUncleanCli(cli: string): string {
  const folder = `${dirname(cli)}-unclean`;
  cpSync(dirname(cli), folder, { recursive: true });
  const removed = new Set<string>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const path = join(folder, name);
    const source = removeCleaning(readFileSync(path, 'utf8'));
    if (source.removed.length === 0) continue;
    for (const each of source.removed) removed.add(each);
    writeFileSync(path, source.text);
  }
  const missing = Object.keys(cleaningPatterns).filter(
    (name) => !name.endsWith('in the sources') && !removed.has(name),
  );
  if (missing.length > 0) throw new Error(`these patterns are not in the built CLI any more: ${missing.join(', ')}`);
  return join(folder, 'main.js');
}
