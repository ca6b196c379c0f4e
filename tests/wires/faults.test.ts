import { expect, test } from 'vitest';
import { cancelAt, cancelPoints } from './faults/model-cancel.ts';
import { playFault } from './faults/model-cell.ts';
import { modelFaults } from './faults/model-faults.ts';
import { wiredModels, type WiredName } from './wired-session.ts';

// Claim R6 plays every fault in every form. These tell the most in the least time.
const names = Object.keys(wiredModels) as WiredName[];
const quick = new Set([
  'none',
  '429 with RetryInfo 0.2 s',
  'daily quota, by name',
  'daily quota, of a tier',
  '404',
  '500 for ever',
  'connection refused',
  'cut stream',
  'no finish reason',
  'garbage',
  'garbage from the start',
  'hang in the body',
]);

test.each(modelFaults.filter(({ name }) => quick.has(name)))(
  '$name has the same outcome over every wire',
  async (fault) => {
    const cells = await Promise.all(names.map((name) => playFault(fault, name)));
    const expected = { problems: [], untyped: 0, isHung: false, requests: fault.expected.requests };
    expect(cells).toMatchObject(names.map((wire) => ({ wire, outcome: fault.expected.end, ...expected })));
  },
);

test.each(cancelPoints)('a turn is canceled over every wire: $name', async (point) => {
  const cancels = await Promise.all(names.map((name) => cancelAt(point, name)));
  expect(cancels).toMatchObject(names.map((wire) => ({ wire, problems: [] })));
  expect(Math.max(...cancels.flatMap(({ ms, closedMs }) => [ms, closedMs]))).toBeLessThan(1000); // R6 sets the limit
});

test('a turn with an unexpected end is a problem', async () => {
  const [fault] = modelFaults;
  if (fault === undefined) throw new Error('there are no faults');
  const expected = { ...fault.expected, end: 'failed MODEL_QUOTA', requests: 3 } as const;
  const { problems } = await playFault({ ...fault, expected }, 'gemini');
  expect(problems).toEqual([
    'the end: "completed", not "failed MODEL_QUOTA"',
    'requests: 1, not 3',
    'failures: 0, not 2',
    expect.stringContaining('what is kept'),
    expect.stringContaining('what is shown'),
  ]);
});
