import { agentEventSchema, type AgentEvent } from '@bowline/protocol';
import { recordBodies, type LogRecord, type RecordBody, type RecordType } from '@bowline/log';
import { outline } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import { toAgentEvents } from './to-agent-events.ts';

type Samples = { readonly [Type in RecordType]: readonly (readonly [RecordBody<Type>, readonly string[]])[] };

const content = [{ type: 'text' as const, text: 'hi' }];
const call = { callId: 'c', name: 'write' };
const request = {
  kind: 'confirmation',
  inputId: 'i',
  title: 'Run write?',
  callId: 'c',
  tool: 'write',
  args: {},
  effect: 'write',
  digest: 'd',
  findings: [],
} as const;
const usage = { inputTokens: 3, outputTokens: 2, thoughtTokens: 1 };

/** Every record type and its events. A new type does not compile until it is listed here. */
const samples: Samples = {
  session_started: [
    [{ sessionId: 's', workspace: '/w', agent: 'main', versions: {}, settings: {} }, ['initialize main']],
  ],
  session_forked: [[{ sessionId: 's', from: 'r', at: 3, hash: 'h' }, []]],
  files_changed: [[{ callId: 'c', changes: [{ path: 'a', before: null, after: null }] }, []]],
  changes_pending: [[{ callId: 'c', changes: [{ path: 'a', before: null, after: null }] }, []]],
  changes_decided: [[{ callId: 'c', isApplied: true }, []]],
  files_saved: [[{ save: 'group/hash', copy: 'one' }, []]],
  restore_requested: [[{ to: 3 }, []]],
  files_restored: [
    [{ to: 3, changes: [], kept: [] }, ['info FILES_RESTORED']],
    [{ to: 3, changes: [{ path: 'a', before: null, after: null }], kept: ['b'] }, ['warning FILES_RESTORED']],
  ],
  session_moved: [[{ to: 'https://there', moveId: 'm' }, ['info SESSION_MOVED']]],
  session_arrived: [[{ at: 'there', moveId: 'm' }, ['info SESSION_ARRIVED']]],
  stream_started: [[{}, ['agent_start']]],
  stream_ended: [
    [{ reason: 'completed' }, ['agent_end completed']],
    [{ reason: 'failed', message: 'it broke', usage }, ['agent_end failed']],
  ],
  user_message: [
    [{ messageId: 'm', content }, ['user: hi']],
    [{ messageId: 'm', content, display: [{ type: 'text', text: '@hi' }], by: 'me' }, ['user: @hi']],
  ],
  steering_message: [[{ messageId: 'm', content }, ['user: hi']]],
  model_selected: [[{ model: 'x', config: {}, strategy: 'default' }, ['session_update x']]],
  model_answered: [
    [{ messageId: 'm', model: 'x', content: [{ type: 'text', text: 'yes' }] }, ['agent: yes']],
    [
      {
        messageId: 'm',
        model: 'x',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'yes' },
        ],
        usage,
      },
      ['agent: yes', 'usage x 3/2'],
    ],
    [{ messageId: 'm', model: 'x', content: [{ type: 'call', name: 'a' }], usage }, ['usage x 3/2']],
    [{ messageId: 'm', model: 'x', content: [{ type: 'text', text: '', signature: 's' }] }, []],
    [{ messageId: 'm', model: 'x', content: [{ type: 'citation', uri: 'https://a.b' }] }, []],
    [{ messageId: 'm', model: 'x', content: [] }, []],
  ],
  model_failed: [
    [
      { model: 'x', code: 'MODEL_QUOTA', message: 'm', retryable: true, isFinal: true, hint: 'h' },
      ['error MODEL_QUOTA'],
    ],
    [
      { model: 'x', code: 'MODEL_QUOTA', message: 'm', retryable: true, isFinal: false },
      ['error MODEL_QUOTA (goes on)'],
    ],
    [
      { model: 'x', code: 'MODEL_UNREACHABLE', message: 'cut', retryable: true, isFinal: true, retracts: 'm' },
      ['retracted cut', 'error MODEL_UNREACHABLE'],
    ],
  ],
  model_fell_back: [[{ from: 'a', to: 'b', reason: 'quota' }, ['warning MODEL_FELL_BACK', 'session_update b']]],
  utility_called: [
    [{ purpose: 'classifier', model: 'x', usage: { inputTokens: 1, outputTokens: 2 } }, ['usage x 1/2']],
    [{ purpose: 'classifier', model: 'x', error: 'no' }, []],
  ],
  tool_requested: [
    [{ ...call, args: { a: 1 }, effect: 'write', executor: 'local', after: ['b'] }, ['-> write {"a":1}']],
    [{ ...call, args: {}, effect: 'write', executor: 'host', display: { type: 'text', text: 't' } }, ['-> write {}']],
  ],
  tool_decided: [[{ callId: 'c', verdict: 'allow', findings: [], rule: 'r' }, []]],
  input_requested: [[{ request: { ...request, findings: [] } }, ['? confirmation Run write?']]],
  input_previewed: [[{ inputId: 'i', callId: 'c', problem: 'no overlay' }, ['preview no overlay']]],
  input_resolved: [
    [
      { inputId: 'i', outcome: { kind: 'confirmation', outcome: 'once', digest: 'd' }, by: 'me' },
      ['! confirmation once'],
    ],
    [{ inputId: 'i', outcome: { kind: 'credential' } }, ['! credential']],
  ],
  input_expired: [[{ inputId: 'i', reason: 'r' }, ['! expired']]],
  tool_started: [[{ callId: 'c', key: 'k' }, []]],
  tool_finished: [
    [{ ...call, content, isError: false }, ['<- write hi']],
    [{ ...call, content, isError: true, errorType: 'denied' }, ['<- write error hi']],
    [{ ...call, content, isError: false, data: { n: 1 }, artifact: '/a' }, ['<- write hi']],
  ],
  tool_blocked: [
    [
      {
        callId: 'c',
        command: 'touch a',
        profile: 'observe',
        walls: [{ need: 'write', target: '/w/a', isInside: true }],
        content,
      },
      [],
    ],
  ],
  tool_interrupted: [[{ ...call, reason: 'who knows' }, ['<- write error who knows']]],
  context_masked: [[{ calls: [{ callId: 'c' }] }, []]],
  part_set_aside: [[{ record: 2, part: 1, kind: 'image', reason: 'too large' }, ['warning PART_SET_ASIDE']]],
  context_compacted: [[{ through: 3, summary: 's', tokensBefore: 9, tokensAfter: 1 }, ['info CONTEXT_COMPACTED']]],
  compaction_requested: [[{ focus: 'f' }, []]],
  compaction_drafted: [[{ through: 3, summary: { goal: 'g' } }, []]],
  context_restored: [[{ undone: 3, tokens: 9 }, ['info CONTEXT_RESTORED']]],
  compaction_rejected: [[{ reason: 'r', tokens: 9 }, ['info COMPACTION_REJECTED']]],
  memory_loaded: [[{ files: [{ path: '/a/AGENTS.md', text: 't' }] }, ['info MEMORY_LOADED']]],
  loop_checked: [[{ step: 30, confidence: 0.2 }, []]],
  mode_changed: [[{ mode: 'plan' }, ['session_update plan']]],
  title_changed: [[{ title: 't' }, ['session_update t']]],
  model_requested: [[{ model: 'y' }, ['session_update y']]],
  hook_ran: [[{ event: 'e', hook: 'h', outcome: 'o' }, []]],
  loop_detected: [[{ kind: 'calls', detail: 'd', strike: 1 }, ['warning LOOP_DETECTED']]],
  limit_reached: [[{ limit: 'max_steps', value: 2, max: 2 }, ['warning MAX_STEPS']]],
  notice: [[{ level: 'info', code: 'N', text: 't' }, ['info N']]],
  rewound: [[{ to: 3, reason: 'r' }, ['rewound']]],
};

