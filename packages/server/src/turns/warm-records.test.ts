import { describe, expect, test } from 'vitest';
import { createWarmRecords, type KeptRecords } from './warm-records.ts';

const kept = (bytes: number): KeptRecords => ({ records: [], bytes });

describe('warm records', () => {
  test('are returned once, to the next opener of the session', () => {
    const warm = createWarmRecords();
    warm.keep('one', kept(10));
    expect(warm.take('one')?.bytes).toBe(10);
    expect(warm.take('one')).toBeUndefined();
  });

  test('stay within the size limit by dropping the oldest sessions', () => {
    const warm = createWarmRecords({ bytes: 100 });
    for (const name of ['one', 'two', 'three']) warm.keep(name, kept(40));
    expect(warm.take('one')).toBeUndefined();
    expect(warm.take('two')).toBeDefined();
    expect(warm.take('three')).toBeDefined();
  });

  test('are not kept for a session that exceeds the size limit', () => {
    const warm = createWarmRecords({ bytes: 100 });
    warm.keep('small', kept(10));
    warm.keep('large', kept(101));
    expect(warm.take('large')).toBeUndefined();
  });

  test('are forgotten after a while', () => {
    let now = 0;
    const warm = createWarmRecords({ ms: 1_000, now: () => now });
    warm.keep('one', kept(10));
    now = 1_000;
    warm.keep('two', kept(10));
    expect(warm.take('one')).toBeUndefined();
    expect(warm.take('two')).toBeDefined();
  });
});
