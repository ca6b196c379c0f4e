import { agentEventSchema, type AgentEvent, type AgentEventType } from '@bowline/protocol';
import type { PlayedEvent } from '@bowline/testkit';
import { describe, expect, it } from 'vitest';
import { emptyTranscript, stepTranscript, takeSettled } from './reduce-transcript.ts';
import { OUTPUT_LIMIT } from './step-call.ts';
import type { Transcript } from './transcript.ts';

const at = '2026-01-01T00:00:00.000Z';

function play(...bodies: readonly PlayedEvent[]): Transcript {
  return bodies
    .map((body, n): AgentEvent => ({ ...body, id: `e${n}`, at, streamId: 's' }))
    .reduce(stepTranscript, emptyTranscript());
}

const request: PlayedEvent = {
  type: 'tool_request',
  callId: 'c',
  name: 'read_file',
  args: { path: 'a' },
  effect: 'read',
  executor: 'local',
};
const response: PlayedEvent = {
  type: 'tool_response',
  callId: 'c',
  name: 'read_file',
  content: [{ type: 'text', text: 'ok' }],
  isError: false,
};
const choice = {
  inputId: 'i',
  kind: 'choice',
  title: 'which?',
  options: [{ id: 'a', label: 'A' }],
  multiple: false,
} as const;
const asked: PlayedEvent = { type: 'input_request', request: { ...choice, options: [...choice.options] } };
const answered: PlayedEvent = { type: 'input_response', inputId: 'i', outcome: { kind: 'choice', optionIds: ['a'] } };
const said = (messageId: string, text: string): PlayedEvent => ({
  type: 'message',
  role: 'agent',
  messageId,
  content: [{ type: 'text', text }],
});
const delta = (messageId: string, text: string, kind: 'text' | 'thought' = 'text'): PlayedEvent => ({
  type: 'message_delta',
  messageId,
  kind,
  text,
});

interface Row {
  readonly events: readonly PlayedEvent[];
  readonly shows: Record<string, unknown>;
}

