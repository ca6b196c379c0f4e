import {
  Projection,
  sessionFold,
  toVisibleRanges,
  type LogOwner,
  type LogRecord,
  type NewRecord,
  type SessionLog,
  type SessionReader,
  type SessionStore,
} from '@bowline/log';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { all } from '../all.ts';
import { note, owner, started } from '../log-samples.ts';
import { artifactSuite } from './artifact-suite.ts';
import { citeRequirements } from './cite-requirements.ts';
import { checkMoved } from './check-moved.ts';
import { storeRequirements, type StoreRequirementId } from './requirements.ts';

/** An empty store under test. */
export interface StoreSubject {
  readonly store: SessionStore;
  readonly close: () => Promise<void>;
}

type Meets = (id: StoreRequirementId, body: () => Promise<void>) => void;

/** Provides the store of the running test and closes the sessions that the suites open. */
class Fixture {
  readonly opened: SessionReader[] = [];
  subject: StoreSubject | undefined;

  get store(): SessionStore {
    if (this.subject === undefined) throw new Error('no test is running');
    return this.subject.store;
  }

  async create(sessionId: string, ...records: readonly NewRecord[]): Promise<SessionLog> {
    const log = await this.open(sessionId, { owner, create: true });
    await log.append([started(sessionId), ...records]);
    return log;
  }

  async open(
    sessionId: string,
    options: { owner: LogOwner; create?: boolean; takeover?: boolean } = { owner },
  ): Promise<SessionLog> {
    const log = await this.store.open(sessionId, options);
    this.opened.push(log);
    return log;
  }

  async read(sessionId: string): Promise<SessionReader> {
    const reader = await this.store.openReader(sessionId);
    this.opened.push(reader);
    return reader;
  }

  async close(): Promise<void> {
    for (const log of this.opened.splice(0)) await log.close().catch(() => undefined);
    await this.subject?.close();
  }
}

/** Runs the conformance suite of `SessionStore` against one implementation. */
export function describeSessionStore(name: string, openSubject: () => Promise<StoreSubject>): void {
  const { meets, testCitations } = citeRequirements(storeRequirements);
  const fixture = new Fixture();
  describe(name, () => {
    beforeEach(async () => {
      fixture.subject = await openSubject();
    });
    afterEach(async () => {
      await fixture.close();
    });
    appendSuite(meets, fixture);
    writerSuite(meets, fixture);
    rewindSuite(meets, fixture);
    readSuite(meets, fixture);
    storeSuite(meets, fixture);
    artifactSuite(meets, {
      get store() {
        return fixture.store;
      },
      create: (sessionId, ...records) => fixture.create(sessionId, ...records),
    });
    testCitations();
  });
}

