import type { PlayedEvent } from '@bowline/testkit';
import { describe, expect, it } from 'vitest';
import { nameItems, playAt, playEvents, requests, responds, tells } from '../../../../tests/tui/play-events.ts';

const start: PlayedEvent = { type: 'agent_start' };
const end: PlayedEvent = { type: 'agent_end', reason: 'completed' };
const delta: PlayedEvent = { type: 'message_delta', messageId: 'n', kind: 'text', text: 'so ' };

/** The names of the items that are printed, and of those that wait. */
function sortItems(...events: readonly PlayedEvent[]): readonly [readonly string[], readonly string[]] {
  const { settled, live } = playEvents(start, ...events);
  return [nameItems(settled), nameItems(live)];
}

describe('an answer', () => {
  it('waits for the next item during a turn, and not for one that is only streaming', () => {
    expect(sortItems(tells('m', 'first'))).toEqual([[], ['agent']]);
    expect(sortItems(tells('m', 'first'), delta)).toEqual([[], ['agent', 'agent']]);
    expect(sortItems(tells('m', 'first'), tells('n', 'next'))).toEqual([['agent'], ['agent']]);
    expect(sortItems(tells('m', 'first'), requests('a', 'write_file'))).toEqual([['agent'], ['a']]);
    expect(sortItems(tells('m', 'last'), end)).toEqual([['agent', 'ended'], []]);
  });

  it('does not wait outside a turn', () => {
    expect(playEvents(tells('m', 'alone'))).toMatchObject({ settled: [{ kind: 'agent', isFinal: false }], live: [] });
  });

  it('is final if it ends the turn', () => {
    const { settled } = playEvents(
      start,
      tells('m', 'I will look.'),
      requests('a', 'write_file'),
      responds('a', 'write_file'),
      tells('n', 'Done.'),
      end,
    );
    expect(settled).toMatchObject([
      { text: 'I will look.', isFinal: false },
      { callId: 'a' },
      { text: 'Done.', isFinal: true },
      { kind: 'ended' },
    ]);
  });

  it.each<[string, readonly PlayedEvent[]]>([
    ['it only says what follows', [tells('m', 'I will look.'), requests('a', 'glob'), responds('a', 'glob')]],
    ['it has no text', [tells('m', '')]],
    ['it is not complete', [delta]],
  ])('is not final if %s', (_why, events) => {
    const { settled } = playEvents(start, ...events, end);
    expect(settled.filter((item) => item.kind === 'agent' && item.isFinal)).toEqual([]);
  });

  it('has the time since the model could be asked', () => {
    const { settled } = playAt(
      [10, start],
      [14, tells('m', 'a')],
      [15, requests('a', 'write_file')],
      [30, responds('a', 'write_file')],
      [32.5, tells('n', 'b')],
      [40, tells('o', 'c')],
      [41, { ...tells('p', 'd'), threadId: 't' }],
      [42, { type: 'agent_end', reason: 'completed', threadId: 't' }],
      [43, end],
    );
    const times = settled.map((item) => (item.kind === 'agent' ? item.tookMs : item.kind));
    expect(times).toEqual([4000, 'call', 2500, 7500, 'thread', 'ended']);
    expect(settled[4]).toMatchObject({ items: [{ text: 'd', tookMs: null }] });
    expect(playAt([5, tells('m', 'outside a turn')]).settled).toMatchObject([{ tookMs: null }]);
    expect(playAt([5, start], [6, delta]).live).toMatchObject([{ tookMs: null }]);
  });
});

describe('successful reads', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => requests(id, 'read_file')) as [PlayedEvent, PlayedEvent, PlayedEvent];
  const done = (id: string): PlayedEvent => responds(id, 'read_file');

  it('of one answer wait together until something else follows', () => {
    expect(sortItems(a, b, done('a'), done('b'))).toEqual([[], ['a', 'b']]);
    expect(sortItems(a, b, done('b'))).toEqual([[], ['a', 'b']]);
    expect(sortItems(a, b, done('a'), done('b'), delta)).toEqual([[], ['a', 'b', 'agent']]);
    expect(sortItems(a, b, done('a'), done('b'), tells('m', 'I see.'))).toEqual([['a', 'b'], ['agent']]);
    expect(sortItems(a, b, done('a'), done('b'), end)).toEqual([['a', 'b', 'ended'], []]);
  });

  it.each(['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'])('include those of %s', (name) => {
    expect(sortItems(requests('a', name), responds('a', name))).toEqual([[], ['a']]);
  });

  it.each(['write_file', 'run_shell_command', 'anything_else'])('exclude those of %s', (name) => {
    expect(sortItems(requests('a', name), responds('a', name))).toEqual([['a'], []]);
  });

  it('do not wait for a call of another tool or of another answer', () => {
    expect(sortItems(a, requests('g', 'glob'), done('a'))).toEqual([['a'], ['g']]);
    expect(sortItems(a, requests('w', 'write_file'), done('a'))).toEqual([['a'], ['w']]);
    expect(sortItems(a, done('a'), c)).toEqual([['a'], ['c']]);
  });

  it('know the answer that requests them', () => {
    const used: PlayedEvent = { type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } };
    const { live } = playEvents(start, tells('m', 'I look.'), a, b);
    expect(live).toMatchObject([{ answerId: 'e1' }, { answerId: 'e1' }]);
    expect(playEvents(start, used, a, b, done('a'), done('b'), used, c).settled).toMatchObject([
      { callId: 'a', answerId: 'e1' },
      { callId: 'b', answerId: 'e1' },
    ]);
  });

  it('do not include one that failed or that the user was asked about', () => {
    expect(sortItems(a, b, done('a'), responds('b', 'read_file', true))).toEqual([['a', 'b'], []]);
    expect(sortItems(a, asks('a'), allows, done('a'))).toEqual([['a'], []]);
  });
});

