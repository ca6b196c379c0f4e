import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, Projection, sessionFold, type SessionLog, type SessionStore } from '@bowline/log';
import { all, note, owner, started } from '@bowline/testkit';
import { openRecentLog } from './recent-log.ts';
import { createWarmRecords } from './warm-records.ts';

describe('openRecentLog', () => {
  let folder: string;
  let store: SessionStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-recent-'));
    store = openStore({ root: folder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openWith(records: number): Promise<SessionLog> {
    const log = await store.open('s1', { owner, create: true });
    await log.append([started('s1'), ...Array.from({ length: records - 1 }, (_, n) => note(`note ${n}`))]);
    return log;
  }

  it.each([3, 1_000, 1_007])('reads the same as the log, for %i records', async (count) => {
    const log = await openWith(count);
    const recent = await openRecentLog(log);
    await recent.append([note('new'), { type: 'rewound', body: { to: 2 } }]);
    for (const range of [{}, { from: 2 }, { to: 2 }, { from: 2, to: 5 }, { from: count }, { from: count + 9 }])
      expect(await all(recent.read(range))).toEqual(await all(log.read(range)));
    expect(await recent.rewinds()).toEqual(await log.rewinds());
    expect(recent.head).toEqual(log.head);
    const [fold, known] = [await Projection.open(recent, sessionFold), await Projection.open(log, sessionFold)];
    expect(fold.state).toEqual(known.state);
    await log.close();
  });

  it('saves no snapshots for a session that fits in memory, and few for a longer one', async () => {
    const log = await openWith(1_300);
    const recent = await openRecentLog(log);
    await recent.saveSnapshot({ name: 'x', version: 1, seq: 900, state: 'short' });
    expect(await log.snapshot('x', 1, [{ from: 1, to: 1_300 }])).toBeUndefined();
    await recent.saveSnapshot({ name: 'x', version: 1, seq: 1_100, state: 'first' });
    await recent.saveSnapshot({ name: 'x', version: 1, seq: 1_200, state: 'too soon' });
    expect(await recent.snapshot('x', 1, [{ from: 1, to: 1_300 }])).toMatchObject({ state: 'first' });
    await log.close();
  });

  it.each([3, 1_000, 1_300])('with %i warm records, reads only newer ones from the log', async (count) => {
    const warm = createWarmRecords();
    const first = await openRecentLog(await openWith(count), warm);
    await first.append([note('here')]);
    await first.close();
    const again = counting(await store.open('s1', { owner }));
    const second = await openRecentLog(again.log, warm);
    expect(again.read).toEqual([]);
    expect(await all(second.read({ from: count }))).toMatchObject([
      { seq: count },
      { seq: count + 1, hash: again.log.head.hash },
    ]);
    await second.close();
    const elsewhere = await store.open('s1', { owner });
    await elsewhere.append([note('there'), note('and there')]);
    await elsewhere.close();
    const since = counting(await store.open('s1', { owner }));
    const third = await openRecentLog(since.log, warm);
    expect(since.read).toEqual([count + 1]);
    expect(await all(third.read({ from: count }))).toEqual(await all(since.log.read({ from: count })));
    expect(third.head.seq).toBe(count + 3);
    await third.close();
  });

  it('ignores warm records that differ from the log', async () => {
    const warm = createWarmRecords();
    const log = await openWith(5);
    const records = await all(log.read());
    const other = records.map((record) => ({ ...record, hash: `other ${record.seq}` }));
    for (const kept of [other, other.slice(0, 3)]) {
      warm.keep('s1', { records: kept, bytes: 1 });
      expect(await all((await openRecentLog(log, warm)).read())).toEqual(records);
    }
    await log.close();
  });
});

/** A log that notes where each read starts. */
function counting(log: SessionLog): { readonly log: SessionLog; readonly read: (number | undefined)[] } {
  const read: (number | undefined)[] = [];
  const plain = log.read.bind(log);
  const counted: SessionLog['read'] = (range = {}) => {
    read.push(range.from);
    return plain(range);
  };
  return { log: Object.assign(log, { read: counted }), read };
}
