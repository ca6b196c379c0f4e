import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInbox, openPostgresStore } from '@bowline/server';
import { note, owner, started } from '@bowline/testkit';
import { openSessionHeads } from '../../packages/server/src/store/session-heads.ts';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

describe('reading many sessions at once', () => {
  let postgres: MigratedPostgres;
  beforeAll(async () => {
    postgres = await openMigratedPostgres();
  });
  afterAll(async () => {
    await postgres.close();
  });

  it('returns the head of each log, and nothing of another tenant', async () => {
    const [ours, theirs] = [
      { pool: postgres.app, tenant: 'ours' },
      { pool: postgres.app, tenant: 'theirs' },
    ];
    for (const [sessionId, notes] of [
      ['one', 1],
      ['two', 4],
    ] as const) {
      const log = await openPostgresStore(ours).open(sessionId, { owner, create: true });
      await log.append([started(sessionId), ...Array.from({ length: notes }, (_, n) => note(`${n}`))]);
      await log.close();
    }
    const heads = openSessionHeads(ours);
    expect(await Promise.all(['one', 'two', 'three'].map((id) => heads(id)))).toEqual([2, 5, undefined]);
    expect(await openSessionHeads(theirs)('one')).toBeUndefined();
  });

  it('returns the inboxes with pending entries, until these are settled', async () => {
    const [ours, theirs] = ['ours', 'theirs'].map((tenant) => openInbox({ pool: postgres.app, tenant }));
    await ours?.put('one', { messageId: 'm1', entry: { abort: true } });
    expect(await Promise.all([ours?.hasWaiting('one'), ours?.hasWaiting('two')])).toEqual([true, false]);
    expect(await theirs?.hasWaiting('one')).toBe(false);
    await ours?.settle('one', 'm1', { streamId: null });
    expect(await ours?.hasWaiting('one')).toBe(false);
  });
});
