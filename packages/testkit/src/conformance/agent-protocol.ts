import {
  agentEventSchema,
  AgentError,
  AgentSession,
  createMessage,
  isLiveOnly,
  toText,
  type AgentEvent,
  type AgentProtocol,
  type AgentSend,
} from '@bowline/protocol';
import { afterEach, describe, expect } from 'vitest';
import { all } from '../all.ts';
import { calls, fails, hangs, says, type TurnPlan } from '../turn-plan.ts';
import { citeRequirements } from './cite-requirements.ts';
import { agentRequirements, type AgentRequirementId } from './requirements.ts';

/** An open agent under test that plays the given plans. */
export interface AgentSubject {
  readonly agent: AgentProtocol;
  readonly close: () => Promise<void>;
}

/** Opens an agent that plays one plan per message. */
export type OpenAgentSubject = (plans: readonly TurnPlan[]) => Promise<AgentSubject>;

const kept = (events: readonly AgentEvent[]): AgentEvent[] => events.filter((event) => !isLiveOnly(event));

/** Runs the conformance suite of `AgentProtocol` against one implementation. */
export function describeAgentProtocol(name: string, open: OpenAgentSubject): void {
  const { meets, testCitations } = citeRequirements(agentRequirements);
  const opened: AgentSubject[] = [];
  const openSession = async (...plans: TurnPlan[]): Promise<AgentSession> => {
    const subject = await open(plans);
    opened.push(subject);
    return new AgentSession(subject.agent);
  };

  describe(name, () => {
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((subject) => subject.close()));
    });
    sendSuite(meets, openSession);
    replaySuite(meets, openSession);
    lifecycleSuite(meets, openSession);
    abortSuite(meets, openSession);
    readerSuite(meets, openSession);
    inputSuite(meets, openSession);

    testCitations();
  });
}

type Meets = (id: AgentRequirementId, body: () => Promise<void>) => void;
type OpenSession = (...plans: TurnPlan[]) => Promise<AgentSession>;

const twoCalls = calls({ name: 'read', result: 'one' }, { name: 'read', result: 'two', isError: true });

function sendSuite(meets: Meets, openSession: OpenSession): void {
  meets('send-before-start', async () => {
    const session = await openSession([says('hi')]);
    const order: string[] = [];
    const ended = onceEnded(session, (event) => {
      if (event.type === 'agent_start') order.push(`start ${event.streamId ?? ''}`);
    });
    const { streamId } = await session.send(createMessage('go'));
    order.push(`resolved ${streamId ?? ''}`);
    await ended;
    expect(order).toEqual([`resolved ${streamId ?? ''}`, `start ${streamId ?? ''}`]);
  });

  meets('send-validates', async () => {
    const session = await openSession([says('hi')]);
    const before = await all(session.events());
    const malformed = { message: { content: [] } } satisfies AgentSend;
    await expect(session.send(malformed)).rejects.toMatchObject({ code: 'SEND_INVALID' });
    expect(await all(session.events())).toEqual(before);
  });

  meets('steering', async () => {
    const session = await openSession([hangs()]);
    const { streamId } = await session.send(createMessage('go'));
    await untilStarted(session);
    expect(await session.send(createMessage('also this'))).toEqual({ streamId });
    await session.abort();
    const events = await all(session.stream({ streamId: streamId ?? '' }));
    const users = events.filter((event) => event.type === 'message' && event.role === 'user');
    expect(users.map((event) => (event.type === 'message' ? toText(event.content) : ''))).toEqual(['go', 'also this']);
  });
}

function replaySuite(meets: Meets, openSession: OpenSession): void {
  meets('stable-ids', async () => {
    const session = await openSession([says('a', 'b'), twoCalls, says('c')], [says('d')]);
    const live: AgentEvent[] = await all(session.events());
    session.subscribe((event) => live.push(event));
    await play(session, 'one');
    await play(session, 'two');
    expect(await all(session.events())).toEqual(kept(live));
  });

  meets('unique-ids', async () => {
    const session = await openSession([says('a', 'b'), twoCalls], [says('c', 'd')]);
    const ids: string[] = (await all(session.events())).map((event) => event.id);
    session.subscribe((event) => ids.push(event.id));
    await play(session, 'one');
    await play(session, 'two');
    expect(new Set(ids).size).toBe(ids.length);
  });

  meets('deltas-add-up', async () => {
    const session = await openSession([says('one ', 'two ', 'three')]);
    const events = await play(session, 'go');
    const deltas = events.flatMap((event) => (event.type === 'message_delta' ? [event] : []));
    const message = events.find((event) => event.type === 'message' && event.role === 'agent');
    expect(message).toMatchObject({ messageId: deltas[0]?.messageId });
    expect(deltas.map((event) => event.text).join('')).toBe('one two three');
  });
}

