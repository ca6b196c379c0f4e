import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type NewRecord, type SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { all, owner, started } from '@bowline/testkit';
import { giveUp } from './give-up.ts';
import type { InboxOutcome } from './inbox-entry.ts';

const streamId = 'stream-1';
const begun: NewRecord[] = [
  { type: 'stream_started', streamId, body: {} },
  { type: 'user_message', streamId, body: { messageId: 'm0', content: [{ type: 'text', text: 'hi' }] } },
];
const error = new AgentError('INTERNAL', 'it broke');

describe('giveUp', () => {
  let folder: string;
  let store: SessionStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-give-up-'));
    store = openStore({ root: folder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function typesAfter(records: readonly NewRecord[]): Promise<readonly string[]> {
    const log = await store.open('s1', { owner, create: true });
    await log.append([started('s1'), ...records]);
    await log.close();
    await giveUp('s1', { store, inbox, onSettled: (messageId) => told.push(messageId) }, { error, owner });
    const reader = await store.openReader('s1');
    const types = (await all(reader.read())).map(({ type }) => type);
    await reader.close();
    return types;
  }

  const told: string[] = [];
  const outcomes = new Map<string, InboxOutcome>();
  const inbox = {
    waiting: async () => [{ messageId: 'm1', entry: { abort: true } }],
    settle: async (_sessionId: string, messageId: string, outcome: InboxOutcome) => outcomes.set(messageId, outcome),
  };

  it('tells waiting clients why, and ends the open stream', async () => {
    expect(await typesAfter(begun)).toEqual(['session_started', 'stream_started', 'user_message', 'stream_ended']);
    expect(outcomes.get('m1')).toEqual({ error: { code: 'INTERNAL', message: 'it broke' } });
    expect(told).toEqual(['m1']);
  });

  it('adds nothing to a session that has no open stream', async () => {
    expect(await typesAfter([])).toEqual(['session_started']);
  });
});
