import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldAt, openStore, toVisibleRanges, type NewRecord, type SessionStore } from '@bowline/log';
import { all, owner, started } from '@bowline/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { History } from '../journal/history.ts';
import { findCut } from './find-cut.ts';
import { turnFold } from './reduce-turn.ts';

let folder: string;
let store: SessionStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  store = openStore({ root: folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A step: how many calls it has, and after how many of their results the user says something. */
interface Step {
  readonly calls: number;
  readonly saidAfter: number | null;
}

const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ calls: fc.nat(3), saidAfter: fc.option(fc.nat(3)) }), {
  minLength: 1,
  maxLength: 5,
});

const text = (value: string) => [{ type: 'text' as const, text: value }];

function toRecords(list: readonly Step[]): NewRecord[] {
  const records: NewRecord[] = [
    { type: 'stream_started', body: {} },
    { type: 'user_message', body: { messageId: 'm', content: text('go') } },
  ];
  for (const [n, { calls, saidAfter }] of list.entries()) {
    const ids = Array.from({ length: calls }, (_, at) => `c${n}.${at}`);
    const said: NewRecord = { type: 'steering_message', body: { messageId: `s${n}`, content: text('and') } };
    records.push({ type: 'model_answered', body: { messageId: `a${n}`, model: 'm', content: text(`answer ${n}`) } });
    const asked = { name: 'read', args: {}, effect: 'read', executor: 'local' } as const;
    for (const callId of ids) records.push({ type: 'tool_requested', body: { callId, ...asked } });
    for (const [at, callId] of ids.entries()) {
      if (saidAfter === at) records.push(said);
      records.push({ type: 'tool_finished', body: { callId, name: 'read', content: text('x'), isError: false } });
    }
    if (saidAfter !== null && saidAfter >= calls) records.push(said);
  }
  return [...records, { type: 'stream_ended' as const, body: { reason: 'completed' as const } }].map((record) => ({
    ...record,
    streamId: 't',
  }));
}

test('a rewind into a turn keeps a beginning of it in which every call has its result', async () => {
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(40), async (list, pick) => {
      const log = await store.open(`s${(sessions += 1)}`, { owner, create: true });
      await log.append([started(log.sessionId)]);
      await log.append(toRecords(list));
      const records = (await all(log.read())).slice(2);
      const record = records[pick % records.length];
      const visible = toVisibleRanges([], log.head.seq);
      const to = await findCut({ before: record?.id ?? '', step: true }, { log, visible });
      expect(to).toBeLessThan(record?.seq ?? 0);
      const before = await foldAt(log, turnFold, to);
      expect(before.batch.filter(({ isFinished }) => !isFinished)).toEqual([]);
      await log.append([{ type: 'rewound', body: { to } }]);
      // The session rests, and the next message finds a view that needs no made-up result.
      expect((await foldAt(log, turnFold, log.head.seq)).streamId).toBeNull();
      const kept = (await all(log.read({ from: 1, to }))).map(({ type }) => type);
      expect(kept.filter((type) => type === 'tool_requested')).toHaveLength(
        kept.filter((type) => type === 'tool_finished').length,
      );
      const history = new History(() => 1);
      for await (const each of log.read({ from: 1, to })) history.take(each);
      const { length } = history.entries;
      for await (const each of log.read({ from: log.head.seq })) history.take(each);
      expect(history.entries).toHaveLength(length);
      await log.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);
