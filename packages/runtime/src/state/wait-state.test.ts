import { describe, expect, it } from 'vitest';
import { waitState } from './wait-state.ts';
import { idleTurn, type CallState } from './turn-state.ts';

const NOW = Date.parse('2026-01-01T00:00:00.000Z');
const LATER = '2026-01-01T00:01:00.000Z';
const EARLIER = '2025-12-31T23:59:00.000Z';

const asked: CallState = {
  callId: 'call_1',
  name: 'run_shell_command',
  args: {},
  effect: 'execute',
  executor: 'local',
  at: EARLIER,
  after: [],
  verdict: 'ask',
  inputId: 'input_1',
  expiresAt: null,
  outcome: null,
  asked: [],
  attempts: 0,
  blocked: null,
  held: [],
  key: null,
  hostUntil: null,
  isFinished: false,
};
const begun: CallState = { ...asked, callId: 'call_2', verdict: 'allow', inputId: null, key: 'call_2' };
const open = { ...idleTurn, streamId: 'stream_1' };

describe('waitState', () => {
  it('is idle while no stream is open', () => {
    expect(waitState(idleTurn, NOW)).toEqual({ kind: 'idle' });
  });

  it('runs while the model must answer', () => {
    expect(waitState({ ...open, isModelOwed: true }, NOW)).toEqual({ kind: 'running' });
  });

  it('waits for the user without an end if the approval does not expire', () => {
    expect(waitState({ ...open, batch: [asked] }, NOW)).toEqual({ kind: 'waiting', until: null });
  });

  it('waits until an approval expires, and then has something to do', () => {
    const withEnd = { ...asked, expiresAt: LATER };
    expect(waitState({ ...open, batch: [withEnd] }, NOW)).toEqual({ kind: 'waiting', until: LATER });
    expect(waitState({ ...open, batch: [withEnd] }, Date.parse(LATER))).toEqual({ kind: 'running' });
  });

  it('runs while another call of the batch has no result', () => {
    expect(waitState({ ...open, batch: [asked, begun] }, NOW)).toEqual({ kind: 'running' });
  });

  it('waits until a failed request is sent again', () => {
    const failed = { ...open, isModelOwed: true };
    expect(waitState({ ...failed, retryAt: LATER }, NOW)).toEqual({ kind: 'waiting', until: LATER });
    expect(waitState({ ...failed, retryAt: EARLIER }, NOW)).toEqual({ kind: 'running' });
  });
});