const at = '2026-01-01T00:00:00.000Z';
const toRecord = (type: string, body: unknown, streamId: string | undefined = 's1'): LogRecord =>
  ({ type, body, seq: 7, id: '7-abcdefabcdef', at, hash: '', ...(streamId === '' ? {} : { streamId }) }) as LogRecord;
const cases = Object.entries(samples).flatMap(([type, bodies]) =>
  bodies.map(([body, lines], n) => ({ name: n === 0 ? type : `${type} (${n + 1})`, type, body, lines })),
);

describe('a record', () => {
  test.each(cases)('$name becomes $lines', ({ type, body, lines }) => {
    recordBodies[type as RecordType].parse(body);
    const events = toAgentEvents(toRecord(type, body), 's');
    expect(outline(events)).toEqual(lines);
    for (const event of events) {
      expect(agentEventSchema.parse(event)).toEqual(event);
      expect(event).toMatchObject({ at, streamId: 's1' });
    }
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual(['7-abcdefabcdef', '7-abcdefabcdef.1'].slice(0, events.length));
  });

  test('always becomes the same events', () => {
    for (const { type, body } of cases) {
      expect(toAgentEvents(toRecord(type, body), 's')).toEqual(
        toAgentEvents(toRecord(type, structuredClone(body)), 's'),
      );
    }
  });

  test('that started the parent of a fork names the fork', () => {
    const body = { sessionId: 'parent', workspace: '/w', agent: 'main', versions: {}, settings: {} };
    expect(toAgentEvents(toRecord('session_started', body), 'fork')).toMatchObject([{ sessionId: 'fork' }]);
  });

  test('outside a stream belongs to no stream', () => {
    const [event] = toAgentEvents(toRecord('title_changed', { title: 't' }, ''), 's');
    expect(event).toEqual({ type: 'session_update', title: 't', id: '7-abcdefabcdef', at });
  });
});

function only(type: RecordType, n = 0): AgentEvent | undefined {
  return toAgentEvents(toRecord(type, samples[type][n]?.[0]), 's')[0];
}

test('thoughts and text of an answer become parts of one message, in order', () => {
  expect(only('model_answered', 1)).toMatchObject({
    role: 'agent',
    messageId: 'm',
    content: [
      { type: 'thought', text: 'hm' },
      { type: 'text', text: 'yes' },
    ],
  });
});

test('the response to a call contains the path of its complete output', () => {
  expect(only('tool_finished', 2)).toMatchObject({ data: { n: 1, artifact: '/a' } });
});

test('an interrupted call is an error with its own type', () => {
  expect(only('tool_interrupted')).toMatchObject({ callId: 'c', isError: true, errorType: 'interrupted' });
});

test('the calls that a call waits for are not reported', () => {
  expect(only('tool_requested')).not.toHaveProperty('after');
});

test('a retraction names the message whose deltas are void', () => {
  expect(only('model_failed', 2)).toMatchObject({ type: 'message_retracted', messageId: 'm' });
});

test('an error says what to do about it', () => {
  expect(only('model_failed')).toMatchObject({ hint: 'h', fatal: true });
});