function appendSuite(meets: Meets, fixture: Fixture): void {
  meets('round-trip', async () => {
    const log = await fixture.create('s1');
    const appended = await log.append([note('one'), { ...note('zwei – 二 – 🪢'), streamId: 'stream-1' }]);
    const read = await all(log.read());
    expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(read.slice(1)).toEqual(appended);
    expect(appended[1]).toMatchObject({ streamId: 'stream-1', body: { text: 'zwei – 二 – 🪢' } });
    expect(log.head).toEqual({ seq: 3, hash: appended[1]?.hash });
  });

  meets('survives-reopen', async () => {
    const log = await fixture.create('s1', note('kept'));
    const before = await all(log.read());
    await log.close();
    const again = await fixture.open('s1');
    expect(await all(again.read())).toEqual(before);
    await again.append([note('more')]);
    expect(again.head.seq).toBe(3);
  });

  meets('atomic', async () => {
    const log = await fixture.create('s1');
    const bad = { type: 'rewound', body: { to: 99 } } as const;
    await expect(log.append([note('a'), note('b'), bad])).rejects.toMatchObject({ code: 'RECORD_INVALID' });
    expect(await all(log.read())).toHaveLength(1);
    await log.append([note('a'), note('b')]);
    expect(await all(log.read())).toHaveLength(3);
  });

  meets('chain', async () => {
    const log = await fixture.create('s1', note('same'), note('same'));
    const records = await all(log.read());
    expect(new Set(records.map(({ hash }) => hash)).size).toBe(3);
    expect(records.every(({ seq, id, hash }) => id.startsWith(`${seq}-`) && id.endsWith(hash.slice(0, 12)))).toBe(true);
  });

  meets('order', async () => {
    const log = await fixture.create('s1');
    await Promise.all(Array.from({ length: 200 }, (_, n) => log.append([note(`${n}`)])));
    expect((await all(log.read({ from: 2 }))).map(textOf)).toEqual(Array.from({ length: 200 }, (_, n) => `${n}`));
  });

  meets('condition', async () => {
    const log = await fixture.create('s1');
    await log.append([note('first')], { after: 1 });
    const race = [log.append([note('wins')], { after: 2 }), log.append([note('loses')], { after: 2 })];
    const [won, lost] = await Promise.allSettled(race);
    expect(won).toMatchObject({ status: 'fulfilled' });
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'LOG_MOVED' } });
    expect((await all(log.read({ from: 2 }))).map(textOf)).toEqual(['first', 'wins']);
  });

  meets('validation', async () => {
    const log = await fixture.create('s1');
    const wrongBody = { type: 'notice', body: { level: 'loud', code: 'x', text: 'x' } };
    const wrongType = { type: 'gossip', body: {} };
    for (const wrong of [wrongBody, wrongType]) {
      await expect(log.append([note('fine'), wrong as never])).rejects.toMatchObject({ code: 'RECORD_INVALID' });
    }
    expect(log.head.seq).toBe(1);
  });
}

