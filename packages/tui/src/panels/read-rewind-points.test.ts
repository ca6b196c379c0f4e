import type { AgentEvent, AgentEventBody } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { readRewindPoints } from './read-rewind-points.ts';

const at = '2026-01-01T00:00:00.000Z';
const event = (seq: number, body: AgentEventBody): AgentEvent => ({ ...body, id: `${seq}-0123456789ab`, at });
const said = (seq: number, text: string, more: object = {}): AgentEvent =>
  event(seq, { type: 'message', role: 'user', messageId: `m${seq}`, content: [{ type: 'text', text }], ...more });
const write = (seq: number, file_path: string): AgentEvent =>
  event(seq, {
    type: 'tool_request',
    callId: `c${seq}`,
    name: 'write_file',
    args: { file_path },
    effect: 'write',
    executor: 'local',
  });
const back = (seq: number, to: number): AgentEvent => event(seq, { type: 'rewound', to });

async function* stream(events: readonly AgentEvent[]): AsyncIterable<AgentEvent> {
  yield* events;
}
const textsOf = async (events: readonly AgentEvent[]): Promise<readonly string[]> =>
  (await readRewindPoints(stream(events))).map(({ text }) => text);

describe('readRewindPoints', () => {
  it('reports what followed each message', async () => {
    const events = [
      said(2, 'one'),
      write(4, 'a.ts'),
      write(6, 'a.ts'),
      write(8, 'b.ts'),
      said(9, 'hurry', { isQueued: true }),
      event(10, { type: 'tool_request', callId: 'r', name: 'read_file', args: {}, effect: 'read', executor: 'local' }),
      said(12, 'two'),
    ];
    expect(await readRewindPoints(stream(events))).toEqual([
      { eventId: '2-0123456789ab', at, text: 'one', calls: 3, files: ['a.ts', 'b.ts'], isQueued: false },
      { eventId: '9-0123456789ab', at, text: 'hurry', calls: 1, files: [], isQueued: true },
      { eventId: '12-0123456789ab', at, text: 'two', calls: 0, files: [], isQueued: false },
    ]);
  });

  it('omits messages that were already rewound', async () => {
    const gone = [said(2, 'one'), said(4, 'two'), said(6, 'three'), back(8, 3)];
    expect(await textsOf(gone)).toEqual(['one']);
    expect(await textsOf([...gone, said(9, 'other')])).toEqual(['one', 'other']);
    // A rewind to the last record before the first rewind reverts it.
    expect(await textsOf([...gone, said(9, 'other'), back(10, 7)])).toEqual(['one', 'two', 'three']);
  });

  it('omits messages to a subagent', async () => {
    expect(await textsOf([said(2, 'one'), said(3, 'inner', { threadId: 't' })])).toEqual(['one']);
  });
});
