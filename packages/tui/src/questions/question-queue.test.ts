import type { InputRequest } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import type { Press, PressedKey } from '../browsers/press.ts';
import {
  emptyQueue,
  enterQueue,
  pasteQueue,
  refuseAnswer,
  shownOf,
  stepQueue,
  syncQueue,
  type QueueEffect,
  type QueueState,
} from './question-queue.ts';

const key = (name: PressedKey): Press => ({ key: name, text: '', isCtrl: false, isMeta: false, isShift: false });
const typed = (text: string): Press => ({ ...key('text'), text });
const confirmation = (inputId: string): InputRequest => ({
  kind: 'confirmation',
  inputId,
  title: 'Run it?',
  callId: inputId,
  tool: 'it',
  args: {},
  effect: 'write',
  digest: inputId,
  findings: [],
});
const [a, b, c] = [confirmation('a'), confirmation('b'), confirmation('c')];
const range = { last: 0, page: 1 };

/** Presses keys at their times; says what came of each. */
function play(
  queue: QueueState,
  requests: readonly InputRequest[],
  presses: readonly (readonly [number, Press])[],
): { queue: QueueState; effects: (QueueEffect | null)[] } {
  const effects: (QueueEffect | null)[] = [];
  let current = queue;
  for (const [now, press] of presses) {
    const step = stepQueue(current, press, { requests, range, now });
    current = step.queue;
    effects.push(step.effect);
  }
  return { queue: current, effects };
}
const kinds = (effects: readonly (QueueEffect | null)[]): readonly unknown[] =>
  effects.map((effect) => (effect?.kind === 'stray' ? effect.text : (effect?.kind ?? null)));

describe('the guard', () => {
  const queue = syncQueue(emptyQueue, [a], 1000);

  it('takes keys that come with the question for the prompt', () => {
    const sentence = Array.from('okay so').map((letter, n) => [1010 + n * 150, typed(letter)] as const);
    expect(kinds(play(queue, [a], sentence).effects)).toEqual(Array.from('okay so'));
  });

  it('does not let Enter through at the end of a sentence', () => {
    const presses = [
      [1250, typed('o')],
      [1400, key('enter')],
      [1600, key('enter')],
    ] as const;
    expect(kinds(play(queue, [a], presses).effects)).toEqual(['o', null, null]);
  });

  it('hears a key after a moment of quiet', () => {
    expect(kinds(play(queue, [a], [[1300, typed('o')]]).effects)).toEqual(['answer']);
    const later = [
      [1200, typed('x')],
      [1499, typed('o')],
      [1799, typed('o')],
    ] as const;
    expect(kinds(play(queue, [a], later).effects)).toEqual(['x', 'o', 'answer']);
  });

  it('lets Escape through at once', () => {
    expect(kinds(play(queue, [a], [[1001, key('escape')]]).effects)).toEqual(['leave']);
  });

  it('gives a paste to the prompt unless something is being written', () => {
    const facts = { requests: [a], range, now: 1100 };
    expect(pasteQueue(queue, 'text', facts).effect).toEqual({ kind: 'stray', text: 'text' });
    expect(pasteQueue(queue, 'text', { ...facts, now: 5000 }).effect).toEqual({ kind: 'stray', text: 'text' });
    const writing = play(queue, [a], [[2000, typed('r')]]).queue;
    const pasted = pasteQueue(writing, 'because', { ...facts, now: 5000 });
    expect(pasted.effect).toBeNull();
    expect(shownOf(pasted.queue, [a])?.state.field.text).toBe('because');
  });
});

describe('several questions', () => {
  const queue = syncQueue(emptyQueue, [a, b, c], 0);

  it('shows the first, and the next with Tab', () => {
    expect(shownOf(queue, [a, b, c])?.at).toBe(0);
    const turned = play(
      queue,
      [a, b, c],
      [
        [1, key('tab')],
        [2, key('tab')],
      ],
    ).queue;
    expect(shownOf(turned, [a, b, c])?.at).toBe(2);
    expect(shownOf(play(turned, [a, b, c], [[3, key('tab')]]).queue, [a, b, c])?.at).toBe(0);
    expect(shownOf(play(queue, [a, b, c], [[3, { ...key('tab'), isShift: true }]]).queue, [a, b, c])?.at).toBe(2);
  });

  it('shows the next after an answer, which a second press does not answer', () => {
    const { queue: after, effects } = play(
      queue,
      [a, b, c],
      [
        [400, typed('o')],
        [500, typed('o')],
        [900, typed('d')],
      ],
    );
    expect(kinds(effects)).toEqual(['answer', null, 'answer']);
    expect(effects.map((effect) => effect !== null && 'request' in effect && effect.request.inputId)).toEqual([
      'a',
      false,
      'b',
    ]);
    expect(shownOf(after, [a, b, c])?.request.inputId).toBe('c');
  });

  it('answers each only once, while its answer is on the way', () => {
    const one = syncQueue(emptyQueue, [a], 0);
    const { queue: sent, effects } = play(
      one,
      [a],
      [
        [400, typed('o')],
        [1000, typed('o')],
        [2000, key('enter')],
      ],
    );
    expect(kinds(effects)).toEqual(['answer', null, null]);
    const refused = refuseAnswer(sent, 'a', 'too late');
    expect(shownOf(refused, [a])?.state).toMatchObject({ isSent: false, problem: 'too late' });
    expect(kinds(play(refused, [a], [[3000, typed('d')]]).effects)).toEqual(['answer']);
  });

  it('forgets what was answered elsewhere, and begins to wait anew', () => {
    const left = syncQueue(queue, [b, c], 5000);
    expect(shownOf(left, [b, c])?.request.inputId).toBe('b');
    expect(
      kinds(
        play(
          left,
          [b, c],
          [
            [5100, typed('o')],
            [5500, typed('o')],
          ],
        ).effects,
      ),
    ).toEqual(['o', 'answer']);
    expect(syncQueue(left, [], 6000)).toMatchObject({ shownId: null });
  });

  it('stays with the question that a person looks at when others come and go', () => {
    const turned = play(
      queue,
      [a, b, c],
      [
        [1, key('tab')],
        [1000, typed('r')],
        [1001, typed('x')],
      ],
    ).queue;
    const changed = syncQueue(turned, [b, confirmation('d')], 2000);
    expect(changed.armedAt).toBe(turned.armedAt);
    expect(shownOf(changed, [b])?.state).toMatchObject({ isWriting: true, field: { text: 'x' } });
  });

  it('changes nothing when nothing has changed', () => {
    expect(syncQueue(queue, [a, b, c], 9999)).toBe(queue);
  });
});

it('drops keys in haste after a person has come back on purpose', () => {
  const back = enterQueue(syncQueue(emptyQueue, [a], 0), 1000);
  expect(
    kinds(
      play(
        back,
        [a],
        [
          [1100, typed('o')],
          [1401, typed('o')],
        ],
      ).effects,
    ),
  ).toEqual([null, 'answer']);
});

it('does nothing without a question', () => {
  expect(stepQueue(emptyQueue, typed('o'), { requests: [], range, now: 0 }).effect).toBeNull();
});
