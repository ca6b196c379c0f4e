import { expect, test } from 'vitest';
import { ownerMessageSchema, type OwnerMessage } from '../supervisor-messages.ts';
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
  silenceMs: 100,
};
const good: readonly OwnerMessage[] = [
  { type: 'hello', version: 2 },
  start,
  { type: 'find', ...request },
  { type: 'kill', ...request, cause: 'killed' },
  { type: 'leave', ...request },
  { type: 'look', ...request, bytes: 0 },
  { type: 'write', ...request, text: '' },
];

test('what the owner may say is understood, of every type that its schema has', () => {
  for (const message of good) {
    expect(ownerMessageSchema.safeParse(message).success, message.type).toBe(true);
    expect(ownerMessages.safeParse(message), message.type).toEqual({ success: true, data: message });
  }
  const types = ownerMessageSchema.options.map(({ shape }) => shape.type.value);
  expect(good.map(({ type }) => type).sort()).toEqual([...types].sort());
});

test('a message that lacks any one thing its schema demands is refused, and so is what is no message', () => {
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
