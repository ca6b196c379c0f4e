import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyScore, fuzzySearch } from './fuzzy.ts';

const search = (query: string, items: readonly string[]): readonly string[] =>
  fuzzySearch(query, items, (text) => text);

describe('fuzzySearch', () => {
  it.each([
    ['', ['b', 'a'], ['b', 'a']],
    [' ', ['b', 'a'], ['b', 'a']],
    ['res', ['compress', 'resume'], ['resume', 'compress']],
    ['st', ['list', 'stats'], ['stats', 'list']],
    ['rb', ['verb', 'rewind browser'], ['rewind browser', 'verb']],
    ['stats', ['it shows the agents that speak', 'the stats'], ['the stats', 'it shows the agents that speak']],
    ['sb', ['absorb', 'SessionBrowser'], ['SessionBrowser', 'absorb']],
    ['FIX TEST', ['tests fixed', 'fix the test', 'fix'], ['fix the test', 'tests fixed']],
    ['same', ['same b', 'same a', 'same c'], ['same b', 'same a', 'same c']],
    ['grosse', ['größe', 'Grosse'], ['Grosse']],
    ['ubung', ['Übung'], ['Übung']],
    ['x', ['a', '', 'b'], []],
  ])('ranks %j', (query, items, expected) => {
    expect(search(query, items)).toEqual(expected);
  });

  it('returns more matches than the library does by default', () => {
    expect(search('a', Array(50).fill('banana'))).toHaveLength(50);
  });

  it('ranks ten thousand texts quickly', () => {
    const items = Array.from({ length: 10_000 }, (_, n) => `session ${n} about the parser of commands`);
    const before = performance.now();
    search('sesparcom', items);
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('ranks in bounded time for a pasted query', () => {
    const pasted = Array.from({ length: 20_000 }, (_, n) => n.toString(36)).join(' ');
    const before = performance.now();
    search(pasted, Array(100).fill(`${'a-'.repeat(2000)}${pasted}`));
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('fuzzyScore', () => {
  it('is positive only for texts that contain the letters in order', () => {
    const text = fc.stringMatching(/^[ab ]{0,8}$/);
    const query = fc.stringMatching(/^[ab]{1,4}$/);
    fc.assert(
      fc.property(query, text, (wanted, given) => {
        const isThere = new RegExp(Array.from(wanted).join('.*')).test(given);
        expect(fuzzyScore(wanted, given) > 0).toBe(isThere);
      }),
    );
  });

  it('is 1 for the same text and for an empty query', () => {
    expect([fuzzyScore('abc', 'abc'), fuzzyScore('', 'abc')]).toEqual([1, 1]);
  });
});
