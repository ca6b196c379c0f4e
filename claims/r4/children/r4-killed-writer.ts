import { openStore } from '@bowline/log';
import { note, owner } from '@bowline/testkit';
import { readFileSync, writeSync } from 'node:fs';

/** Appends the texts in a file to an existing session, acknowledges each, and kills itself with the session open. */
const [root = '', sessionId = '', path = ''] = process.argv.slice(2);
const log = await openStore({ root }).open(sessionId, { owner });
for (const text of JSON.parse(readFileSync(path, 'utf8')) as string[]) {
  const [record] = await log.append([note(text)]);
  writeSync(1, `${record?.seq ?? 0}\n`);
}
process.kill(process.pid, 'SIGKILL');
