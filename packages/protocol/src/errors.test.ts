import { expect, test } from 'vitest';
import { AgentError } from './errors.ts';

test('from() returns an AgentError unchanged and turns anything else into INTERNAL with its cause', () => {
  const own = new AgentError('SESSION_BUSY', 'busy', { hint: 'wait', retryable: true });
  const foreign = new TypeError('boom');
  expect(AgentError.from(own)).toBe(own);
  expect(AgentError.from(foreign)).toMatchObject({
    code: 'INTERNAL',
    message: 'boom',
    cause: foreign,
    retryable: false,
  });
  expect(AgentError.from('just text').message).toBe('just text');
});

test('an error from another copy of this package is recognized by its brand', () => {
  const other = Object.assign(new Error('x'), { [Symbol.for('bowline.agent-error')]: true });
  expect(AgentError.is(other)).toBe(true);
  expect(AgentError.is(new Error('x'))).toBe(false);
});
