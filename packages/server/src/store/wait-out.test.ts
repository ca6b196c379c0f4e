import { expect, test } from 'vitest';
import { retryWhileDisconnected } from './wait-out.ts';

const cut = (): Error => new Error('Connection terminated unexpectedly');

test('what fails for a cut is tried again until it works', async () => {
  let tries = 0;
  const work = async (): Promise<string> => {
    tries += 1;
    if (tries < 3) throw cut();
    return 'done';
  };
  expect(await retryWhileDisconnected(1000, work)).toBe('done');
  expect(tries).toBe(3);
});

test('what fails for another reason is not', async () => {
  let tries = 0;
  const work = async (): Promise<never> => {
    tries += 1;
    throw new TypeError('ours');
  };
  await expect(retryWhileDisconnected(1000, work)).rejects.toThrow('ours');
  expect(tries).toBe(1);
});

test('patience ends, and the last error is told', async () => {
  const start = performance.now();
  await expect(
    retryWhileDisconnected(80, async () => {
      throw cut();
    }),
  ).rejects.toThrow('Connection terminated');
  expect(performance.now() - start).toBeLessThan(1000);
});
