import { isLiveOnly, type AgentEvent } from '@bowline/protocol';
import { asks, calls, emits, says, ScriptedAgent, type PlayedEvent } from '@bowline/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyTranscript, stepTranscript, takeSettled } from './reduce-transcript.ts';
import type { Transcript, TranscriptItem } from './transcript.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Without what only a live reader receives. */
function toKept(transcript: Transcript): Transcript {
  return { ...transcript, progress: null, live: keptItems(transcript.live) };
}

function keptItems(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.flatMap((item): readonly TranscriptItem[] => {
    if (item.kind === 'agent' && !item.isWhole) return [];
    if (item.kind === 'call') return [{ ...item, output: '' }];
    return item.kind === 'thread' ? [{ ...item, items: keptItems(item.items) }] : [item];
  });
}

const ids = fc.constantFrom('a', 'b', 'c');
/** With tools whose successful calls share a row. */
const tools = fc.constantFrom('read_file', 'glob', 'other');
const text = fc.string({ maxLength: 5 });
const finding = { check: 'c', severity: 'info' as const, message: 'm' };
const body: fc.Arbitrary<PlayedEvent> = fc.oneof(
  fc.record({ type: fc.constant('agent_start' as const) }),
  fc.record({
    type: fc.constant('message' as const),
    role: fc.constantFrom('user' as const, 'agent' as const),
    messageId: ids,
    content: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 2 }),
    isQueued: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('message_delta' as const),
    messageId: ids,
    kind: fc.constantFrom('text' as const, 'thought' as const),
    text,
  }),
  fc.record({ type: fc.constant('message_retracted' as const), messageId: ids, reason: text }),
  fc.record({
    type: fc.constant('tool_request' as const),
    callId: ids,
    name: tools,
    args: fc.constant({}),
    effect: fc.constant('read' as const),
    executor: fc.constant('local' as const),
  }),
  fc.record({
    type: fc.constant('tool_status' as const),
    callId: ids,
    status: fc.constantFrom('allowed' as const, 'awaiting' as const, 'denied' as const, 'running' as const),
  }),
  fc.record({ type: fc.constant('tool_update' as const), callId: ids, text }),
  fc.record({
    type: fc.constant('tool_response' as const),
    callId: ids,
    name: tools,
    content: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 1 }),
    isError: fc.boolean(),
    display: fc.constant({ type: 'diff' as const, path: 'a', before: 'x', after: 'y' }),
  }),
  fc.record({
    type: fc.constant('input_request' as const),
    request: fc.oneof(
      fc.record({ kind: fc.constant('text' as const), inputId: ids, title: text, callId: fc.constant(undefined) }),
      fc.record({
        kind: fc.constant('confirmation' as const),
        inputId: ids,
        title: text,
        callId: ids,
        tool: tools,
        args: fc.constant({}),
        effect: fc.constant('read' as const),
        digest: fc.constant('d'),
        findings: fc.array(fc.constant(finding), { maxLength: 1 }),
      }),
    ),
  }),
  fc.record({
    type: fc.constant('input_response' as const),
    inputId: ids,
    outcome: fc.constantFrom(
      { kind: 'expired' as const },
      { kind: 'confirmation' as const, outcome: 'once' as const, digest: 'd' },
      { kind: 'confirmation' as const, outcome: 'edited' as const, digest: 'd', args: { b: 1 } },
    ),
  }),
  fc.record({
    type: fc.constant('usage' as const),
    model: ids,
    usage: fc.constantFrom({ inputTokens: 1, outputTokens: 1 }, { inputTokens: 2, outputTokens: 1, cost: 1 }),
  }),
  fc.record({ type: fc.constant('progress' as const), label: text }),
  fc.record({ type: fc.constant('session_update' as const), model: ids }),
  fc.record({ type: fc.constant('rewound' as const), to: fc.constant(1) }),
  fc.record({ type: fc.constant('agent_end' as const), reason: fc.constant('completed' as const) }),
);
const stamp = fc.record({ threadId: fc.option(fc.constantFrom('t', 'u'), { nil: undefined }), streamId: ids });

const sessions = fc.array(fc.tuple(body, stamp), { maxLength: 60 }).map((drawn) =>
  drawn.map(([event, { threadId, streamId }], n): AgentEvent => {
    const inThread = threadId === undefined ? {} : { threadId };
    return { ...event, id: `e${n}`, at: new Date(n * 1000).toISOString(), streamId, ...inThread };
  }),
);

it('is the same live and on replay, after every event', () => {
  fc.assert(
    fc.property(sessions, (events) => {
      let live = emptyTranscript();
      let replayed = emptyTranscript();
      for (const event of events) {
        live = stepTranscript(live, event);
        if (!isLiveOnly(event)) replayed = stepTranscript(replayed, event);
        expect(toKept(live)).toEqual(replayed);
      }
    }),
    { numRuns: 500 },
  );
});

it('returns every item once and in the same order, however often it is called', () => {
  fc.assert(
    fc.property(sessions, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (events, isTaken) => {
      const whole = events.reduce(stepTranscript, emptyTranscript());
      let transcript = emptyTranscript();
      const printed: TranscriptItem[] = [];
      for (const [n, event] of events.entries()) {
        transcript = stepTranscript(transcript, event);
        if (isTaken[n] !== true) continue;
        const [items, rest] = takeSettled(transcript);
        printed.push(...items);
        transcript = rest;
      }
      expect([...printed, ...transcript.settled]).toEqual(whole.settled);
      expect(transcript.live).toEqual(whole.live);
    }),
  );
});

