import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, Projection, sessionFold, type NewRecord, type SessionLog } from '@bowline/log';
import { owner, started } from '@bowline/testkit';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';

const LIMIT_MS = 1000;
const LENGTHS = { short: 1_000, long: 100_000 } as const;

/** Measures what a client needs for its first frame, in a short session and in a long one. */
export const openLongSession: Claim = {
  id: 'P7',
  sentence: `Opening a session of ${LENGTHS.long.toLocaleString('en')} records, with its state and its last 200 records, takes at most ${LIMIT_MS} ms in a new process.`,
  async run({ isQuick, say }) {
    const root = mkdtempSync(join(tmpdir(), 'bowline-open-'));
    try {
      for (const [name, length] of Object.entries(LENGTHS)) {
        say(`writing a session of ${length} records`);
        await writeSession(root, name, length);
      }
      const rounds = isQuick ? 5 : 15;
      const times = { short: [] as number[], long: [] as number[] };
      for (let n = 0; n < rounds; n += 1) {
        for (const name of ['short', 'long'] as const) times[name].push(openOnce(root, name));
      }
      const all = await readAll(root);
      const longMs = Math.round(quantile(times.long, 0.5));
      return {
        holds: longMs <= LIMIT_MS,
        figures: {
          longMs,
          longWorstMs: Math.round(Math.max(...times.long)),
          shortMs: Math.round(quantile(times.short, 0.5)),
          ratioToShort: Math.round((longMs / quantile(times.short, 0.5)) * 100) / 100,
          verifyAllMs: Math.round(all),
        },
        against: `the same for a session of ${LENGTHS.short.toLocaleString('en')} records, each in its own process, without the startup of Node`,
      };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function writeSession(root: string, sessionId: string, length: number): Promise<void> {
  const store = openStore({ root });
  const log = await store.open(sessionId, { owner, create: true });
  const projection = await Projection.open(log, sessionFold);
  await projection.apply(await log.append([started(sessionId)]));
  while (log.head.seq < length)
    await projection.apply(await appendTurn(log, Math.min(100, (length - log.head.seq + 3) >> 2)));
  await projection.save(log, { due: 1 });
  // Opening a session folds the records after the last snapshot; this leaves as many of them as there can be.
  while (log.head.seq < length + 1_900) await appendTurn(log, 50);
  await log.close();
  await store.close();
}

async function appendTurn(log: SessionLog, turns: number): Promise<Awaited<ReturnType<SessionLog['append']>>> {
  const records = Array.from({ length: turns }, (_, n): NewRecord[] => {
    const callId = `call-${log.head.seq}-${n}`;
    const content = [{ type: 'text', text: 'y'.repeat(700) } as const];
    return [
      {
        type: 'model_answered',
        body: { messageId: callId, model: 'm', content: [{ type: 'text', text: 'x'.repeat(300) }] },
      },
      {
        type: 'tool_requested',
        body: { callId, name: 'read_file', args: { path: 'a' }, effect: 'read', executor: 'local' },
      },
      { type: 'tool_started', body: { callId, key: callId } },
      { type: 'tool_finished', body: { callId, name: 'read_file', content, isError: false } },
    ];
  });
  return await log.append(records.flat());
}

/** Runs in its own process, so that only the disk cache is warm. */
function openOnce(root: string, sessionId: string): number {
  const script = `
    import { openStore, Projection, sessionFold } from '@bowline/log';
    const start = performance.now();
    const store = openStore({ root: ${JSON.stringify(root)} });
    const log = await store.open(${JSON.stringify(sessionId)}, { owner: { pid: 1, host: 'h', name: 'n' } });
    const { state } = await Projection.open(log, sessionFold);
    let shown = 0;
    for await (const record of log.read({ from: log.head.seq - 199 })) shown += record.seq > 0 ? 1 : 0;
    const took = performance.now() - start;
    if (shown !== 200 || state.sessionId !== ${JSON.stringify(sessionId)}) throw new Error('not the session that was written');
    console.log(took);
    await log.close();`;
  const flags = ['--conditions=@bowline/source', '--no-warnings', '--input-type=module-typescript', '--eval', script];
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { encoding: 'utf8', cwd: import.meta.dirname });
  if (status !== 0) throw new Error(`opening failed: ${stderr}`);
  return Number(stdout);
}

async function readAll(root: string): Promise<number> {
  const store = openStore({ root });
  const reader = await store.openReader('long');
  const start = performance.now();
  const report = await reader.verify();
  if (!report.isSound) throw new Error(report.problems.join('; '));
  await reader.close();
  await store.close();
  return performance.now() - start;
}