const table: { readonly [Type in AgentEventType]: Row } = {
  initialize: {
    events: [{ type: 'initialize', sessionId: 'x', workspace: '/w', agent: 'a' }],
    shows: { sessionId: 'x', workspace: '/w', settled: [] },
  },
  session_update: {
    events: [
      { type: 'session_update', model: 'one', title: 'T' },
      { type: 'session_update', model: 'one' },
      { type: 'session_update', model: 'two', mode: 'plan' },
    ],
    shows: {
      model: 'two',
      mode: 'plan',
      title: 'T',
      settled: [
        { kind: 'changed', title: 'T', model: null },
        { kind: 'changed', title: null, model: 'two', mode: 'plan' },
      ],
    },
  },
  agent_start: { events: [{ type: 'agent_start' }], shows: { stream: { streamId: 's', startedAt: at }, settled: [] } },
  message: {
    events: [
      { type: 'message', role: 'user', messageId: 'u', content: [{ type: 'text', text: 'hi' }], isQueued: true },
      {
        type: 'message',
        role: 'agent',
        messageId: 'm',
        content: [
          { type: 'thought', text: 'hm', subject: 'S' },
          { type: 'text', text: 'a' },
          { type: 'reference', uri: 'https://x' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    shows: {
      queued: 1,
      settled: [
        { kind: 'person', messageId: 'u', isQueued: true },
        { kind: 'agent', text: 'ab', thoughts: [{ subject: 'S', text: 'hm' }], attached: [{ uri: 'https://x' }] },
      ],
    },
  },
  message_delta: {
    events: [delta('m', 'a', 'thought'), delta('m', 'b', 'thought'), delta('m', 'c'), delta('m', 'd')],
    shows: { settled: [], live: [{ kind: 'agent', isWhole: false, text: 'cd', thoughts: [{ text: 'ab' }] }] },
  },
  message_retracted: {
    events: [delta('m', 'wro'), { type: 'message_retracted', messageId: 'm', reason: 'cut' }],
    shows: { live: [], settled: [{ kind: 'retracted', messageId: 'm', reason: 'cut' }] },
  },
  tool_request: {
    events: [request],
    shows: { settled: [], live: [{ kind: 'call', status: 'deciding', name: 'read_file' }] },
  },
  tool_status: {
    events: [request, { type: 'tool_status', callId: 'c', status: 'allowed', rule: 'r' }],
    shows: { live: [{ status: 'running', startedAt: at, rule: 'r' }] },
  },
  tool_update: {
    events: [
      request,
      { type: 'tool_update', callId: 'c', text: 'x'.repeat(2 * OUTPUT_LIMIT) },
      { type: 'tool_update', callId: 'c', text: 'end' },
      { type: 'tool_update', callId: 'nobody', text: 'lost' },
    ],
    shows: { live: [{ output: `${'x'.repeat(OUTPUT_LIMIT - 3)}end` }] },
  },
  tool_response: {
    events: [
      request,
      { type: 'tool_update', callId: 'c', text: 'half' },
      { ...response, isError: true, errorType: 'denied' },
      { ...response, callId: 'nobody' },
    ],
    shows: {
      live: [],
      settled: [{ kind: 'call', status: 'denied', output: '', endedAt: at, result: { isError: true } }],
      calls: new Map([['read_file', { made: 1, failed: 0, denied: 1, ms: 0 }]]),
    },
  },
  input_request: { events: [asked], shows: { pending: [{ inputId: 'i' }], settled: [] } },
  input_preview: {
    events: [asked, { type: 'input_preview', inputId: 'i', problem: 'no overlay' }],
    shows: { pending: [{ inputId: 'i' }], settled: [{ kind: 'notice', text: 'Preview unavailable: no overlay' }] },
  },
  input_response: {
    events: [asked, answered, answered],
    shows: { pending: [], settled: [{ kind: 'answer', request: { title: 'which?' }, by: null }] },
  },
  progress: {
    events: [{ type: 'progress', label: 'waiting', until: at }, asked],
    shows: { progress: { label: 'waiting', until: at } },
  },
  usage: {
    events: [
      { type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 2, cost: 0.5 } },
      {
        type: 'usage',
        model: 'm',
        usage: { inputTokens: 1, outputTokens: 2, cachedTokens: 1 },
        context: { tokens: 1, window: 9 },
      },
    ],
    shows: {
      usage: { inputTokens: 2, outputTokens: 4, cost: 0.5, cachedTokens: 1 },
      usageByModel: new Map([['m', { inputTokens: 2, outputTokens: 4, cost: 0.5, cachedTokens: 1, requests: 2 }]]),
      context: { tokens: 1, window: 9 },
    },
  },
  rewound: {
    events: [{ type: 'agent_start' }, request, delta('m', 'x'), asked, { type: 'rewound', to: 3 }],
    shows: { stream: null, pending: [], live: [], settled: [{ status: 'interrupted' }, { kind: 'rewound', to: 3 }] },
  },
  notice: {
    events: [{ type: 'notice', level: 'info', code: 'C', text: 't' }],
    shows: { settled: [{ kind: 'notice', level: 'info', code: 'C', text: 't' }] },
  },
  error: {
    events: [{ type: 'error', code: 'C', message: 'm', hint: 'h', fatal: true }],
    shows: { settled: [{ kind: 'error', message: 'm', hint: 'h', fatal: true }] },
  },
  agent_end: {
    events: [{ type: 'agent_start' }, delta('m', 'x'), request, { type: 'agent_end', reason: 'aborted' }],
    shows: {
      stream: null,
      live: [],
      settled: [
        { kind: 'call', status: 'interrupted', endedAt: at },
        { kind: 'ended', reason: 'aborted', startedAt: at },
      ],
    },
  },
  custom: {
    events: [{ type: 'custom', name: 'n', data: { a: 1 } }],
    shows: { settled: [{ kind: 'custom', name: 'n', data: { a: 1 } }] },
  },
};

describe('a transcript after an event', () => {
  it.each(Object.entries(table))('of type %s', (type, { events, shows }) => {
    expect(play(...events)).toMatchObject(shows);
    expect(events.map((event) => event.type)).toContain(type);
  });

  it('has an entry for every event type', () => {
    const types = agentEventSchema.options.map((option) => option.shape.type.value);
    expect(Object.keys(table)).toEqual(types);
  });
});

describe('a settled item', () => {
  it('waits for the calls that began before it', () => {
    const second = { ...request, callId: 'd' };
    const before = play(request, second, { ...response, callId: 'd' }, said('m', 'after'));
    expect(before.settled).toEqual([]);
    expect(before.live.map(({ kind }) => kind)).toEqual(['call', 'call', 'agent']);
    const after = stepTranscript(before, { ...response, id: 'z', at });
    expect(after.settled.map(({ kind }) => kind)).toEqual(['call', 'call', 'agent']);
    expect(after.live).toEqual([]);
  });

  it('is taken once', () => {
    const [items, rest] = takeSettled(play(said('m', 'a')));
    expect(items).toHaveLength(1);
    expect(takeSettled(rest)).toEqual([[], rest]);
  });

  it('comes before a streaming message', () => {
    const { settled, live } = play(delta('m', 'a'), {
      type: 'message',
      role: 'user',
      messageId: 'u',
      content: [{ type: 'text', text: 'stop' }],
      isQueued: true,
    });
    expect([settled, live]).toMatchObject([[{ kind: 'person' }], [{ kind: 'agent', text: 'a' }]]);
  });

  it('contains everything that a subagent did in its thread', () => {
    const inThread = <Event extends PlayedEvent>(event: Event): Event => ({ ...event, threadId: 't' });
    const running = play(
      inThread({ type: 'agent_start' }),
      inThread(request),
      inThread(delta('n', 'think')),
      said('m', 'meanwhile'),
    );
    expect(running.settled).toEqual([]);
    expect(running.live).toMatchObject([
      { kind: 'thread', threadId: 't', endedAt: null, items: [{ kind: 'call' }, { kind: 'agent' }] },
      { kind: 'agent', text: 'meanwhile' },
    ]);
    const ended = stepTranscript(running, { type: 'agent_end', reason: 'completed', threadId: 't', id: 'z', at });
    expect(ended.live).toEqual([]);
    expect(ended.settled).toMatchObject([
      { kind: 'thread', reason: 'completed', items: [{ kind: 'call', status: 'interrupted' }] },
      { kind: 'agent' },
    ]);
  });
});

describe('a limit', () => {
  const limit: PlayedEvent = { type: 'notice', level: 'warning', code: 'MAX_STEPS', text: 'limit of 3 reached' };
  const ended: PlayedEvent = { type: 'agent_end', reason: 'max_steps' };

  it('is reported once, by the end that it causes', () => {
    const { settled } = play({ type: 'agent_start' }, limit, ended, { type: 'agent_start' }, ended);
    expect(settled).toMatchObject([
      { kind: 'ended', reason: 'max_steps', message: 'limit of 3 reached' },
      { kind: 'ended', message: null },
    ]);
  });

  it('of a subagent stays in its thread', () => {
    const { live, stream } = play({ type: 'agent_start' }, { ...limit, threadId: 't' });
    expect(live).toMatchObject([{ kind: 'thread', items: [{ kind: 'notice', code: 'MAX_STEPS' }] }]);
    expect(stream?.limit).toBeUndefined();
  });
});

describe('the end of the process that ran a session', () => {
  it('ends the stream, its calls and its questions', () => {
    const queued: PlayedEvent = { type: 'message', role: 'user', messageId: 'q', content: [], isQueued: true };
    const gone: PlayedEvent = { type: 'error', code: 'SESSION_CLOSED', message: 'it has ended', fatal: true };
    const after = play({ type: 'agent_start' }, request, delta('m', 'so '), queued, asked, gone);
    expect(after).toMatchObject({ stream: null, pending: [], queued: 0, live: [], turns: [] });
    expect(after.settled).toMatchObject([
      { kind: 'call', status: 'interrupted' },
      { kind: 'person' },
      { kind: 'error', message: 'it has ended' },
    ]);
  });
});

describe('the time of a turn', () => {
  it('excludes the time that the user took to answer', () => {
    const times = ['00:00', '00:02', '01:00', '01:02', '01:03', '01:10'];
    const second: PlayedEvent = {
      type: 'input_request',
      request: { ...choice, inputId: 'j', options: [...choice.options] },
    };
    const bodies: readonly PlayedEvent[] = [
      { type: 'agent_start' },
      asked,
      second,
      answered,
      { ...answered, inputId: 'j' },
      { type: 'agent_end', reason: 'completed' },
    ];
    const after = bodies
      .map((body, n): AgentEvent => ({
        ...body,
        id: `e${n}`,
        at: `2026-01-01T00:${times[n] ?? ''}.000Z`,
        streamId: 's',
      }))
      .reduce(stepTranscript, emptyTranscript());
    expect(after.settled.at(-1)).toMatchObject({ kind: 'ended', waitedMs: 61_000 });
  });
});

describe('a failure', () => {
  const fails = (fatal: boolean): PlayedEvent => ({ type: 'error', code: 'MODEL_QUOTA', message: 'used up', fatal });
  const start: PlayedEvent = { type: 'agent_start' };
  const update: PlayedEvent = { type: 'session_update', model: 'm' };
  const failed: PlayedEvent = { type: 'agent_end', reason: 'failed', message: 'used up' };

  it('that is retried is one item that changes, and settles with the answer', () => {
    const trying = play(start, fails(false), update, fails(false), update, fails(false));
    expect(trying.settled).toEqual([]);
    expect(trying.live).toMatchObject([{ kind: 'retry', message: 'used up', count: 3, endedAt: null }]);
    const { settled, live } = play(start, fails(false), update, fails(false), update, said('m', 'here'));
    expect(settled).toMatchObject([{ kind: 'retry', count: 2, endedAt: at }]);
    expect(live).toMatchObject([{ kind: 'agent', text: 'here' }]); // until the next event
  });

  it('that the user stops before an answer does not count as retried again', () => {
    const { settled } = play(start, fails(false), { type: 'agent_end', reason: 'aborted' });
    expect(settled).toMatchObject([{ kind: 'retry', count: 1, isStopped: true }, { kind: 'ended' }]);
    const { settled: answered } = play(start, fails(false), update, said('m', 'here'));
    expect(answered[0]).not.toHaveProperty('isStopped');
  });

  it('is followed by a change of model in one row, and by none if the same model is asked again', () => {
    const kindsAfter = (model: string): readonly string[] => {
      const { settled, live } = play(start, update, fails(false), { type: 'session_update', model });
      return [...settled, ...live].map(({ kind }) => kind);
    };
    expect(kindsAfter('m')).toEqual(['retry']);
    expect(kindsAfter('other')).toEqual(['retry', 'changed']);
  });

  it.each([
    ['at once', [fails(true)]],
    ['after retries', [fails(false), update, fails(false), update, fails(true)]],
  ])('that ends the turn %s is reported once', (_when, failures) => {
    const { settled, live } = play(start, ...failures, failed);
    expect(settled).toMatchObject([
      { kind: 'error', message: 'used up' },
      { kind: 'ended', reason: 'failed', isTold: true },
    ]);
    expect(live).toEqual([]);
  });

  it('with another message than the error before it shows that message', () => {
    const { settled } = play(start, fails(true), { ...failed, message: 'no room' });
    expect(settled.at(-1)).toMatchObject({ kind: 'ended', message: 'no room', isTold: false });
  });

  it('of a subagent stays in its thread', () => {
    const { live, stream } = play(start, { ...fails(false), threadId: 't' }, { ...fails(true), threadId: 't' });
    expect(live).toMatchObject([{ kind: 'thread', items: [{ kind: 'error' }] }]);
    expect(stream?.failure).toBeUndefined();
  });

  it('that retracts an answer again is reported once', () => {
    const cut: PlayedEvent = { type: 'message_retracted', messageId: 'm', reason: 'used up' };
    const { settled, live } = play(start, cut, fails(false), cut, fails(false), cut, fails(false));
    expect([...settled, ...live]).toMatchObject([{ kind: 'retracted' }, { kind: 'retry', count: 3 }]);
  });
});

it('takes the to-do list from the last successful result that has one', () => {
  const items = [{ text: 'a', status: 'active' as const }];
  const display = { type: 'todos' as const, items };
  expect(play(request, { ...response, display }).todos).toEqual(items);
  expect(play(request, { ...response, display, isError: true }).todos).toEqual([]);
});

it('empties the queue once the calls have ended', () => {
  const queued: PlayedEvent = { type: 'message', role: 'user', messageId: 'u', content: [], isQueued: true };
  expect(play(queued, queued).queued).toBe(2);
  expect(play(request, queued, response).queued).toBe(0);
});