function lifecycleSuite(meets: Meets, openSession: OpenSession): void {
  meets('initialize-first', async () => {
    const session = await openSession([says('hi')]);
    await play(session, 'go');
    const types = (await all(session.events())).map((event) => event.type);
    expect(types.indexOf('initialize')).toBe(0);
    expect(types.lastIndexOf('initialize')).toBe(0);
  });

  meets('start-and-end', async () => {
    const session = await openSession([says('a'), twoCalls, says('b')], [fails('X', 'x')], []);
    for (const text of ['one', 'two', 'three']) {
      const types = (await play(session, text)).map((event) => event.type);
      expect([types.at(0), types.at(-1)]).toEqual(['agent_start', 'agent_end']);
      expect(types.filter((type) => type === 'agent_start' || type === 'agent_end')).toHaveLength(2);
    }
  });

  meets('failure-ends', async () => {
    const session = await openSession([fails('MODEL_BROKE', 'it broke')], [says('ok')]);
    const events = await play(session, 'go');
    expect(events.find((event) => event.type === 'error')).toMatchObject({ fatal: true });
    expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'failed' });
    expect((await play(session, 'again')).at(-1)).toMatchObject({ reason: 'completed' });
  });

  meets('one-response', async () => {
    const session = await openSession([twoCalls, twoCalls, says('done')]);
    const { requests, responses } = pairs(await play(session, 'go'));
    expect(requests).toHaveLength(4);
    expect(responses).toEqual(requests);
  });

  meets('valid-events', async () => {
    const session = await openSession([says('a', 'b'), twoCalls], [fails('X', 'x')]);
    const heard: AgentEvent[] = [];
    session.subscribe((event) => heard.push(event));
    await play(session, 'one');
    await play(session, 'two');
    for (const event of [...heard, ...(await all(session.events()))]) {
      expect(agentEventSchema.safeParse(event).error).toBeUndefined();
    }
  });

  meets('status', async () => {
    const session = await openSession([calls({ name: 'read', result: 'x', isAsked: true })]);
    expect(await session.status()).toMatchObject({ activeStreamId: null, pendingInputs: [], mode: 'default' });
    await session.send({ update: { title: 'A title', mode: 'plan' } });
    const { streamId } = await session.send(createMessage('go'));
    const asked = await next(session, 'input_request');
    expect(await session.status()).toMatchObject({
      activeStreamId: streamId,
      pendingInputs: [asked.request],
      mode: 'plan',
      title: 'A title',
    });
  });
}

function abortSuite(meets: Meets, openSession: OpenSession): void {
  meets('abort', async () => {
    const session = await openSession([says('thinking'), hangs()]);
    await session.send(createMessage('go'));
    await next(session, 'message', (event) => event.role === 'agent');
    const ended = next(session, 'agent_end');
    await session.abort();
    const acknowledged = performance.now();
    expect(await ended).toMatchObject({ reason: 'aborted' });
    expect(performance.now() - acknowledged).toBeLessThan(200);
  });

  meets('abort-idle', async () => {
    const session = await openSession([says('hi')]);
    const before = await all(session.events());
    await session.abort();
    expect(await all(session.events())).toEqual(before);
    expect((await play(session, 'go')).at(-1)).toMatchObject({ reason: 'completed' });
  });

  meets('response-after-abort', async () => {
    const session = await openSession([
      calls({ name: 'read', result: 'never', isEndless: true }, { name: 'read', result: 'fast' }),
    ]);
    const { streamId } = await session.send(createMessage('go'));
    await next(session, 'tool_response');
    await session.abort();
    const events = await all(session.stream({ streamId: streamId ?? '' }));
    const { requests, responses } = pairs(events);
    expect(responses).toEqual(requests);
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' });
  });

  meets('usable-after-abort', async () => {
    const session = await openSession([says('kept'), hangs()], [says('answered')]);
    await session.send(createMessage('go'));
    const said = await next(session, 'message', (event) => event.role === 'agent');
    const ended = next(session, 'agent_end');
    await session.abort();
    await ended;
    expect((await play(session, 'again')).at(-1)).toMatchObject({ reason: 'completed' });
    expect((await all(session.events())).map((event) => event.id)).toContain(said.id);
  });
}

