import type { InputRequest } from '@bowline/protocol';
import { createQuestion } from './question-state.ts';
import { describe, expect, it } from 'vitest';
import { chunkArrival, keyArrival, pasteArrival } from '../../../../tests/tui/arrivals.ts';
import type { Arrival } from '../keys/arrival.ts';
import { refuseAnswer, stepQueue, syncQueue, tickQueue, toTabOrder } from './question-queue.ts';
import { emptyQueue, focusQueue, shownOf, type QueueState } from './queue-state.ts';

const confirmation = (inputId: string, more: object = {}): InputRequest => ({
  kind: 'confirmation',
  inputId,
  title: 'Run it?',
  callId: inputId,
  tool: 'it',
  args: {},
  effect: 'write',
  digest: inputId,
  findings: [],
  grant: { text: 'it', rule: '', project: '/w' },
  ...more,
});
const [a, b, c] = [confirmation('a'), confirmation('b'), confirmation('c')];
const text: InputRequest = { kind: 'text', inputId: 't', title: 'Why?' };
const range = { last: 0, page: 1 };

interface Played {
  readonly queue: QueueState;
  /** The result of each input: an outcome with its question, `draft` if it went there, or nothing. */
  readonly came: readonly (string | null)[];
}

/** Plays input at the given times. */
function play(
  queue: QueueState,
  requests: readonly InputRequest[],
  arrivals: readonly (readonly [number, Arrival | 'nothing'])[],
): Played {
  return playOver(queue, arrivals, { requests, isDraftEmpty: false });
}

function playOver(
  queue: QueueState,
  arrivals: readonly (readonly [number, Arrival | 'nothing'])[],
  { requests, isDraftEmpty }: { readonly requests: readonly InputRequest[]; readonly isDraftEmpty: boolean },
): Played {
  const came: (string | null)[] = [];
  let current = queue;
  for (const [now, arrival] of arrivals) {
    const facts = { requests, range, now, isDraftEmpty };
    const step = arrival === 'nothing' ? tickQueue(current, facts) : stepQueue(current, arrival, facts);
    current = step.queue;
    came.push(toWord(step, arrival === 'nothing'));
  }
  return { queue: current, came };
}

function toWord({ effect, isTaken }: ReturnType<typeof stepQueue>, isTick: boolean): string | null {
  if (effect?.kind === 'edit') return `edit ${effect.request.inputId}`;
  if (effect?.kind === 'answer') {
    const { answer, request } = effect;
    return `${answer.kind === 'confirmation' ? answer.outcome : answer.kind} ${request.inputId}`;
  }
  return isTaken || isTick ? null : 'draft';
}

const asked = (...requests: readonly InputRequest[]): QueueState => syncQueue(emptyQueue, requests, 0);
const focused = (...requests: readonly InputRequest[]): QueueState => focusQueue(asked(...requests), 0);
const key = keyArrival;

describe('a new question', () => {
  it('leaves the keyboard to the draft, however long the user pauses', () => {
    const sentence = [...Array.from('fix tests'), ...Array.from('and docs')];
    const arrivals = sentence.map((letter, n) => [n * 700, key(letter)] as const);
    expect(new Set(play(asked(a), [a], arrivals).came)).toEqual(new Set(['draft']));
  });

  it('takes arrows and Enter if nothing is typed, once it could have been read', () => {
    const arrivals = [
      [399, key('enter')],
      [400, key('down')],
      [500, key('enter')],
    ] as const;
    expect(playOver(asked(a), arrivals, { requests: [a], isDraftEmpty: true }).came).toEqual([
      'draft',
      null,
      'session a',
    ]);
    expect(play(asked(a), [a], arrivals).came).toEqual(['draft', 'draft', 'draft']);
  });

  it('leaves the arrows to the draft while it has a text field', () => {
    const writing = play(focused(a), [a], [[1000, key('r')]]).queue;
    const left = play(writing, [a], [[1500, key('tab')]]).queue;
    for (const queue of [left, syncQueue(emptyQueue, [text], 0)]) {
      const requests = queue === left ? [a] : [text];
      const arrivals = [
        [2500, key('up')],
        [2600, key('down')],
      ] as const;
      const played = playOver(queue, arrivals, { requests, isDraftEmpty: true });
      expect(played.came).toEqual(['draft', 'draft']);
      expect(played.queue.hasFocus).toBe(false);
    }
  });

  it('gives its text field the focus with Enter, and does nothing more', () => {
    const entered = playOver(asked(text), [[500, key('enter')]], { requests: [text], isDraftEmpty: true });
    expect(entered.came).toEqual([null]);
    expect(entered.queue.hasFocus).toBe(true);
  });
});

