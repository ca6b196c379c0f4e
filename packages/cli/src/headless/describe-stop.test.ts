import { expect, test } from 'vitest';
import { describeStop } from './describe-stop.ts';

test.each([
  ['refused', 'SAFETY', 'Stopped: the model refused to answer (SAFETY: blocked by its safety filters)'],
  ['refused', 'SOMETHING_NEW', 'Stopped: the model refused to answer (SOMETHING_NEW)'],
  ['refused', undefined, 'Stopped: the model refused to answer'],
  ['max_steps', 'limit of 3 model calls reached', 'Stopped: limit of 3 model calls reached'],
  ['max_cost', undefined, 'Stopped: limit reached (--max-cost)'],
  ['max_output', undefined, "Stopped: the answer hit the model's length limit"],
  ['completed', undefined, undefined],
  ['aborted', undefined, undefined],
] as const)('%s with %s in words', (reason, message, words) => {
  expect(describeStop(reason, message)).toBe(words);
});