function readerSuite(meets: Meets, openSession: OpenSession): void {
  meets('throwing-subscriber', async () => {
    const session = await openSession([says('a'), twoCalls]);
    const heard: AgentEvent[] = [];
    session.subscribe(() => {
      throw new AgentError('INTERNAL', 'a subscriber of this test throws on purpose');
    });
    session.subscribe((event) => heard.push(event));
    const events = await play(session, 'go');
    expect(events.at(-1)).toMatchObject({ reason: 'completed' });
    expect(kept(heard)).toEqual(kept(events));
  });

  meets('slow-reader', async () => {
    const chunks = Array.from({ length: 200 }, (_, n) => `${n} `);
    const session = await openSession([says(...chunks), twoCalls, says(...chunks), twoCalls]);
    const lagging = new AgentSession(session, { inboxLimit: 3 });
    const seen: AgentEvent[] = [];
    for await (const event of lagging.sendStream(createMessage('go'))) {
      seen.push(event);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(kept(seen)).toEqual(await all(session.stream({ streamId: seen[0]?.streamId ?? '' })));
  });

  meets('unknown-stream', async () => {
    const session = await openSession([]);
    await expect(all(session.stream({ streamId: 'nowhere' }))).rejects.toMatchObject({ code: 'UNKNOWN_STREAM' });
  });

  meets('unknown-event', async () => {
    const session = await openSession([]);
    await expect(all(session.stream({ eventId: 'nowhere' }))).rejects.toMatchObject({ code: 'UNKNOWN_EVENT' });
    await expect(all(session.events({ after: 'nowhere' }))).rejects.toMatchObject({ code: 'UNKNOWN_EVENT' });
  });

  meets('reattach-any-event', async () => {
    const session = await openSession([says('a', 'b'), twoCalls, says('c')], [says('d')]);
    const events = await play(session, 'one');
    await play(session, 'two');
    for (const [n, event] of events.entries()) {
      expect(await all(session.stream({ eventId: event.id }))).toEqual(kept(events.slice(n + 1)));
    }
  });

  meets('reattach-open', async () => {
    const session = await openSession([says('a'), hangs()], [says('b')]);
    const { streamId } = await session.send(createMessage('go'));
    await next(session, 'message', (event) => event.role === 'agent');
    const open = all(session.stream());
    await session.abort();
    expect(kept(await open)).toEqual(await all(session.stream({ streamId: streamId ?? '' })));

    const waiting = session.stream();
    const first = waiting.next();
    const second = await session.send(createMessage('again'));
    expect((await first).value).toMatchObject({ type: 'agent_start', streamId: second.streamId });
    await waiting.return();
  });
}

function inputSuite(meets: Meets, openSession: OpenSession): void {
  const asks = [calls({ name: 'write', result: 'written', isAsked: true }), says('done')];
  const answer = (asked: Extract<AgentEvent, { type: 'input_request' }>, outcome: 'once' | 'denied'): AgentSend => ({
    input: {
      inputId: asked.request.inputId,
      answer: {
        kind: 'confirmation',
        outcome,
        digest: asked.request.kind === 'confirmation' ? asked.request.digest : '',
      },
    },
  });

  meets('input-pair', async () => {
    for (const outcome of ['once', 'denied'] as const) {
      const session = await openSession(asks);
      const { streamId } = await session.send(createMessage('go'));
      await session.send(answer(await next(session, 'input_request'), outcome));
      const events = await all(session.stream({ streamId: streamId ?? '' }));
      expect(events.filter((event) => event.type === 'input_response')).toMatchObject([{ outcome: { outcome } }]);
      expect(events.find((event) => event.type === 'tool_response')).toMatchObject({ isError: outcome === 'denied' });
    }
  });

  meets('input-once', async () => {
    const session = await openSession(asks);
    const { streamId } = await session.send(createMessage('go'));
    const asked = await next(session, 'input_request');
    await session.send(answer(asked, 'once'));
    await all(session.stream({ streamId: streamId ?? '' }));
    await expect(session.send(answer(asked, 'denied'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  });
}

async function play(session: AgentSession, text: string): Promise<AgentEvent[]> {
  return await all(session.sendStream(createMessage(text)));
}

function pairs(events: readonly AgentEvent[]): { requests: string[]; responses: string[] } {
  const ids = (type: 'tool_request' | 'tool_response'): string[] =>
    events.flatMap((event) => (event.type === type ? [event.callId] : [])).sort();
  return { requests: ids('tool_request'), responses: ids('tool_response') };
}

function onceEnded(session: AgentSession, onEvent: (event: AgentEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    session.subscribe((event) => {
      onEvent(event);
      if (event.type === 'agent_end') resolve();
    });
  });
}

async function untilStarted(session: AgentSession): Promise<void> {
  for await (const event of session.stream()) if (event.type === 'message') return;
}

/** Returns the first event of a type that fits, from the stored events or from those received from now on. */
async function next<Type extends AgentEvent['type']>(
  session: AgentSession,
  type: Type,
  fits: (event: Extract<AgentEvent, { type: Type }>) => boolean = () => true,
): Promise<Extract<AgentEvent, { type: Type }>> {
  const is = (event: AgentEvent): event is Extract<AgentEvent, { type: Type }> => event.type === type;
  const heard = new Promise<Extract<AgentEvent, { type: Type }>>((resolve) => {
    session.subscribe((event) => {
      if (is(event) && fits(event)) resolve(event);
    });
  });
  for await (const event of session.events()) if (is(event) && fits(event)) return event;
  return await heard;
}