describe('a question with the focus', () => {
  it('takes letters after 400 ms, and none before', () => {
    expect(play(focused(a), [a], [[399, key('y')]]).came).toEqual([null]);
    expect(play(focused(a), [a], [[400, key('y')]]).came).toEqual(['once a']);
  });

  it('releases the focus with Tab', () => {
    const back = play(focused(a), [a], [[500, key('tab')]]).queue;
    expect(back.hasFocus).toBe(false);
    expect(play(back, [a], [[1000, key('y')]]).came).toEqual(['draft']);
  });

  it('ignores an Enter right after Tab to an empty draft', () => {
    const arrivals = [
      [1000, key('tab')],
      [1300, key('enter')],
      [2500, key('enter')],
    ] as const;
    const { came } = playOver(focused(a), arrivals, { requests: [a], isDraftEmpty: true });
    expect(came).toEqual([null, 'draft', 'once a']);
  });

  it('is postponed with Escape at any time', () => {
    expect(play(focused(a), [a], [[1, key('escape')]]).queue).toMatchObject({ hasFocus: false, isLater: true });
  });

  it('passes pastes and chunks to the draft, with their Enter and the letters that follow closely', () => {
    const arrivals = [
      [1000, pasteArrival('y')],
      [2000, chunkArrival('yy')],
      [2100, key('y')],
      [2900, chunkArrival('yes\r')],
      [3300, key('y')],
    ] as const;
    expect(play(focused(a), [a], arrivals).came).toEqual(['draft', 'draft', 'draft', 'draft', 'once a']);
  });

  it('takes all of them into its text field, and Enter in a chunk with letters answers', () => {
    const typed = play(
      focused(text),
      [text],
      [
        [100, pasteArrival('be')],
        [200, key('c')],
        [300, chunkArrival('au')],
        [399, key('enter')],
      ],
    );
    expect(typed.came).toEqual([null, null, null, null]);
    expect(shownOf(typed.queue, [text])?.state.field.text).toBe('becau');
    expect(play(typed.queue, [text], [[900, chunkArrival('se\r')]]).came).toEqual(['text t']);
  });
});

describe('a key that is pressed twice', () => {
  it.each([
    ['does not count at once', 149, []],
    ['counts at the speed of a user', 1100, ['project a']],
    ['does not count too late', 3001, []],
  ])('%s', (...[, gap, answers]) => {
    const { came } = play(
      focused(a),
      [a],
      [
        [1000, key('p')],
        [1000 + gap, key('p')],
        [1000 + gap + 200, 'nothing'],
      ],
    );
    expect(came.filter((each) => each !== null)).toEqual(answers);
  });

  it('counts with a delay if it could be the first repeat of a held key', () => {
    const presses = [
      [1000, key('a')],
      [1500, key('a')],
      [1619, 'nothing'],
      [1620, 'nothing'],
    ] as const;
    expect(play(focused(a), [a], presses).came).toEqual([null, null, null, 'always a']);
  });

  it('does not count while the key is held down, whether or not the terminal reports repeats', () => {
    const held = [1000, 1500, 1530, 1560, 1590, 1620, 1650, 1800].map(
      (at) => [at, at === 1800 ? 'nothing' : key('a')] as const,
    );
    expect(play(focused(a), [a], held).came.filter((each) => each !== null)).toEqual([]);
    const told = [
      [1000, key('a')],
      [2500, key('a', { isRepeat: true })],
      [2700, 'nothing'],
    ] as const;
    expect(play(focused(a), [a], told).came).toEqual([null, null, null]);
  });

  it.each([key('y'), key('enter'), key('down'), key('tab'), key('escape'), chunkArrival('ab'), pasteArrival('p')])(
    'is canceled by %j, which does nothing else',
    (other) => {
      const { queue, came } = play(
        focused(a),
        [a],
        [
          [1000, key('p')],
          [1400, other],
          [1600, 'nothing'],
        ],
      );
      expect(came.filter((each) => each !== null && each !== 'draft')).toEqual([]);
      expect(shownOf(queue, [a])?.state.doubling).toBeNull();
    },
  );

  it('starts over after a press that came too soon or was a repeat', () => {
    const soon = [
      [1000, key('p')],
      [1060, key('p')],
      [1190, key('p')],
      [1400, 'nothing'],
    ] as const;
    expect(play(focused(a), [a], soon).came).toEqual([null, null, null, null]);
    const repeated = [
      [1000, key('p')],
      [1500, key('p', { isRepeat: true })],
      [1900, key('p')],
      [2100, 'nothing'],
    ] as const;
    expect(play(focused(a), [a], repeated).came).toEqual([null, null, null, null]);
  });

  it.each(['left', 'pagedown', 'tab', 'escape', 'x'])('is canceled by %s in between', (other) => {
    const arrivals = [
      [1000, key('p')],
      [1500, key(other)],
      [2000, key(other)],
      [2600, key('p')],
      [2800, 'nothing'],
    ] as const;
    const { came } = play(focused(a, b), [a, b], arrivals);
    expect(came).not.toContain('project a');
  });

  it('must be the same key both times, even if two keys have the same action', () => {
    const danger = confirmation('x', { findings: [{ check: 'c', severity: 'danger', message: 'm' }] });
    const { came } = play(
      focused(danger),
      [danger],
      [
        [1000, key('y')],
        [2500, key('o')],
        [4000, key('o')],
        [5500, key('o')],
      ],
    );
    expect(came).toEqual([null, null, null, 'once x']);
  });

  it('is requested by Enter on its row', () => {
    const { queue, came } = play(
      focused(a),
      [a],
      [
        [1000, key('down')],
        [1100, key('down')],
        [1200, key('enter')],
      ],
    );
    expect(came).toEqual([null, null, null]);
    expect(shownOf(queue, [a])?.state.problem).toBe('Press p twice to choose this');
  });
});

