import { expect, test } from 'vitest';
import { retryWhileDisconnected } from './wait-out.ts';

const cut = (): Error => new Error('Connection terminated unexpectedly');

test('work that fails because of a disconnect is retried until it succeeds', async () => {
  let tries = 0;
  const work = async (): Promise<string> => {
    tries += 1;
    if (tries < 3) throw cut();
    return 'done';
  };
  expect(await retryWhileDisconnected(1000, work)).toBe('done');
  expect(tries).toBe(3);
});

test('work that fails for another reason is not retried', async () => {
  let tries = 0;
  const work = async (): Promise<never> => {
    tries += 1;
    throw new TypeError('ours');
  };
  await expect(retryWhileDisconnected(1000, work)).rejects.toThrow('ours');
  expect(tries).toBe(1);
});

test('after the time limit, the last error is thrown', async () => {
  const start = performance.now();
  await expect(
    retryWhileDisconnected(80, async () => {
      throw cut();
    }),
  ).rejects.toThrow('Connection terminated');
  expect(performance.now() - start).toBeLessThan(1000);
});