function writerSuite(meets: Meets, fixture: Fixture): void {
  meets('one-writer', async () => {
    await fixture.create('s1');
    const refused = fixture.open('s1');
    await expect(refused).rejects.toMatchObject({
      code: 'SESSION_BUSY',
      retryable: true,
      details: { pid: owner.pid, host: owner.host },
    });
    await expect(refused).rejects.toThrow(/in use by test \(process 4711 on here/);
  });

  meets('fencing', async () => {
    const first = await fixture.create('s1');
    const second = await fixture.open('s1', { owner, takeover: true });
    expect(second.epoch).toBeGreaterThan(first.epoch);
    await expect(first.append([note('too late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
    await expect(first.append([note('still'), note('late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
    await second.append([note('mine')]);
    expect((await all(second.read({ from: 2 }))).map(textOf)).toEqual(['mine']);
    await expect(fixture.open('s1')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await first.close();
    await second.append([note('still mine')]);
    await second.close();
    expect((await fixture.read('s1')).head.seq).toBe(3);
  });

  meets('readers', async () => {
    const log = await fixture.create('s1');
    const reader = await fixture.read('s1');
    await log.append([note('while you read')]);
    expect((await all(reader.read())).map(({ seq }) => seq)).toEqual([1, 2]);
    await log.append([note('and on')]);
    expect((await all(reader.read({ from: 3 }))).map(textOf)).toEqual(['and on']);
  });
}

function rewindSuite(meets: Meets, fixture: Fixture): void {
  const visible = async (log: SessionReader): Promise<string[]> => {
    const texts: string[] = [];
    for (const range of toVisibleRanges(await log.rewinds(), log.head.seq)) {
      for await (const record of log.read(range)) if (record.type === 'notice') texts.push(record.body.text);
    }
    return texts;
  };

  meets('rewind', async () => {
    const log = await fixture.create('s1', note('a'), note('b'), note('c'));
    const left = log.head.seq;
    await log.append([{ type: 'rewound', body: { to: 2 } }]);
    expect(await visible(log)).toEqual(['a']);
    await log.append([note('d')]);
    expect(await visible(log)).toEqual(['a', 'd']);
    await log.append([{ type: 'rewound', body: { to: left } }, note('e')]);
    expect(await visible(log)).toEqual(['a', 'b', 'c', 'e']);
    expect(log.head.seq).toBe(8);
  });

  meets('rewind-target', async () => {
    const log = await fixture.create('s1');
    for (const to of [2, 99]) {
      await expect(log.append([{ type: 'rewound', body: { to } }])).rejects.toMatchObject({ code: 'RECORD_INVALID' });
    }
    expect(await all(log.read())).toHaveLength(1);
  });

  meets('snapshots', async () => {
    const log = await fixture.create('s1', note('a'), note('b'), note('c'));
    const take = (seq: number, state: string): Promise<void> => log.saveSnapshot({ name: 'x', version: 1, seq, state });
    await take(2, 'at a');
    await take(4, 'at c');
    await take(99, 'ahead of the log');
    const find = async (version = 1): Promise<string | undefined> =>
      (await log.snapshot('x', version, toVisibleRanges(await log.rewinds(), log.head.seq)))?.state;
    expect(await find()).toBe('at c');
    expect(await find(2)).toBeUndefined();
    await log.append([{ type: 'rewound', body: { to: 3 } }]);
    expect(await find()).toBe('at a');
  });

  meets('fold', async () => {
    const log = await fixture.create('s1');
    const projection = await Projection.open(log, sessionFold);
    const add = async (...records: readonly NewRecord[]): Promise<void> => {
      await projection.apply(await log.append(records));
      await projection.save(log, { due: 1 });
    };
    await add({ type: 'title_changed', body: { title: 'one' } });
    await add({ type: 'stream_started', body: {}, streamId: 'x' }, { type: 'mode_changed', body: { mode: 'plan' } });
    const left = log.head.seq;
    await add({ type: 'rewound', body: { to: 2 } }, { type: 'model_requested', body: { model: 'm' } });
    expect(projection.state).toMatchObject({ title: 'one', mode: 'default', model: 'm', activeStreamId: null });
    await add({ type: 'rewound', body: { to: left } });
    expect(projection.state).toMatchObject({ title: 'one', mode: 'plan', model: null });
    const fresh = await Projection.open(log, { ...sessionFold, name: 'without snapshots' });
    expect(fresh.state).toEqual(projection.state);
    expect((await Projection.open(log, sessionFold)).state).toEqual(projection.state);
  });
}

function readSuite(meets: Meets, fixture: Fixture): void {
  meets('tail', async () => {
    const log = await fixture.create('s1', note('0'));
    const reader = await fixture.read('s1');
    const stop = new AbortController();
    const follow = async (source: SessionReader): Promise<number[]> => {
      const seqs: number[] = [];
      for await (const { seq } of source.tail(1, stop.signal)) if (seqs.push(seq) === 302) break;
      return seqs;
    };
    const tails = [follow(log), follow(reader)];
    for (let n = 0; n < 100; n += 1) await Promise.all([1, 2, 3].map((k) => log.append([note(`${n}.${k}`)])));
    for (const seqs of await Promise.all(tails)) expect(seqs).toEqual(Array.from({ length: 302 }, (_, n) => n + 1));
    stop.abort();
    expect(await all(reader.tail(1, stop.signal))).toEqual([]);
  });

  meets('find', async () => {
    const log = await fixture.create('s1', { type: 'stream_started', body: {}, streamId: 'abc' }, note('x'));
    const [, stream, other] = await all(log.read());
    expect(await log.find(other?.id ?? '')).toEqual(other);
    expect(await log.findStream('abc')).toEqual(stream);
    expect(await log.findStream('nope')).toBeUndefined();
    for (const wrong of ['3-000000000000', '99-000000000000', '3', '', 'x-y'])
      expect(await log.find(wrong)).toBeUndefined();
  });

  meets('verify', async () => {
    const log = await fixture.create('s1', note('a'), note('b'));
    expect(await log.verify()).toEqual({ isSound: true, valid: 3, problems: [] });
    await log.close();
    expect(await (await fixture.read('s1')).verify()).toEqual({ isSound: true, valid: 3, problems: [] });
  });
}

function storeSuite(meets: Meets, fixture: Fixture): void {
  meets('fork', async () => {
    const log = await fixture.create('s1', note('a'), note('b'), note('c'));
    await fixture.store.fork('s1', { at: 3, as: 's2', owner });
    await log.append([note('only here')]);
    const child = await fixture.open('s2');
    await child.append([note('only there')]);
    const records = await all(child.read());
    expect(records.slice(0, 3)).toEqual((await all(log.read())).slice(0, 3));
    expect(records[3]).toMatchObject({
      type: 'session_forked',
      body: { sessionId: 's2', from: 's1', at: 3, hash: records[2]?.hash },
    });
    expect((await Projection.open(child, sessionFold)).state).toMatchObject({ sessionId: 's2', parent: 's1' });
    expect(await child.verify()).toMatchObject({ isSound: true, valid: 5 });
    await expect(fixture.store.fork('s1', { at: 99, as: 's3', owner })).rejects.toMatchObject({
      code: 'RECORD_INVALID',
    });
    await expect(fixture.store.fork('s1', { at: 2, as: 's2', owner })).rejects.toMatchObject({
      code: 'SESSION_EXISTS',
    });
  });

  meets('restore', async () => {
    const log = await fixture.create('s1', note('a'), note('b'), note('c'));
    const records = await all(log.read());
    const bad: Record<string, LogRecord[]> = {
      altered: records.map((record) =>
        record.seq === 3 ? ({ ...record, body: { ...record.body, text: 'x' } } as LogRecord) : record,
      ),
      missing: records.filter(({ seq }) => seq !== 2),
      reordered: [0, 2, 1, 3].flatMap((n) => records[n] ?? []),
    };
    for (const [name, copy] of Object.entries(bad)) {
      const restored = fixture.store.restore({ sessionId: 'copy', owner, records: iterate(copy) });
      await expect(restored, name).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
      await expect(fixture.read('copy')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    }
    await fixture.store.restore({ sessionId: 'copy', owner, records: iterate(records) });
    expect(await all((await fixture.read('copy')).read())).toEqual(records);
  });

  meets('moved', () => checkMoved(fixture));

  meets('lifecycle', async () => {
    const log = await fixture.create('s1');
    await log.close();
    await expect(fixture.open('s1', { owner, create: true })).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
    await expect(fixture.open('s2')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expect(fixture.read('s2')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    for (const bad of ['', '../s1', 'a/b', '.hidden', 'x'.repeat(65)]) {
      await expect(fixture.open(bad, { owner, create: true }), bad).rejects.toMatchObject({
        code: 'SESSION_ID_INVALID',
      });
    }
  });

  meets('index', async () => {
    for (const [n, sessionId] of ['alpha-1', 'alpha-2', 'beta-1'].entries()) {
      const log = await fixture.open(sessionId, { owner, create: true });
      await log.append([started(sessionId, n === 2 ? '/other' : '/workspace')]);
      await log.append([{ type: 'title_changed', body: { title: `title of ${sessionId}` } }]);
      await log.close();
    }
    const ids = async (filter?: { workspace?: string }): Promise<string[]> =>
      (await fixture.store.list(filter)).map(({ sessionId }) => sessionId);
    expect(await ids()).toEqual(['beta-1', 'alpha-2', 'alpha-1']);
    expect(await ids({ workspace: '/workspace' })).toEqual(['alpha-2', 'alpha-1']);
    expect(await fixture.store.find('latest')).toMatchObject({
      sessionId: 'beta-1',
      title: 'title of beta-1',
      records: 2,
    });
    expect(await fixture.store.find('b')).toMatchObject({ sessionId: 'beta-1' });
    await expect(fixture.store.find('alpha')).rejects.toThrow('2 sessions start with alpha');
    expect(await fixture.store.find('gamma')).toBeUndefined();

    const again = await fixture.open('alpha-1');
    await again.append([{ type: 'title_changed', body: { title: 'renamed' } }]);
    expect((await fixture.store.list())[0]).toMatchObject({ sessionId: 'alpha-1', title: 'renamed', records: 3 });
    await expect(fixture.store.delete('alpha-1')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await again.close();
    await fixture.store.delete('alpha-1');
    expect(await ids()).toEqual(['beta-1', 'alpha-2']);
    await expect(fixture.store.delete('alpha-1')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
}

function textOf(record: LogRecord): string {
  return record.type === 'notice' ? record.body.text : record.type;
}

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
