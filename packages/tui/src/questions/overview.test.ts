import type { InputRequest } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { chunkArrival, keyArrival } from '../../../../tests/tui/arrivals.ts';
import type { Arrival } from '../keys/arrival.ts';
import { nextTick, stepQueue, syncQueue, tickQueue } from './question-queue.ts';
import { emptyQueue, focusQueue, type QueueState, type QueueStep } from './queue-state.ts';

const call = (inputId: string, more: object = {}): InputRequest => ({
  kind: 'confirmation',
  inputId,
  title: 'Run it?',
  callId: inputId,
  tool: 'it',
  args: {},
  effect: 'execute',
  digest: inputId,
  findings: [],
  ...more,
});
const edit = (inputId: string, more: object = {}): InputRequest =>
  call(inputId, { effect: 'write', display: { type: 'diff', path: inputId, before: 'a', after: 'b' }, ...more });
const DANGER = { findings: [{ check: 'c', severity: 'danger', message: 'm' }] };

const [one, two, run, bad] = [edit('one'), edit('two'), call('run'), call('bad', DANGER)];
const all = [one, two, run, bad];
const range = { last: 0, page: 1 };
const key = keyArrival;

type Input = readonly [number, Arrival | 'nothing'];

interface Played {
  readonly queue: QueueState;
  readonly came: readonly string[];
}

/** Plays input; what each caused, or where it went. */
function play(
  queue: QueueState,
  inputs: readonly Input[],
  {
    requests = all,
    isDraftEmpty = false,
    isHidden = false,
  }: {
    readonly requests?: readonly InputRequest[];
    readonly isDraftEmpty?: boolean;
    readonly isHidden?: boolean;
  } = {},
): Played {
  let current = queue;
  const came = inputs.map(([now, arrival]) => {
    const facts = { requests, range: { ...range, isHidden }, now, isDraftEmpty };
    const step = arrival === 'nothing' ? tickQueue(current, facts) : stepQueue(current, arrival, facts);
    current = step.queue;
    return toWord(step);
  });
  return { queue: current, came };
}

function toWord({ effect, isTaken }: QueueStep): string {
  const outcomeOf = (answer: object): string => ('outcome' in answer ? String(answer.outcome) : '?');
  if (effect?.kind === 'answer') return `${outcomeOf(effect.answer)} ${effect.request.inputId}`;
  if (effect?.kind === 'answer_all')
    return effect.answers.map(({ request, answer }) => `${outcomeOf(answer)} ${request.inputId}`).join(', ');
  return isTaken ? 'taken' : 'draft';
}

const asked = (requests = all): QueueState => syncQueue(emptyQueue, requests, 0);
const listed = (requests = all): QueueState => focusQueue(asked(requests), 0);

describe('the list of approvals', () => {
  it('is shown for three or more, not for two, and not for questions of the model', () => {
    const text: InputRequest = { kind: 'text', inputId: 't', title: 'Why?' };
    expect(asked([one]).isOverview).toBe(false);
    expect(asked([one, two]).isOverview).toBe(false);
    expect(asked([one, two, text]).isOverview).toBe(false);
    expect(asked([one, two, run]).isOverview).toBe(true);
    expect(syncQueue(asked([one]), [one, two, run], 1000)).toMatchObject({ isOverview: true, armedAt: 1400 });
  });

  it('does not replace an approval that the user is answering', () => {
    const answering = focusQueue(asked([one]), 0);
    expect(syncQueue(answering, [one, two, run], 1000)).toMatchObject({
      isOverview: false,
      shownId: 'one',
      armedAt: 400,
    });
  });

  it('leaves letters to the draft without the focus, but opens with Enter', () => {
    expect(play(asked(), [[1000, key('y')]]).came).toEqual(['draft']);
    const opened = play(asked(), [[1000, key('enter')]], { isDraftEmpty: true }).queue;
    expect(opened).toMatchObject({ isOverview: false, shownId: 'one', hasFocus: true, armedAt: 1400 });
    expect(play(asked(), [[1000, key('enter')]]).came).toEqual(['draft']);
  });

  it('answers the marked one, then marks the next, which takes no key for a moment', () => {
    const { queue, came } = play(listed(), [
      [1000, key('y')],
      [1200, key('x')],
      [1500, key('n')],
    ]);
    expect(came).toEqual(['once one', 'taken', 'denied two']);
    expect(queue).toMatchObject({ isOverview: true, shownId: 'run', hasFocus: true });
  });

  it('takes no key right after it appeared or got the focus', () => {
    expect(play(listed(), [[399, key('y')]]).came).toEqual(['taken']);
  });

  it('allows nothing while it is hidden, but denies and postpones', () => {
    const playHidden = (...keys: readonly Input[]): Played => play(listed(), keys, { isHidden: true });
    expect(playHidden([1000, key('y')], [3000, key('o')]).came).toEqual(['taken', 'taken']);
    expect(playHidden([1000, key('e')], [1500, key('e')], [2000, 'nothing']).came).toEqual(['taken', 'taken', 'draft']);
    expect(playHidden([1000, key('n')]).came).toEqual(['denied one']);
    expect(playHidden([1000, key('escape')]).queue.isLater).toBe(true);
  });

  it('moves with the arrows around its ends', () => {
    const { queue } = play(listed(), [
      [1000, key('up')],
      [1010, key('down')],
      [1020, key('down')],
    ]);
    expect(queue.shownId).toBe('two');
  });

  it('moves with Tab, from the last row to the draft', () => {
    const { queue } = play(listed(), [
      [1000, key('tab')],
      [1010, key('tab')],
      [1020, key('tab')],
    ]);
    expect(queue).toMatchObject({ shownId: 'bad', hasFocus: true });
    expect(play(queue, [[1500, key('tab')]]).queue).toMatchObject({ hasFocus: false, isOverview: true });
  });

  it('opens one with Enter, and Escape returns to the list, then postpones it', () => {
    const opened = play(listed(), [
      [1000, key('down')],
      [1010, key('enter')],
    ]).queue;
    expect(opened).toMatchObject({ isOverview: false, shownId: 'two' });
    const back = play(opened, [[1500, key('escape')]]).queue;
    expect(back).toMatchObject({ isOverview: true, shownId: 'two', hasFocus: true, isLater: false });
    expect(play(back, [[2000, key('escape')]]).queue).toMatchObject({ isLater: true, hasFocus: false });
  });

  it('returns after the opened one was answered', () => {
    const { queue, came } = play(listed(), [
      [1000, key('enter')],
      [1500, key('y')],
    ]);
    expect(came).toEqual(['taken', 'once one']);
    expect(queue).toMatchObject({ isOverview: true, shownId: 'two', hasFocus: true, armedAt: 1900 });
  });

  it('shows the last one by itself', () => {
    const left = syncQueue(listed([one, two]), [two], 1000);
    expect(left).toMatchObject({ isOverview: false, shownId: 'two', hasFocus: true, armedAt: 1400 });
  });

  it('never allows what is dangerous: it is opened instead', () => {
    const marked = play(listed(), [[1000, key('up')]]).queue;
    expect(marked.shownId).toBe('bad');
    const { queue, came } = play(marked, [[1500, key('y')]]);
    expect(came).toEqual(['taken']);
    expect(queue).toMatchObject({ isOverview: false, shownId: 'bad', armedAt: 1900 });
    expect(play(marked, [[1500, key('n')]]).came).toEqual(['denied bad']);
  });

  it('answers only one for a held key', () => {
    const times = [1000, 1450, 1480, 1510];
    const held = times.map((at): Input => [at, key('y', { isRepeat: false })]);
    expect(play(listed(), [...held, [1700, 'nothing']]).came.filter((word) => word.startsWith('once'))).toEqual([
      'once one',
    ]);
  });
});

