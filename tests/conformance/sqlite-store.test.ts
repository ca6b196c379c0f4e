import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { describeSessionStore } from '@bowline/testkit/conformance';

for (const threads of [0, 2]) {
  describeSessionStore(`the local store, ${threads === 0 ? 'in this thread' : `in ${threads} threads`}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
    let tick = 0;
    const store = openStore({
      root: join(folder, 'sessions'),
      threads,
      now: () => new Date(1_800_000_000_000 + (tick += 1)),
    });
    return {
      store,
      close: async () => {
        await store.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
}
