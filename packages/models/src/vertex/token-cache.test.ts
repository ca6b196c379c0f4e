import { expect, test } from 'vitest';
import { TokenCache } from './token-cache.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

test('keeps a token until shortly before it expires', async () => {
  let now = 0;
  let minted = 0;
  const cache = new TokenCache(
    async () => ({ token: `t${(minted += 1)}`, expiresAt: now + 60 * MINUTE }),
    () => now,
  );
  expect(await cache.token(never)).toBe('t1');
  now = 55 * MINUTE;
  expect(await cache.token(never)).toBe('t1');
  now = 58 * MINUTE;
  expect(await cache.token(never)).toBe('t2');
});

test('replaces a rejected token, once for all callers', async () => {
  let minted = 0;
  const cache = new TokenCache(async () => ({ token: `t${(minted += 1)}`, expiresAt: Number.MAX_SAFE_INTEGER }));
  expect(await cache.token(never)).toBe('t1');
  expect(await Promise.all([cache.token(never, 't1'), cache.token(never, 't1')])).toEqual(['t2', 't2']);
  expect(await cache.token(never, 't1')).toBe('t2');
});

test('reports a failure to all waiting callers, and tries again for the next one', async () => {
  let asked = 0;
  const cache = new TokenCache(async () => {
    asked += 1;
    if (asked === 1) throw new Error('no');
    return { token: 't', expiresAt: Number.MAX_SAFE_INTEGER };
  });
  await expect(Promise.all([cache.token(never), cache.token(never)])).rejects.toThrow('no');
  expect(await cache.token(never)).toBe('t');
  expect(asked).toBe(2);
});

test('stops waiting at once when a caller aborts, and still serves the others', async () => {
  const minted = Promise.withResolvers<{ token: string; expiresAt: number }>();
  const cache = new TokenCache(async () => await minted.promise);
  const stop = new AbortController();
  const [gone, here] = [cache.token(stop.signal), cache.token(never)];
  stop.abort();
  await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
  await expect(cache.token(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  minted.resolve({ token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  expect(await here).toBe('t');
});
