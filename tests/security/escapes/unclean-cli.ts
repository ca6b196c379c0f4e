import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeCleaning } from './remove-cleaning.ts';

/** A copy of the built CLI in which text of others is written as it is; its main file, and what was taken out. */
export function createUncleanCli(cli: string): { readonly cli: string; readonly removed: ReadonlySet<string> } {
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
  return { cli: join(folder, 'main.js'), removed };
}
