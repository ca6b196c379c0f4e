import { expect, test } from 'vitest';
import { AgentError } from './errors.ts';
import { createMessage } from './create-message.ts';
import { parseSend } from './send.ts';

test('text becomes a message', () => {
  expect(parseSend(createMessage('hi'))).toEqual({ message: { content: [{ type: 'text', text: 'hi' }] } });
});

test.each([
  ['two inputs at once', { message: { content: [{ type: 'text', text: 'x' }] }, update: {} }],
  ['nothing', {}],
  ['a message without content', { message: { content: [] } }],
  ['an unknown part', { message: { content: [{ type: 'smell', text: 'x' }] } }],
  ['an unknown mode', { update: { mode: 'careless' } }],
  ['an answer of an unknown kind', { input: { inputId: 'i', answer: { kind: 'shrug' } } }],
  ['not an object', 'hi'],
])('rejects %s with a code and a hint', (_name, value) => {
  try {
    parseSend(value);
    expect.unreachable();
  } catch (error) {
    expect(AgentError.is(error) && [error.code, error.hint]).toEqual([
      'SEND_INVALID',
      'Send exactly one of message, update, input, action',
    ]);
  }
});
