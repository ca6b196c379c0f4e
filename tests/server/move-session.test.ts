import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRemoteAgent, type RemoteServer } from '@bowline/client';
import { openStore, type LogRecord, type SessionReader, type SessionStore } from '@bowline/log';
import { AgentError, AgentSession, createMessage } from '@bowline/protocol';
import { all, calls, note, owner, says, started, type TurnPlan } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pullSession, pushSession, takeBack, type MoveParts } from '../../packages/cli/src/move/move-session.ts';
import { plannedParts } from '../turns/planned-agent.ts';
import { openTestAgent } from '../turns/test-agent.ts';
import { openTestServer, type TestServer } from './open-test-server.ts';

const asks: TurnPlan = [calls({ name: 'write', result: 'written', isAsked: true }), says('done')];
const ID = 'moving';

let folder = '';
let store: SessionStore;
let server: TestServer;
let parts: MoveParts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-move-'));
  store = openStore({ root: join(folder, 'sessions') });
  // The answer after the question, wherever that is answered.
  server = await openTestServer({ plans: [[says('done')]] });
  let ids = 0;
  const { remote, url } = server;
  parts = { store, owner, place: 'here/1', remote, url, newId: () => `move-${(ids += 1)}` };
});
afterEach(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A local session whose turn waits for an answer. */
async function askHere(): Promise<void> {
  const log = await store.open(ID, { owner, create: true });
  await log.append([started(ID)]);
  const agent = await openTestAgent(log, plannedParts([asks]));
  const asked = new Promise((resolve) => {
    agent.subscribe((event) => {
      if (event.type === 'input_request') resolve(event);
    });
  });
  await agent.send(createMessage('write it'));
  await asked;
  await agent.close();
}

async function createHere(): Promise<void> {
  const log = await store.open(ID, { owner, create: true });
  await log.append([started(ID), note('one'), note('two')]);
  await log.close();
}

async function recordsOf(at: SessionStore): Promise<LogRecord[]> {
  const reader = await at.openReader(ID);
  const records = await all(reader.read());
  await reader.close();
  return records;
}

/** The places where the session can be written, found by trying. */
async function writers(): Promise<string[]> {
  const found: string[] = [];
  for (const [name, at] of [['here', store] as const, ['there', server.store] as const]) {
    try {
      const log = await at.open(ID, { owner });
      await log.close();
      found.push(name);
    } catch (thrown) {
      expect(['SESSION_MOVED', 'SESSION_NOT_FOUND']).toContain(AgentError.from(thrown).code);
    }
  }
  return found;
}

test('a session with a pending approval is moved, answered there, and moved back completely', async () => {
  await askHere();
  const before = await recordsOf(store);
  expect(await pushSession(parts, ID)).toMatchObject({ isKnown: false, pending: 1, workspace: '/workspace' });
  expect(await writers()).toEqual(['there']);
  expect((await store.find(ID))?.movedTo).toBe(server.url);

  const agent = await openRemoteAgent({ url: server.url, token: server.token, sessionId: ID });
  const { pendingInputs, activeStreamId } = await agent.status();
  const [asked] = pendingInputs;
  if (asked?.kind !== 'confirmation') throw new Error('the question did not move');
  const { inputId, digest } = asked;
  await agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } });
  const events = await all(new AgentSession(agent).stream({ streamId: activeStreamId ?? '' }));
  agent.close();
  expect(events.find(({ type }) => type === 'tool_response')).toMatchObject({ isError: false });
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });

  await expect.poll(() => pullSession(parts, ID).catch(() => 'busy')).toBe('came');
  expect(await writers()).toEqual(['here']);
  const after = await recordsOf(store);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter(({ type }) => type === 'tool_finished')).toHaveLength(1);
  expect(await pullSession(parts, ID)).toBe('was here');
});

test('a session takes its texts along, there and back', async () => {
  await createHere();
  const here = await store.artifacts.put(ID, 'saved here');
  expect(await pushSession(parts, ID)).toMatchObject({ artifacts: [] });
  expect(await server.store.artifacts.get(ID, here)).toBe('saved here');
  const there = await server.store.artifacts.put(ID, 'saved there');
  expect(await pullSession(parts, ID)).toBe('came');
  expect(await store.artifacts.get(ID, here)).toBe('saved here');
  expect(await store.artifacts.get(ID, there)).toBe('saved there');
});

test('a session moves back and forth, each time with everything it had and more', async () => {
  await createHere();
  for (let round = 0; round < 3; round += 1) {
    await pushSession(parts, ID);
    const log = await server.store.open(ID, { owner });
    await log.append([note(`there ${round}`)]);
    await log.close();
    expect(await pullSession(parts, ID)).toBe('came');
  }
  const texts = (await recordsOf(store)).flatMap((record) => (record.type === 'notice' ? [record.body.text] : []));
  expect(texts).toEqual(['one', 'two', 'there 0', 'there 1', 'there 2']);
  const reader = await store.openReader(ID);
  expect((await reader.verify()).problems).toEqual([]);
  await reader.close();
});

test('a push interrupted at any step leaves at most one writer and all records, and repeating it completes it', async () => {
  for (let at = 1; ; at += 1) {
    await createHere();
    const records = await recordsOf(store);
    const cutting = cutAt(parts, at);
    const isCut = await pushSession(cutting, ID).then(
      () => false,
      () => true,
    );
    expect((await writers()).length, `step ${at}`).toBeLessThanOrEqual(1);
    expect((await recordsOf(store)).slice(0, records.length)).toEqual(records);
    await pushSession(parts, ID);
    expect(await writers(), `step ${at}`).toEqual(['there']);
    expect((await recordsOf(server.store)).slice(0, records.length)).toEqual(records);
    await store.delete(ID);
    await server.store.delete(ID);
    if (isCut || cutting.steps() >= at) continue;
    expect(at).toBeGreaterThan(8); // each call of store and server is two steps
    break;
  }
});

