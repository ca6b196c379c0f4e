import type { InputRequest } from '@bowline/protocol';
import { expect, it } from 'vitest';
import { keyArrival, pasteArrival } from '../../../../tests/tui/arrivals.ts';
import { stepQueue, syncQueue } from './question-queue.ts';
import { ARMED_AFTER_MS, emptyQueue, focusQueue, shownOf } from './queue-state.ts';

const range = { last: 0, page: 1 };
const key = 'AIzaSyAaaaaaaaaaaaaaaa';

function choice(inputId: string): InputRequest {
  const options = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ];
  return { kind: 'choice', inputId, title: 'Which?', multiple: false, options };
}

it('starts anew with a question that replaces an answered one under the same ID, and its keys wait', () => {
  const [first, second] = [choice('q'), choice('q')];
  const asked = focusQueue(syncQueue(emptyQueue, [first], 0), 0);
  const facts = { requests: [first], range, isDraftEmpty: true };
  const answered = stepQueue(asked, keyArrival('1'), { ...facts, now: 1000 });
  expect(answered.effect).toMatchObject({ kind: 'answer', request: first });

  const replaced = syncQueue(answered.queue, [second], 1100);
  expect(shownOf(replaced, [second])?.state.isSent).toBe(false);
  const next = { ...facts, requests: [second] };
  expect(stepQueue(focusQueue(replaced, 1100), keyArrival('1'), { ...next, now: 1200 }).effect).toBeNull();
  const late = stepQueue(focusQueue(replaced, 1100), keyArrival('2'), { ...next, now: 1200 + ARMED_AFTER_MS });
  expect(late.effect).toMatchObject({ kind: 'answer', request: second });
});

it('keeps the state of a question that is asked on', () => {
  const request = choice('q');
  const asked = syncQueue(emptyQueue, [request], 0);
  expect(syncQueue(asked, [request], 10)).toBe(asked);
  expect(syncQueue(asked, [request, choice('r')], 10).byId.get('q')).toBe(asked.byId.get('q'));
});

it('leaves a pasted key to the draft while a choice is asked', () => {
  const request = choice('trust');
  const queue = syncQueue(emptyQueue, [request], 0);
  const facts = { requests: [request], range, isDraftEmpty: true, isSetup: true, now: 1000 };
  expect(stepQueue(queue, pasteArrival(` ${key}\n`), facts)).toMatchObject({ effect: null, isTaken: false });
});
