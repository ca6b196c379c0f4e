import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRemoteAgent } from '@bowline/client';
import { openStore } from '@bowline/log';
import { AgentSession, createMessage, isLiveOnly, toText, type AgentEvent } from '@bowline/protocol';
import { all, calls, owner, says, started, type TurnPlan } from '@bowline/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pullSession, pushSession, type MoveParts } from '../../packages/cli/src/move/move-session.ts';
import { plannedParts } from '../turns/planned-agent.ts';
import { openTestAgent } from '../turns/test-agent.ts';
import { openPlannedCluster, type PlannedCluster } from './open-planned-cluster.ts';

let cluster: PlannedCluster;
beforeAll(async () => {
  cluster = await openPlannedCluster({ carrier: 'nats' });
}, 120_000);
afterAll(async () => {
  await cluster.close();
});

test('if all workers die in mid-turn, every client receives each durable event once, in order, and continues', async () => {
  const rounds = 2;
  const chunks = Array.from({ length: 30 }, (_, n) => `${n} `);
  // Only an abort ends this call, so a worker that is killed while it runs dies in mid-turn.
  const plan: TurnPlan = [says(...chunks), calls({ name: 'read', result: 'never', isEndless: true })];
  const plans = Array.from({ length: rounds }, () => [plan, [says(...chunks)]]).flat();
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { agent, close } = await cluster.open(plans);
      const heard: AgentEvent[] = await all(agent.events());
      agent.subscribe((event) => heard.push(event));
      return { agent, heard, close, session: new AgentSession(agent) };
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    const streams = await Promise.all(
      clients.map(async ({ agent, heard }) => {
        const { streamId } = await agent.send(createMessage('run for ever'));
        await expect.poll(() => isRunning(heard, streamId), { timeout: 30_000 }).toBe(true);
        return streamId ?? '';
      }),
    );
    const statuses = await Promise.all(clients.map(({ agent }) => agent.status()));
    expect(statuses.map(({ activeStreamId }) => activeStreamId)).toEqual(streams);
    expect(await cluster.replaceWorkers()).toBe(2);
    for (const [n, { agent, session }] of clients.entries()) {
      await agent.abort();
      const ended = await all(session.stream({ streamId: streams[n] ?? '' }));
      expect(ended.at(-1)).toMatchObject({ type: 'agent_end', reason: 'aborted' });
      const next = await all(session.sendStream(createMessage('and now')));
      expect(next.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
    }
  }
  for (const { agent, heard, close } of clients) {
    const kept = await all(agent.events());
    expect(heard.filter((event) => !isLiveOnly(event))).toEqual(kept);
    const said = kept.flatMap((event) =>
      event.type === 'message' && event.role === 'user' ? [toText(event.content)] : [],
    );
    expect(said).toEqual(Array.from({ length: rounds }, () => ['run for ever', 'and now']).flat());
    await close();
  }
});

/** True if the stream has reached its call, according to the events received. */
function isRunning(heard: readonly AgentEvent[], streamId: string | null): boolean {
  return heard.some((event) => event.type === 'tool_status' && event.streamId === streamId);
}

test('a session moves here from a laptop, a worker handles the answer to its question, and it moves back', async () => {
  const sessionId = 'from-a-laptop';
  const folder = mkdtempSync(join(tmpdir(), 'bowline-laptop-'));
  const store = openStore({ root: join(folder, 'sessions') });
  const plans: TurnPlan[] = [[calls({ name: 'write', result: 'written', isAsked: true }), says('done')]];
  cluster.plan(sessionId, plans);
  const log = await store.open(sessionId, { owner, create: true });
  await log.append([started(sessionId)]);
  const here = await openTestAgent(log, plannedParts(plans));
  const asked = new Promise((resolve) => {
    here.subscribe((event) => {
      if (event.type === 'input_request') resolve(event);
    });
  });
  await here.send(createMessage('write it'));
  await asked;
  await here.close();

  const { remote, url, token } = cluster;
  const parts: MoveParts = { store, owner, place: 'laptop/1', remote, url, newId: () => crypto.randomUUID() };
  expect(await pushSession(parts, sessionId)).toMatchObject({ isKnown: false, pending: 1 });
  expect(await pushSession(parts, sessionId)).toMatchObject({ isKnown: true });
  const agent = await openRemoteAgent({ url, token, sessionId });
  const { pendingInputs, activeStreamId } = await agent.status();
  const [request] = pendingInputs;
  if (request?.kind !== 'confirmation') throw new Error('the question did not move');
  const { inputId, digest } = request;
  await agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } });
  const events = await all(new AgentSession(agent).stream({ streamId: activeStreamId ?? '' }));
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
  agent.close();

  await expect.poll(() => pullSession(parts, sessionId).catch(() => 'busy'), { timeout: 20_000 }).toBe('came');
  const again = await store.open(sessionId, { owner });
  expect((await again.verify()).isSound).toBe(true);
  expect((await all(again.read())).filter(({ type }) => type === 'tool_finished')).toHaveLength(1);
  await again.close();
  await store.close();
  rmSync(folder, { recursive: true });
});
