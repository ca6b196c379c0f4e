import type { AgentEvent, AgentEventBody } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { emptyTranscript, stepTranscript } from './reduce-transcript.ts';
import type { Transcript } from './transcript.ts';

type PlayedEvent = AgentEventBody;

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
  args: {},
  effect: 'read',
  executor: 'local',
};
const response: PlayedEvent = { type: 'tool_response', callId: 'c', name: 'read_file', content: [], isError: false };
const said = (messageId: string, text: string): PlayedEvent => ({
  type: 'message',
  role: 'agent',
  messageId,
  content: [{ type: 'text', text }],
});

describe('a queued message', () => {
  const queued: PlayedEvent = { type: 'message', role: 'user', messageId: 'q', content: [], isQueued: true };
  const stopped: PlayedEvent = { type: 'agent_end', reason: 'aborted' };

  const used: PlayedEvent = { type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } };
  const done: PlayedEvent = { type: 'agent_end', reason: 'completed' };

  it.each<[string, readonly PlayedEvent[], number | undefined]>([
    ['no answer came', [queued, stopped], 1],
    [
      'it came during a call, and the next answer followed',
      [said('a', ''), request, queued, response, said('b', ''), stopped],
      undefined,
    ],
    ['it came during a call, and the next request was stopped', [request, queued, response, stopped], 1],
    ['it came while the model answered, and that answer is the last', [queued, said('a', ''), stopped], 1],
    ['another answer followed that one', [queued, said('a', ''), said('b', ''), stopped], undefined],
    ['a request for calls followed, and its results', [queued, used, request, response, used, stopped], undefined],
    ['the model was only reported again', [queued, { type: 'session_update', model: 'm' }, stopped], 1],
    ['the turn completed, which takes an answer to everything', [queued, said('a', ''), done], undefined],
  ])('is counted at the end as unanswered or not: %s', (_case, events, unseen) => {
    const ended = play({ type: 'agent_start' }, ...events).settled.at(-1);
    expect(ended).toMatchObject({ kind: 'ended' });
    expect(ended?.kind === 'ended' ? ended.unseen : 'none').toBe(unseen);
  });
});
