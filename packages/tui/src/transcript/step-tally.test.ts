import type { PlayedEvent } from '@bowline/testkit';
import { describe, expect, it } from 'vitest';
import { playAt, playEvents, requests, responds } from '../../../../tests/tui/play-events.ts';
import type { TurnTally } from './transcript.ts';

const start: PlayedEvent = { type: 'agent_start' };
const end: PlayedEvent = { type: 'agent_end', reason: 'completed' };
const used = (usage: Extract<PlayedEvent, { type: 'usage' }>['usage']): PlayedEvent => ({
  type: 'usage',
  model: 'm',
  usage,
});
const edits = (path: string, [before, after]: readonly [string, string], isError = false): readonly PlayedEvent[] => [
  requests(path, 'replace'),
  { ...responds(path, 'replace', isError), display: { type: 'diff', path, before, after } },
];

function tallyOf(...events: readonly PlayedEvent[]): TurnTally | null {
  const ended = playEvents(start, ...events, end).settled.at(-1);
  return ended?.kind === 'ended' ? ended.tally : null;
}

describe('the tally of a turn', () => {
  it('starts empty', () => {
    expect(tallyOf()).toEqual({ calls: 0, changes: new Map(), inputTokens: 0, outputTokens: 0, cost: 0 });
    expect(playEvents(end).settled).toMatchObject([{ kind: 'ended', tally: null }]);
  });

  it('counts calls, with failed ones and those of subagents', () => {
    const events = [requests('a', 'glob'), responds('a', 'glob', true), { ...requests('b', 'glob'), threadId: 't' }];
    expect(tallyOf(...events)).toMatchObject({ calls: 2 });
  });

  it('adds up the changed lines of each file, without failed changes', () => {
    const tally = tallyOf(
      ...edits('a.ts', ['one\ntwo\n', 'one\n2\n']),
      ...edits('a.ts', ['one\n2\n', 'one\n2\nthree\nfour\n']),
      ...edits('b.ts', ['x\ny\n', '']),
      ...edits('c.ts', ['', 'never\n'], true),
    );
    expect(tally?.changes).toEqual(
      new Map([
        ['a.ts', { added: 3, removed: 1 }],
        ['b.ts', { added: 0, removed: 2 }],
      ]),
    );
  });

  it('adds up tokens and cost, with thoughts as output', () => {
    const tally = tallyOf(
      used({ inputTokens: 100, outputTokens: 10, thoughtTokens: 5, cost: 0.25 }),
      used({ inputTokens: 200, outputTokens: 20, cost: 0.5 }),
    );
    expect(tally).toMatchObject({ inputTokens: 300, outputTokens: 35, cost: 0.75 });
  });

  it('has no cost if one price is not known', () => {
    const [priced, unknown] = [
      used({ inputTokens: 1, outputTokens: 1, cost: 1 }),
      used({ inputTokens: 1, outputTokens: 1 }),
    ];
    expect(tallyOf(priced, unknown)).toMatchObject({ cost: null });
    expect(tallyOf(unknown, priced)).toMatchObject({ cost: null });
  });

  it('is that of this turn only, and is known while the turn runs', () => {
    const { stream } = playEvents(
      start,
      requests('a', 'glob'),
      responds('a', 'glob'),
      end,
      start,
      requests('b', 'glob'),
    );
    expect(stream?.tally.calls).toBe(1);
    expect(playEvents(start, requests('a', 'glob'), end).stream).toBeNull();
  });
});

describe('the turns of a session', () => {
  it('have their cost and their time', () => {
    const { turns } = playAt(
      [0, start],
      [5, used({ inputTokens: 1, outputTokens: 1, cost: 0.5 })],
      [14, end],
      [100, start],
      [101, used({ inputTokens: 1, outputTokens: 1 })],
      [102, { type: 'agent_end', reason: 'aborted' }],
    );
    expect(turns).toEqual([
      { cost: 0.5, ms: 14_000 },
      { cost: 0, ms: 2000 },
    ]);
  });

  it('exclude the time that the user took to answer', () => {
    const { turns } = playAt(
      [0, start],
      [2, { type: 'input_request', request: { kind: 'text', inputId: 'i', title: 'Why?' } }],
      [50, { type: 'input_response', inputId: 'i', outcome: { kind: 'text', text: 'so' } }],
      [60, end],
    );
    expect(turns).toEqual([{ cost: 0, ms: 12_000 }]);
  });

  it('exclude the time of a question that was never answered', () => {
    const { turns } = playAt(
      [0, start],
      [2, { type: 'input_request', request: { kind: 'text', inputId: 'i', title: 'Why?' } }],
      [50, { type: 'agent_end', reason: 'aborted' }],
    );
    expect(turns).toEqual([{ cost: 0, ms: 2000 }]);
  });

  it('are those of the session, not of subagents', () => {
    const { turns } = playAt([0, start], [1, { ...start, threadId: 't' }], [2, { ...end, threadId: 't' }], [3, end]);
    expect(turns).toHaveLength(1);
  });
});

describe('the time of the calls of a tool', () => {
  const allowed = (callId: string): PlayedEvent => ({ type: 'tool_status', callId, status: 'allowed' });

  it('is added up from their start to their result', () => {
    const { calls } = playAt(
      [0, requests('a', 'glob')],
      [10, allowed('a')],
      [12, responds('a', 'glob')],
      [12, requests('b', 'glob')],
      [20, allowed('b')],
      [21, responds('b', 'glob', true)],
    );
    expect(calls).toEqual(new Map([['glob', { made: 2, failed: 1, denied: 0, ms: 3000 }]]));
  });

  it('is nothing for a call that never ran', () => {
    const { calls } = playAt([0, requests('a', 'glob')], [9, { ...responds('a', 'glob', true), errorType: 'denied' }]);
    expect(calls).toEqual(new Map([['glob', { made: 1, failed: 0, denied: 1, ms: 0 }]]));
  });
});
