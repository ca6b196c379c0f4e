import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { Placeholders } from '@bowline/workspace';
import { openTemporaryRoot } from '../tests/open-temporary-root.ts';

// Clears the lists of placeholders of all users, as the next start of Bowline would, and fails if an entry is left.
const root = openTemporaryRoot();
for (const name of readdirSync('/tmp').filter((each) => /^bowline-\d+$/.test(each))) {
  const folder = join('/tmp', name);
  const ledger = join(folder, 'placeholders');
  if (existsSync(ledger)) {
    new Placeholders(join(root.path, 'journal'), process.pid, ledger);
    const left = readdirSync(ledger);
    if (left.length > 0) {
      console.error(`left in ${ledger}: ${left.join(' ')}`);
      process.exitCode = 1;
      continue;
    }
    rmdirSync(ledger);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
await root.close();
