import type { AgentEvent, InputRequest } from '@bowline/protocol';
import type { PlayedEvent } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { RunOutcome } from './run-outcome.ts';

const at = '2026-01-01T00:00:00.000Z';

function play(...bodies: readonly PlayedEvent[]): { readonly outcome: RunOutcome; readonly said: readonly unknown[] } {
  const outcome = new RunOutcome();
  const events = bodies.map((body, n): AgentEvent => ({ ...body, id: `e${n}`, at, streamId: 's' }));
  const said = events.map((event) => outcome.take(event)).filter((line) => line !== undefined);
  return { outcome, said };
}

const question: InputRequest = { kind: 'credential', inputId: 'i', service: 'x', title: 'Which key?' };

test('a run that reached a limit reports it with the text of the notice', () => {
  const limit: PlayedEvent = { type: 'notice', level: 'warning', code: 'MAX_COST', text: 'limit of $1 reached' };
  const { outcome } = play(limit, { type: 'agent_end', reason: 'max_cost' });
  expect(outcome.error).toEqual({ code: 'MAX_COST', message: 'Stopped: limit of $1 reached' });
});

test('a failed run reports the cause instead of its end', () => {
  const { outcome } = play(
    { type: 'error', code: 'MODEL_AUTH', message: 'no key', fatal: true },
    { type: 'agent_end', reason: 'failed', message: 'it failed' },
  );
  expect(outcome.error).toMatchObject({ code: 'MODEL_AUTH', message: 'no key' });
});

test('a completed run has no error, even after a non-fatal one', () => {
  const { outcome } = play(
    { type: 'error', code: 'MODEL_BUSY', message: 'busy', fatal: false },
    { type: 'agent_end', reason: 'completed' },
  );
  expect(outcome.toEnd('s')).toEqual({ sessionId: 's', error: undefined, pending: [], denials: [] });
});

test('a denied call is reported in a line and listed at the end', () => {
  const { outcome, said } = play({
    ...{ type: 'tool_response', callId: 'c', name: 'write_file', isError: true, errorType: 'denied' },
    content: [{ type: 'text', text: 'You denied this' }],
  });
  expect(said).toEqual(['Denied write_file: You denied this.']);
  expect(outcome.toEnd('s').denials).toMatchObject([{ tool_name: 'write_file', tool_id: 'c' }]);
});

test('a suspended run lists its questions; without approvals the first one is its error', () => {
  const { outcome } = play();
  outcome.wait([question]);
  expect(outcome.pending).toEqual([question]);
  outcome.failWaiting();
  expect(outcome.toEnd('s')).toMatchObject({ pending: [], error: { code: 'CONFIRMATION_REQUIRED' } });
  expect(outcome.error?.message).toContain('Which key?');
});
