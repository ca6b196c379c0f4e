import { expect, test } from 'vitest';
import { digestCall } from './call-digest.ts';

const call = { callId: 'a', name: 'write', args: { path: 'x' } };

test('the same call has the same digest', () => {
  expect(digestCall({ ...call, args: { ...call.args } })).toBe(digestCall(call));
});

test.each([
  ['id', { ...call, callId: 'b' }],
  ['name', { ...call, name: 'read' }],
  ['arguments', { ...call, args: { path: 'y' } }],
])('a call with another %s has another digest', (_, other) => {
  expect(digestCall(other)).not.toBe(digestCall(call));
});
