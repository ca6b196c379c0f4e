import { expect, test } from 'vitest';
import { ownerMessageSchema, type OwnerMessage } from '../processes/supervisor-messages.ts';
import { ownerMessages } from './owner-messages.ts';

const request = { id: 1, key: 'k' };
const start: OwnerMessage = {
  type: 'start',
  ...request,
  command: 'true',
  cwd: '/',
  env: { A: 'b' },
  pty: false,
  confinement: null,
  timeoutMs: null,
  inactivityTimeoutMs: 100,
};
const good: readonly OwnerMessage[] = [
  { type: 'hello', version: 2 },
  { type: 'renew', until: 1.5 },
  { type: 'part' },
  start,
  { type: 'find', ...request },
  { type: 'kill', ...request, cause: 'killed' },
  { type: 'leave', ...request },
  { type: 'look', ...request, bytes: 0 },
  { type: 'write', ...request, text: '' },
];

test('accepts every type of message that the schema defines', () => {
  for (const message of good) {
    expect(ownerMessageSchema.safeParse(message).success, message.type).toBe(true);
    expect(ownerMessages.safeParse(message), message.type).toEqual({ success: true, data: message });
  }
  const types = ownerMessageSchema.options.map(({ shape }) => shape.type.value);
  expect(good.map(({ type }) => type).sort()).toEqual([...types].sort());
});

test('rejects a message without a required field, and anything that is not a message', () => {
  for (const message of good) {
    for (const name of Object.keys(message)) {
      const { [name]: _, ...less } = message as Record<string, unknown>;
      expect(ownerMessageSchema.safeParse(less).success, `${message.type} without ${name}`).toBe(false);
      expect(ownerMessages.safeParse(less).success, `${message.type} without ${name}`).toBe(false);
    }
  }
  for (const value of [
    null,
    1,
    'start',
    [],
    {},
    { type: 'toString' },
    { ...start, env: { A: 1 } },
    { ...start, words: [] },
    { ...start, words: [1] },
    { ...start, key: '' },
  ])
    expect(ownerMessages.safeParse(value).success, JSON.stringify(value)).toBe(false);
});