const call = { kind: 'confirmation', tool: 'read_file', args: {}, effect: 'read', digest: 'd', findings: [] } as const;
const allows: PlayedEvent = {
  type: 'input_response',
  inputId: 'i',
  outcome: { kind: 'confirmation', outcome: 'once', digest: 'd' },
};

function asks(callId: string): PlayedEvent {
  return { type: 'input_request', request: { ...call, findings: [], inputId: 'i', title: 'Read it?', callId } };
}

describe('a decision of the user', () => {
  it.each(['once', 'session', 'project', 'always', 'denied'] as const)('is on its call: %s', (outcome) => {
    const decided: PlayedEvent = {
      type: 'input_response',
      inputId: 'i',
      outcome: { kind: 'confirmation', outcome, digest: 'd', reason: 'why not' },
    };
    const { live, settled, pending } = playEvents(start, requests('a', 'write_file'), asks('a'), decided);
    expect(live).toMatchObject([{ kind: 'call', decision: { outcome, reason: 'why not' } }]);
    expect([settled, pending]).toEqual([[], []]);
  });

  it('stays on the call with its result', () => {
    const { settled } = playEvents(
      start,
      requests('a', 'write_file'),
      asks('a'),
      allows,
      responds('a', 'write_file', true),
    );
    expect(settled).toMatchObject([{ status: 'failed', decision: { outcome: 'once' } }]);
  });

  it('is on no other call', () => {
    const { live } = playEvents(start, requests('a', 'write_file'), requests('b', 'write_file'), asks('b'), allows);
    expect(live).toMatchObject([{ decision: null }, { decision: { outcome: 'once' } }]);
  });

  it.each<[string, PlayedEvent]>([
    ['the question expired', { type: 'input_response', inputId: 'i', outcome: { kind: 'expired' } }],
    ['it was declined', { type: 'input_response', inputId: 'i', outcome: { kind: 'declined' } }],
  ])('is an item of its own if %s', (_why, response) => {
    const { live, settled } = playEvents(start, requests('a', 'write_file'), asks('a'), response);
    expect([...settled, ...live]).toMatchObject([{ kind: 'call', decision: null }, { kind: 'answer' }]);
  });

  it('is an item of its own if its call is not known', () => {
    expect(playEvents(start, asks('gone'), allows).settled).toMatchObject([
      { kind: 'answer', outcome: { outcome: 'once' } },
    ]);
  });
});

describe('an answer to a question of a call', () => {
  const question = { inputId: 'i', title: 'Why?', callId: 'a' };
  const text: PlayedEvent = { type: 'input_request', request: { ...question, kind: 'text' } };
  const choice: PlayedEvent = {
    type: 'input_request',
    request: { ...question, kind: 'choice', options: [{ id: 'x', label: 'X' }], multiple: false },
  };
  const answered: PlayedEvent = { type: 'input_response', inputId: 'i', outcome: { kind: 'text', text: 'so' } };

  it.each([text, choice])('is shown by the result of the call: %j', (asked) => {
    const { live, settled, pending } = playEvents(start, requests('a', 'ask_user'), asked, answered);
    expect([nameItems(settled), nameItems(live), pending]).toEqual([[], ['a'], []]);
  });

  it('is an item of its own if the call has ended, or if no call asks', () => {
    const ended = playEvents(start, requests('a', 'ask_user'), text, responds('a', 'ask_user'), answered);
    expect(nameItems(ended.settled)).toEqual(['a', 'answer']);
    expect(nameItems(playEvents(start, text, answered).settled)).toEqual(['answer']);
  });
});

it('shows a call as the user edited it', () => {
  const args = { command: 'rm a' };
  const { live, settled } = playEvents(
    {
      ...requests('a', 'run_shell_command'),
      args,
      display: { type: 'command', command: 'rm a', programs: [['rm', 'a']] },
    },
    asks('a'),
    {
      type: 'input_response',
      inputId: 'i',
      outcome: { kind: 'confirmation', outcome: 'edited', digest: 'd', args: { command: 'rm b' } },
    },
  );
  expect(live).toMatchObject([
    { args: { command: 'rm b' }, display: { type: 'command', command: 'rm b' }, decision: { outcome: 'edited' } },
  ]);
  expect(live[0]).not.toHaveProperty('display.programs');
  expect(settled).toEqual([]);
});