test('a pull interrupted at any step leaves at most one writer and all records, and repeating it completes it', async () => {
  for (let at = 1; ; at += 1) {
    await createHere();
    await pushSession(parts, ID);
    const records = await recordsOf(server.store);
    const cutting = cutAt(parts, at);
    const isCut = await pullSession(cutting, ID).then(
      () => false,
      () => true,
    );
    expect((await writers()).length, `step ${at}`).toBeLessThanOrEqual(1);
    expect((await recordsOf(server.store)).slice(0, records.length)).toEqual(records);
    await pullSession(parts, ID);
    expect(await writers(), `step ${at}`).toEqual(['here']);
    expect((await recordsOf(store)).slice(0, records.length)).toEqual(records);
    await store.delete(ID);
    await server.store.delete(ID);
    if (isCut || cutting.steps() >= at) continue;
    expect(at).toBeGreaterThan(8); // each call of store and server is two steps
    break;
  }
});

test('a session that the server rejects is writable here again', async () => {
  await createHere();
  await server.remote.create({ sessionId: ID, workspace: '/workspace' });
  await expect(pushSession(parts, ID)).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
  const log = await store.open(ID, { owner });
  await log.append([note('goes on here')]);
  await log.close();
});

test('a push that never reached the server can be canceled', async () => {
  await createHere();
  const cutting = { ...parts, remote: { ...parts.remote, importLines: cutOff } };
  await expect(pushSession(cutting, ID)).rejects.toMatchObject({ retryable: true });
  expect(await writers()).toEqual([]);
  await expect(pushSession({ ...parts, url: 'http://elsewhere' }, ID)).rejects.toMatchObject({ code: 'SESSION_MOVED' });
  await takeBack(parts, ID);
  expect(await writers()).toEqual(['here']);
});

test('a copy that is interrupted in transit leaves nothing there, and repeating the push completes it', async () => {
  await createHere();
  const importLines: RemoteServer['importLines'] = (lines, moveId) =>
    parts.remote.importLines(breakOff(lines, 3), moveId);
  await expect(pushSession({ ...parts, remote: { ...parts.remote, importLines } }, ID)).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
  });
  expect(await server.remote.has(ID)).toBe(false);
  expect(await writers()).toEqual([]);
  await pushSession(parts, ID);
  expect(await writers()).toEqual(['there']);
});

test('a session claimed by an interrupted pull is not given to another place, which is told who has it', async () => {
  await createHere();
  await pushSession(parts, ID);
  const cutting = { ...parts, remote: { ...parts.remote, exportLines: cutLines } };
  await expect(pullSession(cutting, ID)).rejects.toThrow();
  const other = openStore({ root: join(folder, 'other') });
  await expect(pullSession({ ...parts, store: other, place: 'there/2' }, ID)).rejects.toMatchObject({
    code: 'SESSION_MOVED',
    details: { to: 'here/1' },
  });
  await other.close();
  expect(await pullSession(parts, ID)).toBe('came');
});

test('a session is not pulled over a different one with the same id', async () => {
  await createHere();
  await pushSession(parts, ID);
  await store.delete(ID);
  const log = await store.open(ID, { owner, create: true });
  await log.append([started(ID), note('another'), { type: 'session_moved', body: { to: server.url, moveId: 'm' } }]);
  await log.close();
  await expect(pullSession(parts, ID)).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
  expect(await writers()).toEqual(['there']);
});

test('a session at work is not released', async () => {
  const busy = await openTestServer({ plans: [[{ kind: 'endless' }]] });
  const sessionId = await busy.remote.create({ workspace: '/workspace' });
  const agent = await openRemoteAgent({ url: busy.url, token: busy.token, sessionId });
  await agent.send(createMessage('go'));
  await expect(pullSession({ ...parts, remote: busy.remote, url: busy.url }, sessionId)).rejects.toMatchObject({
    code: 'SESSION_BUSY',
  });
  agent.close();
  await busy.close();
});

async function cutOff(): Promise<never> {
  throw new AgentError('SERVER_UNREACHABLE', 'cut off', { retryable: true });
}

async function* breakOff(lines: AsyncIterable<string>, after: number): AsyncIterable<string> {
  let count = 0;
  for await (const line of lines) {
    if (count === after) await cutOff();
    count += 1;
    yield line;
  }
}

async function* cutLines(): AsyncIterable<string> {
  yield await cutOff();
}

/** The same parts, whose nth step fails: half of the steps fail before they take effect, half after. */
function cutAt(whole: MoveParts, at: number): MoveParts & { readonly steps: () => number } {
  let steps = 0;
  const opened: SessionReader[] = [];
  const end = async (): Promise<never> => {
    // Closes the logs, as the death of a process would.
    for (const log of opened) await log.close();
    return await cutOff();
  };
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    if ((steps += 1) === at) return await end();
    const result = await act();
    if ((steps += 1) === at) return await end();
    return result;
  };
  const cut = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        const call = value.bind(object) as (...given: unknown[]) => unknown;
        if (name === 'exportLines' || name === 'read') return call;
        return (...given: unknown[]) =>
          step(async () => {
            const result = await call(...given);
            if (name === 'open' || name === 'openReader') opened.push(result as SessionReader);
            return name === 'open' ? cut(result as object) : result;
          });
      },
    });
  return { ...whole, store: cut(whole.store), remote: cut<RemoteServer>(whole.remote), steps: () => steps };
}
