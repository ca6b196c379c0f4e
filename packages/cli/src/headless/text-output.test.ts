import type { AgentEvent, AgentEventBody } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { createTextOutput } from './text-output.ts';

const delta = (messageId: string, text: string): AgentEventBody => ({
  type: 'message_delta',
  messageId,
  kind: 'text',
  text,
});
const whole = (messageId: string, text: string): AgentEventBody => ({
  type: 'message',
  role: 'agent',
  messageId,
  content: [{ type: 'text', text }],
});
const retracted = (messageId: string): AgentEventBody => ({ type: 'message_retracted', messageId, reason: 'r' });
const end = (reason: 'completed' | 'loop'): AgentEventBody => ({ type: 'agent_end', reason });

function printed(isWatched: boolean, ...bodies: readonly AgentEventBody[]): string {
  let text = '';
  const output = createTextOutput((more) => (text += more), { isWatched });
  bodies.forEach((body, n) => {
    output.event({ ...body, id: `${n}`, at: '' } satisfies AgentEvent);
  });
  return text;
}

test.each<[string, AgentEventBody[], string]>([
  ['a complete answer', [delta('a', 'o'), delta('a', 'ne'), whole('a', 'one'), end('completed')], 'one\n'],
  [
    'an answer repeated after a broken connection',
    [delta('a', 'on'), retracted('a'), whole('b', 'one'), end('completed')],
    'one\n',
  ],
  ['a turn stopped during an answer', [delta('a', 'o'), delta('a', 'ne'), retracted('a'), end('loop')], 'one\n'],
  [
    'the last of two incomplete answers',
    [delta('a', 'x'), retracted('a'), delta('b', 'one'), retracted('b'), end('loop')],
    'one\n',
  ],
])('a pipe gets the answer once: %s', (_, bodies, text) => {
  expect(printed(false, ...bodies)).toBe(text);
});

test('a terminal does not get a retracted answer again', () => {
  expect(printed(true, delta('a', 'one'), retracted('a'), end('loop'))).toBe('one\n');
});