describe('two presses of e', () => {
  const first: Input = [1000, key('e')];

  it('allow all edits once each, never a command or what is dangerous', () => {
    const risky = [...all, edit('key', DANGER)];
    const { queue, came } = play(listed(risky), [first, [1500, key('e')], [1620, 'nothing']], { requests: risky });
    expect(came).toEqual(['taken', 'taken', 'once one, once two']);
    expect(queue).toMatchObject({ shownId: 'run', hasFocus: true, allEditsAt: null });
  });

  it.each<[string, readonly Input[]]>([
    [
      'too early',
      [
        [1100, key('e')],
        [1300, 'nothing'],
      ],
    ],
    [
      'too late',
      [
        [4001, key('e')],
        [4200, 'nothing'],
      ],
    ],
    [
      'after another key',
      [
        [1300, key('x')],
        [1600, key('e')],
        [1800, 'nothing'],
      ],
    ],
    [
      'after a piece of text',
      [
        [1300, chunkArrival('ab')],
        [2600, key('e')],
      ],
    ],
    [
      'held down',
      [
        [1500, key('e')],
        [1530, key('e')],
        [1560, key('e')],
        [2000, 'nothing'],
      ],
    ],
    [
      'reported as a repeat',
      [
        [1500, key('e', { isRepeat: true })],
        [1700, 'nothing'],
      ],
    ],
  ])('allow nothing if the second is %s', (_when, rest) => {
    const { came } = play(listed(), [first, ...rest]);
    expect(came.filter((word) => word.includes('once'))).toEqual([]);
  });

  it('start anew if another call arrives between them', () => {
    const waiting = play(listed(), [first]).queue;
    const more = [...all, edit('three')];
    const { came } = play(
      syncQueue(waiting, more, 1200),
      [
        [1500, key('e')],
        [1700, 'nothing'],
      ],
      { requests: more },
    );
    expect(came.join()).not.toContain('once');
  });

  it('expire', () => {
    const waiting = play(listed(), [first]).queue;
    const at = nextTick(waiting);
    expect(at).toBe(4001);
    expect(play(waiting, [[at ?? 0, 'nothing']]).queue.allEditsAt).toBeNull();
  });

  it('do nothing without edits', () => {
    const requests = [run, bad];
    expect(play(listed(requests), [first], { requests }).queue.allEditsAt).toBeNull();
  });
});

it('opens an approval whose reason is being written, and keeps what was written', () => {
  const started = play(focusQueue(asked([one]), 0), [
    [1000, key('r')],
    [1100, key('x')],
    [1200, key('tab')],
  ]).queue;
  const queue = syncQueue(started, [one, two, run], 2000);
  expect(queue.isOverview).toBe(true);
  const requests = [one, two, run];
  const { queue: after, came } = play(focusQueue(queue, 2000), [[3000, key('n')]], { requests });
  expect(came).toEqual(['taken']);
  expect(after).toMatchObject({ isOverview: false, shownId: 'one' });
  expect(after.byId.get('one')).toMatchObject({ isWriting: true, field: { text: 'x' } });
});
