import type { AgentEvent, AgentEventBody } from '../events.ts';
import { expect, test } from 'vitest';
import { RunStats } from './run-stats.ts';

const at = (second: number, body: AgentEventBody): AgentEvent => ({
  ...body,
  id: `${second}`,
  at: new Date(second * 1000).toISOString(),
});
const request: AgentEventBody = {
  type: 'tool_request',
  callId: 'c',
  name: 'write',
  args: {},
  effect: 'write',
  executor: 'local',
};
const response: AgentEventBody = { type: 'tool_response', callId: 'c', name: 'write', content: [], isError: false };
const status = (word: 'allowed' | 'awaiting' | 'denied' | 'running'): AgentEventBody => ({
  type: 'tool_status',
  callId: 'c',
  status: word,
});

test.each<[string, AgentEvent[], number]>([
  ['approval is slow', [at(0, request), at(1, status('awaiting')), at(60, status('running')), at(62, response)], 2000],
  ['no approval is requested', [at(0, request), at(1, status('allowed')), at(4, response)], 3000],
  [
    'its effect begins after the decision',
    [at(0, request), at(1, status('allowed')), at(2, status('running')), at(4, response)],
    2000,
  ],
  ['it is denied', [at(0, request), at(1, status('denied')), at(50, response)], 0],
])('the duration of a call covers only its execution: %s', (_, events, durationMs) => {
  const stats = new RunStats();
  for (const event of events) stats.take(event);
  expect(stats.tools.get('write')).toMatchObject({ count: 1, durationMs });
});