describe('several questions', () => {
  const all = [a, b, c];

  it('can be switched with the arrows', () => {
    const turned = play(focused(a, b, c), all, [
      [500, key('enter')],
      [501, key('right')],
      [1000, key('right')],
      [1500, key('right')],
    ]).queue;
    expect(shownOf(turned, all)?.at).toBe(2);
    expect(shownOf(play(turned, all, [[2000, key('left')]]).queue, all)?.at).toBe(1);
  });

  it('are shown in order, dangerous ones last', () => {
    const danger = confirmation('x', { findings: [{ check: 'c', severity: 'danger', message: 'm' }] });
    expect(toTabOrder([danger, a, b]).map(({ inputId }) => inputId)).toEqual(['a', 'b', 'x']);
  });

  it('pass on the focus after an answer, and one key press answers only one', () => {
    const { queue, came } = play(focused(a, b, c), all, [
      [1000, key('y')],
      [1100, key('y')],
      [1500, key('n')],
      [2000, key('y')],
    ]);
    expect(came).toEqual(['once a', null, 'denied b', 'once c']);
    expect(queue.hasFocus).toBe(false);
  });

  it('are not answered one after the other by a held key', () => {
    const held = [1000, 1500, 1530, 1560, 1900].map((at) => [at, at === 1900 ? 'nothing' : key('y')] as const);
    expect(play(focused(a, b, c), all, held).came).toEqual(['once a', null, null, null, null]);
  });

  it('leave the keyboard to the draft after Enter answered from there', () => {
    const requests = [a, text];
    const { queue, came } = playOver(asked(a, text), [[1000, key('enter')]], { requests, isDraftEmpty: true });
    expect(came).toEqual(['once a']);
    expect(queue.hasFocus).toBe(false);
    expect(shownOf(queue, requests)?.request.inputId).toBe('t');
  });

  it('continue with the next one after a delay if one was answered elsewhere', () => {
    const left = syncQueue(focused(a, b), [b], 5000);
    expect(left).toMatchObject({ shownId: 'b', hasFocus: true, armedAt: 5400 });
    expect(syncQueue(left, [], 6000)).toMatchObject({ shownId: null, hasFocus: false });
  });

  it('stay on the shown one when others are added or removed', () => {
    const writing = play(
      focused(a, b),
      [a, b],
      [
        [500, key('down')],
        [501, key('enter')],
        [1000, key('r')],
        [1001, key('x')],
      ],
    ).queue;
    const changed = syncQueue(writing, [b, c], 2000);
    expect(changed.armedAt).toBe(writing.armedAt);
    expect(shownOf(changed, [b, c])?.state).toMatchObject({ isWriting: true, field: { text: 'x' } });
  });

  it('are shown again when a new one joins the postponed ones', () => {
    const later = play(focused(a), [a], [[1, key('escape')]]).queue;
    expect(syncQueue(later, [a, b], 2000)).toMatchObject({ isLater: false, hasFocus: false, armedAt: 2400 });
  });

  it('change nothing if the requests are the same', () => {
    const queue = asked(...all);
    expect(syncQueue(queue, all, 9999)).toBe(queue);
  });
});

it('can be answered again after an answer was rejected', () => {
  const sent = play(focused(a), [a], [[500, key('y')]]).queue;
  const refused = focusQueue(refuseAnswer(sent, a, 'too late'), 1000);
  expect(shownOf(refused, [a])?.state).toMatchObject({ isSent: false, problem: 'too late' });
  expect(play(refused, [a], [[3000, key('n')]]).came).toEqual(['denied a']);
});

it.each([
  ['credential', ''],
  ['text', 'typed'],
] as const)('of kind %s keeps %j in its field after its answer was rejected', (kind, text) => {
  const request = { inputId: 'q', kind };
  const typed = { ...createQuestion(), field: { text: 'typed', cursor: 5 }, isSent: true };
  const queue = { ...emptyQueue, shownId: 'q', byId: new Map([['q', typed]]) };
  const state = refuseAnswer(queue, request, 'no').byId.get('q');
  expect(state).toMatchObject({ field: { text }, isSent: false, problem: 'no' });
});

it('passes everything to the draft if there is no question', () => {
  expect(
    play(
      emptyQueue,
      [],
      [
        [0, key('y')],
        [1, key('enter')],
      ],
    ).came,
  ).toEqual(['draft', 'draft']);
});
