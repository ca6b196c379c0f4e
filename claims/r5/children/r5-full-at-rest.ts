import { openStore } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, tell } from '../fault-lines.ts';

/** Reads, lists and deletes sessions that were closed before another program filled the disk. */
const [disk = '', threads = '0'] = process.argv.slice(2);
const store = openStore({ root: join(disk, 'sessions'), threads: Number(threads) });

async function must(what: string, work: () => Promise<boolean>): Promise<void> {
  const isSo = await attempt(what, work);
  if (isSo !== true) tell({ line: 'finding', problem: `full disk: cannot ${what}` });
}

function fill(): void {
  const fd = openSync(join(disk, 'filler'), 'w');
  try {
    for (;;) writeSync(fd, Buffer.alloc(4096));
  } catch {
    closeSync(fd); // the disk is full
  }
}

for (const sessionId of ['kept', 'spare']) {
  const log = await store.open(sessionId, { owner, create: true });
  await log.append([started(sessionId), note('x'.repeat(300_000))]);
  await log.close();
}
fill();
await must('read a closed session', async () => {
  const reader = await store.openReader('kept');
  try {
    const { isSound, valid } = await reader.verify();
    return isSound && valid === 2;
  } finally {
    await reader.close();
  }
});
await must('list sessions', async () => (await store.list()).filter(({ damage }) => damage === null).length === 2);
for (const what of ['create', 'open']) {
  const log = await attempt(what, () =>
    store.open(what === 'create' ? 'new' : 'kept', { owner, create: what === 'create' }),
  );
  await attempt('close', () => log?.close());
}
await must('delete a session', async () => {
  await store.delete('spare');
  return true;
});
await store.close();
tell({ line: 'done' });
