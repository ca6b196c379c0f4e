import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzySearch, matchLetters } from './fuzzy.ts';

const search = (query: string, items: readonly string[]): readonly string[] =>
  fuzzySearch(query, items, (text) => text).map(({ item }) => item);

describe('fuzzySearch', () => {
  it.each([
    ['', ['b', 'a'], ['b', 'a']],
    ['res', ['compress', 'resume'], ['resume', 'compress']],
    ['st', ['stats', 'settings', 'list'], ['stats', 'settings', 'list']],
    ['rb', ['rewind browser', 'verb', 'ribbon'], ['rewind browser', 'ribbon', 'verb']],
    ['stats', ['it shows the agents that speak', 'the stats'], ['the stats', 'it shows the agents that speak']],
    ['sb', ['SessionBrowser', 'absorb'], ['SessionBrowser', 'absorb']],
    ['zz', ['pizza', 'jazz', 'zoo'], ['jazz', 'pizza']],
    ['FIX TEST', ['fix the test', 'tests fixed'], ['fix the test']],
    ['x', ['a', 'b'], []],
  ])('ranks %j', (query, items, expected) => {
    expect(search(query, items)).toEqual(expected);
  });

  it('says where the letters are', () => {
    expect(matchLetters('rb', 'rewind browser')?.at).toEqual([0, 7]);
    expect(matchLetters('row', 'a row of rows')?.at).toEqual([2, 3, 4]);
    expect(matchLetters('x', 'İİx')?.at).toEqual([2]);
  });

  it('finds every text that has the letters in order, and no other', () => {
    const text = fc.stringMatching(/^[ab ]{0,8}$/);
    const query = fc.stringMatching(/^[ab]{1,4}$/);
    fc.assert(
      fc.property(query, text, (wanted, given) => {
        const isThere = new RegExp(Array.from(wanted).join('.*')).test(given);
        expect(matchLetters(wanted, given) !== null).toBe(isThere);
      }),
    );
  });

  it('ranks ten thousand texts in a moment', () => {
    const items = Array.from({ length: 10_000 }, (_, n) => `session ${n} about the parser of commands`);
    const before = performance.now();
    search('sesparcom', items);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
