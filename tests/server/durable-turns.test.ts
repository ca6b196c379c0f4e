import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '@bowline/protocol';
import { eventually, openDurableRig, toMessage, type DurableRig } from './durable-rig.ts';

describe('durable turns', () => {
  let rig: DurableRig;

  beforeAll(async () => {
    rig = await openDurableRig({ count: 2, drainMs: 300 });
  }, 120_000);
  afterAll(async () => {
    await rig.close();
  }, 60_000);

  /** The number of the worker that sent the last model request. */
  const lastWorker = (): number => rig.workers.numberOf(rig.workers.asked().at(-1)?.pid ?? 0);
  const askedFor = (rest: string): number => rig.workers.asked().filter((asked) => asked.rest.includes(rest)).length;
  const untilAsked = (rest: string): Promise<true> =>
    eventually(`a request about ${rest}`, rig.workers, async () => (askedFor(rest) > 0 ? true : undefined));

  /** Kills that worker while the other one survives, and starts a new one. */
  async function killLastWorker(): Promise<void> {
    await rig.workers.kill(lastWorker());
  }

  it('answers, and releases the session', async () => {
    const session = await rig.session();
    const outcome = await session.outcome(await session.say('say hello'));
    const end = await session.until('agent_end');
    expect(outcome).toEqual({ streamId: end.streamId });
    expect(end.reason).toBe('completed');
    await eventually('rest', rig.workers, async () => ((await session.status()) === 'resting' ? true : undefined));
  });

  it('counts a message once if it is sent twice', async () => {
    const session = await rig.session();
    const entry = { send: toMessage('say once') };
    await session.put(entry, 'm1');
    await session.put(entry, 'm1');
    await session.until('agent_end');
    await session.say('say twice');
    await session.until('agent_end', 2);
    expect(countOf(await session.events(), 'agent_start')).toBe(2);
    expect(askedFor('once')).toBe(1);
  });

  it('continues in another worker if one dies during a model call', async () => {
    const session = await rig.session();
    await session.say('slow 3000 one two three killed');
    await untilAsked('killed');
    await killLastWorker();
    const end = await session.until('agent_end');
    expect(end.reason).toBe('completed');
    const events = await session.events();
    expect(sound(events)).toEqual([]);
    expect(textOf(events)).toEqual(['one two three killed ']);
    await rig.workers.start();
  });

  it('joins the running command of a worker that died, and runs it once', async () => {
    const session = await rig.session('yolo');
    const file = join(rig.workers.workspace, 'ran.txt');
    await session.say(`run echo ran >> ${file}; sleep 2; echo over`);
    await eventually('the command', rig.workers, async () => (existsSync(file) ? true : undefined));
    await killLastWorker();
    const response = await session.until('tool_response');
    expect(response).toMatchObject({ isError: false });
    expect(JSON.stringify(response.content)).toContain('over');
    expect((await session.until('agent_end')).reason).toBe('completed');
    expect(readFileSync(file, 'utf8')).toBe('ran\n');
    expect(sound(await session.events())).toEqual([]);
    await rig.workers.start();
  });

  it('keeps a question while everything dies, and continues with the answer', async () => {
    const session = await rig.session();
    const path = join(rig.workers.workspace, 'asked.txt');
    await session.say(`write ${path}`);
    const { request } = await session.until('input_request');
    await eventually('rest', rig.workers, async () => ((await session.status()) === 'resting' ? true : undefined));
    for (const [worker] of rig.workers.pids().entries()) await rig.workers.kill(worker);
    await rig.restate.kill();
    await rig.restate.start();
    if (request.kind !== 'confirmation') throw new Error('not a confirmation');
    const answer = { kind: 'confirmation', outcome: 'once', digest: request.digest } as const;
    const sent = session.put({ send: { input: { inputId: request.inputId, answer } } }, 'answer');
    await rig.workers.start();
    await rig.workers.start();
    await sent;
    expect((await session.until('agent_end')).reason).toBe('completed');
    expect(await session.outcome('answer')).toMatchObject({ streamId: expect.any(String) as unknown });
    expect(readFileSync(path, 'utf8')).toBe('written');
    // A repeated answer is recognized.
    await session.put({ send: { input: { inputId: request.inputId, answer } } }, 'again');
    expect(await session.outcome('again')).toEqual(await session.outcome('answer'));
    expect(sound(await session.events())).toEqual([]);
  });

  it('steers a running turn', async () => {
    const session = await rig.session();
    const first = await session.say('slow 1500 a b c');
    await untilAsked('a b c');
    const second = await session.say('say steered');
    expect(await session.outcome(second)).toEqual(await session.outcome(first));
    const end = await session.until('agent_end');
    expect(end.reason).toBe('completed');
    expect(textOf(await session.events())).toContain('steered');
    expect(countOf(await session.events(), 'agent_start')).toBe(1);
  });

  it('aborts a running turn', async () => {
    const session = await rig.session('yolo');
    await session.say('run sleep 30');
    await session.until('tool_request');
    const began = Date.now();
    await session.put({ abort: true });
    const end = await session.until('agent_end');
    expect(end.reason).toBe('aborted');
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(sound(await session.events())).toEqual([]);
  });

  it('closes an expired question without a client', async () => {
    const session = await rig.session('default', { expireMs: 12_000 });
    await session.say(`write ${join(rig.workers.workspace, 'never.txt')}`);
    await session.until('input_request');
    await eventually('rest', rig.workers, async () => ((await session.status()) === 'resting' ? true : undefined));
    const { outcome } = await session.until('input_response');
    expect(outcome).toEqual({ kind: 'expired' });
    expect((await session.until('agent_end')).reason).toBe('completed');
    expect(existsSync(join(rig.workers.workspace, 'never.txt'))).toBe(false);
  });

  it('waits for a quota without holding anything, and continues when it is back', async () => {
    const session = await rig.session();
    const file = join(rig.workers.workspace, 'quota');
    await session.say(`quota ${file} 13`);
    await untilAsked(file);
    await eventually('rest', rig.workers, async () => ((await session.status()) === 'resting' ? true : undefined));
    const asked = askedFor(file);
    writeFileSync(file, '');
    expect((await session.until('agent_end')).reason).toBe('completed');
    expect(askedFor(file)).toBe(asked + 1);
  });

  it('hands a turn over when a worker is drained', async () => {
    const session = await rig.session();
    await session.say('slow 4000 a b c drained');
    await untilAsked('drained');
    const before = lastWorker();
    expect(await rig.workers.drain(before)).toBe(0);
    expect((await session.until('agent_end')).reason).toBe('completed');
    expect(lastWorker()).not.toBe(before);
    expect(sound(await session.events())).toEqual([]);
    await rig.workers.start();
  });

  it('fences off a frozen worker after another one has taken over', async () => {
    const session = await rig.session();
    await session.say('slow 2000 a b c frozen');
    await untilAsked('frozen');
    const frozen = lastWorker();
    rig.workers.signal(frozen, 'SIGSTOP');
    const end = await session.until('agent_end');
    const before = await session.records();
    rig.workers.signal(frozen, 'SIGCONT');
    await sleep(3_000);
    expect(await session.records()).toEqual(before);
    expect(end.reason).toBe('completed');
    expect(sound(await session.events())).toEqual([]);
  });

  it('answers a message to a session that cannot be opened', async () => {
    const session = await rig.session('default', { expireMs: 'soon' });
    const outcome = await session.outcome(await session.say('say hello'));
    expect(outcome).toMatchObject({ error: { code: 'SETTINGS_INVALID' } });
  });
});

/** The problems in the events of a session: each stream needs one end, each request one response. */
function sound(events: readonly AgentEvent[]): readonly string[] {
  const problems: string[] = [];
  const starts = countOf(events, 'agent_start');
  if (starts !== countOf(events, 'agent_end')) problems.push('a stream without an end, or an end too many');
  const requests = events.flatMap((event) => (event.type === 'tool_request' ? [event.callId] : []));
  const responses = events.flatMap((event) => (event.type === 'tool_response' ? [event.callId] : []));
  if (JSON.stringify(requests.sort()) !== JSON.stringify(responses.sort())) problems.push('calls and responses differ');
  const ids = events.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problems.push('an event twice');
  return problems;
}

function countOf(events: readonly AgentEvent[], type: AgentEvent['type']): number {
  return events.filter((event) => event.type === type).length;
}

function textOf(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'message' && event.role === 'agent'
      ? [event.content.map((part) => (part.type === 'text' ? part.text : '')).join('')]
      : [],
  );
}
