import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelSetup } from '@bowline/providers';
import { openSession, type HostEnvironment, type SessionOptions } from '@bowline/assembly';
import { openStore, type SessionStore } from '@bowline/log';
import { toAgentEvents } from '@bowline/runtime';
import type { AgentEvent, AgentSend } from '@bowline/protocol';
import { all, outline, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import type { InboxEntry, InboxOutcome } from './inbox-entry.ts';
import { runSession, type RunParts } from './run-session.ts';
import type { TurnInbox } from './turn-inbox.ts';

const SESSION = 'session-1';

class MemoryInbox implements TurnInbox {
  readonly outcomes = new Map<string, InboxOutcome>();
  readonly #entries: { messageId: string; entry: InboxEntry }[] = [];
  looked = 0;

  put(messageId: string, entry: InboxEntry): void {
    this.#entries.push({ messageId, entry });
  }

  async waiting(): Promise<readonly { messageId: string; entry: InboxEntry }[]> {
    this.looked += 1;
    return this.#entries.filter(({ messageId }) => !this.outcomes.has(messageId));
  }

  async settle(_sessionId: string, messageId: string, outcome: InboxOutcome): Promise<void> {
    this.outcomes.set(messageId, outcome);
  }
}

function message(text: string): InboxEntry {
  return { send: { message: { content: [{ type: 'text', text }] } } };
}

const call = (name: string, args: Record<string, string>): ScriptedStep => ({ chunks: [{ calls: [{ name, args }] }] });
const say = (text: string): ScriptedStep => ({ chunks: [{ text }] });

describe('runSession', () => {
  let folder: string;
  let store: SessionStore;
  let inbox: MemoryInbox;
  let hint: () => void = () => undefined;
  let heard: AgentEvent[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-run-'));
    store = openStore({ root: join(folder, 'logs') });
    inbox = new MemoryInbox();
    heard = [];
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const machine = (openStoreOf: () => SessionStore): HostEnvironment => ({
    sessionsFolder: join(folder, 'sessions'),
    openStore: openStoreOf,
    home: join(folder, 'home'),
    bowlineHome: join(folder, 'home', '.bowline'),
    user: 'tester',
    owner: { pid: 1, host: 'here', name: 'worker' },
    node: { execPath: '', execArgv: [], supervisor: '' },
    environment: {},
    platform: 'linux',
    version: '0',
    newId: createIds(),
  });

  /** A worker whose model answers with these steps. */
  function worker(steps: readonly ScriptedStep[], options: Partial<SessionOptions> = {}): RunParts {
    const models = createModelSetup({ client: scriptedModel(steps) });
    return {
      store,
      inbox,
      open: async (watched) => {
        const isKnown = (await watched.find(SESSION)) !== undefined;
        const session = isKnown ? { resume: SESSION, takeover: true } : { id: SESSION };
        const approval = { canAsk: true, ...options.approval };
        const asked = { workspace: folder, models, isInteractive: false, session, ...options, approval };
        return await openSession(
          isKnown ? asked : { ...asked, model: { name: 'scripted' } },
          machine(() => watched),
        );
      },
      listen: async (onHint) => {
        hint = onHint;
        return async () => undefined;
      },
      publish: (agent) => agent.subscribe((event) => heard.push(event)),
      onSettled: () => undefined,
      pollMs: 20,
    };
  }

  const run = (parts: RunParts, signal = new AbortController().signal): ReturnType<typeof runSession> =>
    runSession(SESSION, parts, signal);

  async function kept(): Promise<readonly AgentEvent[]> {
    const reader = await store.openReader(SESSION);
    const records = await all(reader.read());
    await reader.close();
    return records.flatMap((record) => toAgentEvents(record, SESSION));
  }

  async function ask(parts: RunParts): Promise<Extract<AgentSend, { input: unknown }>['input']> {
    inbox.put('m1', message('write it'));
    expect((await run(parts)).end).toMatchObject({ kind: 'waiting' });
    const request = (await kept()).flatMap((event) => (event.type === 'input_request' ? [event.request] : []))[0];
    if (request?.kind !== 'confirmation') throw new Error('no approval was requested');
    return { inputId: request.inputId, answer: { kind: 'confirmation', outcome: 'once', digest: request.digest } };
  }

  it('sends what is in the inbox, runs the turn to its end and releases the session', async () => {
    inbox.put('m1', message('hello'));
    const result = await run(worker([say('hi')]));
    expect(result).toMatchObject({ end: { kind: 'idle' }, settled: 1, hasOpened: true });
    expect(inbox.outcomes.get('m1')).toEqual({ streamId: expect.any(String) as unknown });
    expect(outline(await kept())).toEqual([
      'initialize main',
      'agent_start',
      'user: hello',
      'session_update scripted',
      'agent: hi',
      'usage scripted 11/1',
      'agent_end completed',
    ]);
  });

  it('does not open a session without messages', async () => {
    inbox.put('m1', message('hello'));
    await run(worker([say('hi')]));
    const parts = worker([]);
    const result = await run({
      ...parts,
      open: () => {
        throw new Error('opened');
      },
    });
    expect(result).toEqual({ end: { kind: 'idle' }, settled: 0, records: 0, hasOpened: false });
  });

  it('counts a message once if a worker died between sending and settling it', async () => {
    inbox.put('m1', message('hello'));
    await run(worker([say('hi')]));
    const first = inbox.outcomes.get('m1');
    inbox.outcomes.clear();
    await run(worker([]));
    expect(inbox.outcomes.get('m1')).toEqual(first);
    expect((await kept()).filter(({ type }) => type === 'agent_start')).toHaveLength(1);
  });

  it('stops while an approval is pending, and continues in another worker', async () => {
    const path = join(folder, 'out.txt');
    const input = await ask(worker([call('write_file', { file_path: path, content: 'x' })]));
    inbox.put('a1', { send: { input } });
    const result = await run(worker([say('done')]));
    expect(result.end).toEqual({ kind: 'idle' });
    expect(inbox.outcomes.get('a1')).toMatchObject({ streamId: expect.any(String) as unknown });
    expect((await kept()).at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
  });

  it('settles a repeated answer as accepted, and a different answer as refused', async () => {
    const path = join(folder, 'out.txt');
    const input = await ask(worker([call('write_file', { file_path: path, content: 'x' })]));
    inbox.put('a1', { send: { input } });
    await run(worker([say('done')]));
    const first = inbox.outcomes.get('a1');
    inbox.outcomes.delete('a1');
    const { digest } = input.answer as { digest: string };
    const denial: AgentSend = {
      input: { inputId: input.inputId, answer: { kind: 'confirmation', outcome: 'denied', digest } },
    };
    inbox.put('a2', { send: denial });
    await run(worker([]));
    expect(inbox.outcomes.get('a1')).toEqual(first);
    expect(inbox.outcomes.get('a2')).toMatchObject({ error: { code: 'UNKNOWN_INPUT' } });
  });

  it('accepts a message while the model is responding', async () => {
    inbox.put('m1', message('hello'));
    const slow: ScriptedStep = { chunks: [{ text: 'h' }, { delayMs: 200, text: 'i' }] };
    const running = run(worker([slow, say('and you')]));
    while (!heard.some(({ type }) => type === 'message_delta')) await tick();
    inbox.put('m2', message('be brief'));
    hint();
    await running;
    expect(inbox.outcomes.get('m2')).toEqual(inbox.outcomes.get('m1'));
  });

  it('accepts an abort while the model is responding', async () => {
    inbox.put('m1', message('hello'));
    const running = run(worker([{ chunks: [{ text: 'h' }], hang: 'body' }]));
    while (!heard.some(({ type }) => type === 'message_delta')) await tick();
    inbox.put('x1', { abort: true });
    hint();
    await running;
    expect((await kept()).at(-1)).toMatchObject({ type: 'agent_end', reason: 'aborted' });
  });

  it('acknowledges an abort only after the end of the turn is saved', async () => {
    inbox.put('m1', message('hello'));
    const parts = worker([{ chunks: [{ text: 'h' }], hang: 'body' }]);
    let last: AgentEvent | undefined;
    const running = run({
      ...parts,
      inbox: {
        waiting: () => inbox.waiting(),
        settle: async (sessionId, messageId, outcome) => {
          if (messageId === 'x1') last = (await kept()).at(-1);
          await inbox.settle(sessionId, messageId, outcome);
        },
      },
    });
    while (!heard.some(({ type }) => type === 'message_delta')) await tick();
    inbox.put('x1', { abort: true });
    hint();
    await running;
    expect(last).toMatchObject({ type: 'agent_end', reason: 'aborted' });
  });

  it('does not reopen a session that was moved away during a turn', async () => {
    inbox.put('m1', message('hello'));
    const lost = new AbortController();
    const running = run(worker([{ chunks: [{ text: 'h' }], hang: 'body' }]), lost.signal);
    while (!heard.some(({ type }) => type === 'message_delta')) await tick();
    lost.abort();
    await running;
    const log = await store.open(SESSION, { owner: { pid: 1, host: 'here', name: 'mover' } });
    await log.append([{ type: 'session_moved', body: { to: 'there', moveId: 'move-1' } }]);
    await log.close();
    expect(await run(worker([]))).toMatchObject({ end: { kind: 'idle' }, hasOpened: false });
  });

  it('records nothing more after its signal aborts, and another worker continues', async () => {
    inbox.put('m1', message('hello'));
    const lost = new AbortController();
    const running = run(worker([{ chunks: [{ text: 'h' }], hang: 'body' }]), lost.signal);
    while (!heard.some(({ type }) => type === 'message_delta')) await tick();
    const before = await kept();
    lost.abort();
    expect((await running).end).toEqual({ kind: 'left' });
    expect(await kept()).toEqual(before);
    expect((await run(worker([say('hi')]))).end).toEqual({ kind: 'idle' });
    expect((await kept()).at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
  });

  it('answers waiting clients if the session cannot be opened', async () => {
    inbox.put('m1', message('hello'));
    const parts = worker([], { approval: { mode: 'yolo' } });
    const { AgentError } = await import('@bowline/protocol');
    const broken: RunParts = {
      ...parts,
      open: async () => {
        throw new AgentError('SETTINGS_INVALID', 'yolo mode is switched off');
      },
    };
    await expect(run(broken)).rejects.toThrow('yolo');
    expect(inbox.outcomes.get('m1')).toMatchObject({ error: { code: 'SETTINGS_INVALID' } });
  });

  it('reports when an approval expires, and does not open the session before that', async () => {
    const path = join(folder, 'out.txt');
    const expireMs = 60_000;
    const parts = worker([call('write_file', { file_path: path, content: 'x' })], { approval: { expireMs } });
    inbox.put('m1', message('write it'));
    const { end } = await run(parts);
    expect(end).toMatchObject({ kind: 'waiting', until: expect.any(String) as unknown });
    // Until then there is no reason to open it.
    expect(await run(worker([]))).toMatchObject({ end, hasOpened: false });
  });
});

function createIds(): () => string {
  let made = 0;
  return () => `id-${Date.now().toString(36)}-${(made += 1)}`;
}

async function tick(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
