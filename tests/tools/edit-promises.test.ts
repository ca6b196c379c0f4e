import { describe, expect, test } from 'vitest';
import { editCorpus } from './edit-cases/edit-corpus.ts';
import { isPromisedByBoth } from './is-promised-by-both.ts';

const call = { old_string: 'bb', new_string: 'x' };
const each = { title: '', file: 'a.txt', before: 'a bb c', call };
const every = { ...call, allow_multiple: true };

describe('Promises in the documents of both edit tools', () => {
  test.each([
    ['one exact place is replaced', { ...each, expected: { after: 'a x c' } }, true],
    ['several places are refused', { ...each, before: 'bb bb', expected: { refused: 'several' } }, true],
    ['places that overlap are several', { ...each, before: 'bbb', expected: { refused: 'several' } }, true],
    ['all are replaced when asked for', { ...each, before: 'bb bb', call: every, expected: { after: 'x x' } }, true],
    ['any other result of an exact place', { ...each, expected: { after: 'a x c\n' } }, false],
    ['a refusal of an exact place', { ...each, expected: { refused: 'layout' } }, false],
    ['a near match', { ...each, before: 'a  BB c', expected: { refused: 'not found' } }, false],
    ['line breaks of other systems', { ...each, before: 'a\r\nbb', expected: { after: 'a\r\nx' } }, false],
  ])('%s: %#', (_, given, isPromised) => {
    expect(isPromisedByBoth(given)).toBe(isPromised);
  });

  test('both tools promise a part of the corpus, and ours alone promises another', () => {
    const cases = Object.values(editCorpus).flat();
    const promised = cases.filter(isPromisedByBoth);
    expect(promised.length).toBeGreaterThan(50);
    expect(promised.length).toBeLessThan(cases.length / 2);
  });
});
