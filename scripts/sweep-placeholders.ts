import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLedger, Placeholders } from '@bowline/workspace';
import { openTemporaryRoot } from '../tests/open-temporary-root.ts';

// Removes the shared list of placeholders as the next start of Bowline would, and fails if an entry is left.
const root = openTemporaryRoot();
const ledger = openLedger(process.getuid?.() ?? 0);
if (ledger !== undefined) {
  new Placeholders(join(root.path, 'journal'), process.pid, ledger);
  const left = readdirSync(ledger);
  if (left.length > 0) console.error(`left in ${ledger}: ${left.join(' ')}`);
  process.exitCode = left.length > 0 ? 1 : 0;
  if (left.length === 0) {
    rmSync(ledger, { recursive: true });
    try {
      rmdirSync(dirname(ledger));
    } catch {
      // It holds more than the list.
    }
  }
}
await root.close();
