import { describe, expect, test } from 'vitest';
import { createBatched } from './batched.ts';

describe('a batched query', () => {
  const asked: (readonly string[])[] = [];
  const lengthOf = createBatched(async (names) => {
    asked.push(names);
    if (names.includes('wrong')) throw new Error('no answer');
    return new Map(names.filter((name) => name !== 'nobody').map((name) => [name, name.length]));
  }, 5);

  test('combines all calls that arrive within a short time', async () => {
    const answers = await Promise.all(['a', 'bb', 'a', 'nobody'].map((name) => lengthOf(name)));
    expect(answers).toEqual([1, 2, 1, undefined]);
    expect(asked.splice(0)).toEqual([['a', 'bb', 'nobody']]);
  });

  test('runs again for later callers', async () => {
    await lengthOf('a');
    await lengthOf('a');
    expect(asked.splice(0)).toEqual([['a'], ['a']]);
  });

  test('fails for all current callers, but not for later ones', async () => {
    const failed = await Promise.allSettled([lengthOf('wrong'), lengthOf('a')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lengthOf('a')).toBe(1);
  });
});