const confirm = { name: 'write', result: 'ok', isAsked: true };
const everything = [
  emits(
    { type: 'session_update', title: 'A title', model: 'one', mode: 'default' },
    { type: 'session_update', model: 'two' },
    { type: 'progress', label: 'waiting', until: at },
    { type: 'message_delta', messageId: 'lost', kind: 'thought', text: 'hm' },
    { type: 'message_delta', messageId: 'lost', kind: 'text', text: 'never' },
    { type: 'message_retracted', messageId: 'lost', reason: 'cut' },
    { type: 'error', code: 'MODEL_UNAVAILABLE', message: 'again', fatal: false },
    { type: 'session_update', model: 'two' },
  ),
  says('Hello, ', 'you.'),
  calls({ name: 'read', result: 'one' }, confirm),
  asks({ kind: 'choice', inputId: 'q1', title: 'which?', options: [{ id: 'a', label: 'A' }], multiple: true }),
  asks({ kind: 'text', inputId: 'q2', title: 'what?' }),
  asks({ kind: 'credential', inputId: 'q3', title: 'who?', service: 'x' }),
  emits(
    { type: 'agent_start', threadId: 't' },
    { type: 'tool_request', callId: 'k', name: 'grep', args: {}, effect: 'read', executor: 'local', threadId: 't' },
    { type: 'tool_status', callId: 'k', status: 'allowed', threadId: 't' },
    { type: 'tool_update', callId: 'k', text: 'out', threadId: 't' },
    { type: 'message_delta', messageId: 'n', kind: 'text', text: 'fou', threadId: 't' },
    { type: 'tool_response', callId: 'k', name: 'grep', content: [], isError: false, threadId: 't' },
    {
      type: 'message',
      role: 'agent',
      messageId: 'n',
      content: [{ type: 'text', text: 'found' }],
      threadId: 't',
    },
    { type: 'agent_end', reason: 'completed', threadId: 't' },
    { type: 'usage', model: 'two', usage: { inputTokens: 1, outputTokens: 1 }, context: { tokens: 1, window: 10 } },
    { type: 'notice', level: 'info', code: 'MEMORY_LOADED', text: 'read a' },
    { type: 'custom', name: 'x', data: {} },
    { type: 'rewound', to: 1 },
  ),
];

it('shows every event of a scripted agent, and the same to a later reader', async () => {
  const agent = new ScriptedAgent([everything]);
  const heard: AgentEvent[] = [];
  let live = emptyTranscript();
  for await (const event of agent.events()) live = stepTranscript(live, event);
  const ended = new Promise<void>((resolve) => {
    agent.subscribe((event) => {
      heard.push(event);
      live = stepTranscript(live, event);
      if (event.type === 'input_request') void answer(agent, event.request);
      if (event.type === 'agent_end' && event.threadId === undefined) resolve();
    });
  });
  await agent.send({ message: { content: [{ type: 'text', text: 'go' }] } });
  await ended;

  let replayed = emptyTranscript();
  for await (const event of agent.events()) replayed = stepTranscript(replayed, event);
  expect(live).toEqual(replayed);
  expect(new Set(heard.map(({ type }) => type)).size).toBe(18); // all except `initialize`, which came before
  expect(live.settled.map(({ kind }) => kind)).toEqual([
    'person',
    'changed',
    'changed',
    'retracted',
    'retry',
    'agent',
    'call',
    'call',
    'answer',
    'answer',
    'answer',
    'thread',
    'notice',
    'custom',
    'rewound',
    'ended',
  ]);
  const decisions = live.settled.flatMap((item) => (item.kind === 'call' ? [item.decision?.outcome ?? null] : []));
  expect(decisions).toEqual([null, 'once']);
});

type Asked = Extract<AgentEvent, { type: 'input_request' }>['request'];

async function answer(agent: ScriptedAgent, request: Asked): Promise<void> {
  await new Promise(setImmediate);
  const { inputId } = request;
  const answers = {
    confirmation: { kind: 'confirmation', outcome: 'once', digest: inputId },
    choice: { kind: 'choice', optionIds: ['a'] },
    text: { kind: 'text', text: 'this' },
    credential: { kind: 'credential', secret: 's' },
  } as const;
  const given = answers[request.kind];
  await agent.send({
    input: { inputId, answer: given.kind === 'choice' ? { kind: 'choice', optionIds: ['a'] } : given },
  });
}

it('handles a long answer and a long output in time that does not grow with their length', () => {
  const run = (count: number): number => {
    const begun = performance.now();
    let transcript = emptyTranscript();
    const request = { callId: 'c', name: 'n', args: {}, effect: 'read', executor: 'local' } as const;
    transcript = stepTranscript(transcript, { type: 'tool_request', ...request, id: 'e0', at });
    for (let n = 0; n < count; n += 1) {
      const id = `e0~${n}`;
      transcript = stepTranscript(transcript, {
        type: 'message_delta',
        messageId: 'm',
        kind: 'text',
        text: 'abc ',
        id,
        at,
      });
      transcript = stepTranscript(transcript, { type: 'tool_update', callId: 'c', text: 'abc\n', id, at });
    }
    expect(transcript.live).toHaveLength(2);
    return performance.now() - begun;
  };
  run(1000);
  const short = run(5000);
  expect(run(50_000)).toBeLessThan(40 * Math.max(short, 2));
});
