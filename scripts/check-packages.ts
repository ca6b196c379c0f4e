// Fails when a package would not install or resolve as published.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

let failed = false;
for (const name of readdirSync('packages')) {
  const { messages, pkg } = await publint({
    pkgDir: join('packages', name),
    level: 'warning',
    strict: true,
    pack: 'npm',
  });
  for (const message of messages) {
    failed = true;
    console.error(`${name}: ${formatMessage(message, pkg as Record<string, unknown>) ?? message.code}`);
  }
}
process.exitCode = failed ? 1 : 0;
