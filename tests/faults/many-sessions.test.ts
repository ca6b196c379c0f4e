import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openStore } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { expect, test } from 'vitest';

test(
  'a thousand sessions can be open and written in one process without blocking its event loop',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
    const store = openStore({ root: join(folder, 'sessions'), threads: 2 });
    const before = process.memoryUsage().rss;
    const logs = await Promise.all(
      Array.from({ length: 1000 }, async (_, n) => {
        const log = await store.open(`s${n}`, { owner, create: true });
        await log.append([started(`s${n}`)]);
        return log;
      }),
    );
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    for (let round = 0; round < 3; round += 1)
      await Promise.all(logs.map((log) => log.append([note('x'.repeat(500))])));
    delay.disable();
    expect(logs.every((log) => log.head.seq === 4)).toBe(true);
    // Each of these 3,000 commits takes longer than this on its own thread; here nothing waits for one.
    expect(delay.percentile(99) / 1e6).toBeLessThan(100);
    expect((process.memoryUsage().rss - before) / logs.length).toBeLessThan(500_000);
    await Promise.all(logs.map((log) => log.close()));
    await store.close();
    rmSync(folder, { recursive: true });
  },
);
