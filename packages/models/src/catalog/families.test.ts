import { describe, expect, test } from 'vitest';
import { chainOf, DEFAULT_MODEL, knownModels, knownNames, toModelWish, type ModelWish } from './families.ts';

describe('a model name', () => {
  test.each<[string, ModelWish['kind'], string | undefined]>([
    ['auto', 'auto', undefined],
    ['auto-gemini-3', 'auto', undefined],
    ['auto-gemini-2.5', 'auto', undefined],
    ['pro', 'tier', 'gemini-2.5-pro'],
    ['flash', 'tier', 'gemini-3.5-flash'],
    ['flash-lite', 'tier', 'gemini-3.1-flash-lite'],
    ['gemini-2.5-flash', 'model', 'gemini-2.5-flash'],
    ['openai/gpt-5', 'model', 'openai/gpt-5'],
    ['Pro', 'model', 'Pro'],
    ['', 'model', ''],
  ])('%j means: %s %s', (name, kind, model) => {
    const wish = toModelWish(name);
    expect(wish.kind).toBe(kind);
    expect(wish.kind === 'auto' ? undefined : wish.model).toBe(model);
  });

  test('that is also a property of every object is a model', () => {
    expect(toModelWish('constructor')).toMatchObject({ kind: 'model', model: 'constructor' });
  });
});

describe('the models to try', () => {
  test.each<[string, string, readonly string[]]>([
    ['auto', 'gemini-2.5-pro', ['gemini-2.5-pro', 'gemini-3.5-flash']],
    ['auto', 'gemini-3.5-flash', ['gemini-3.5-flash', 'gemini-3.1-flash-lite']],
    ['auto-gemini-3', 'gemini-3.1-pro-preview', ['gemini-3.1-pro-preview', 'gemini-3-flash-preview']],
    ['auto-gemini-2.5', 'gemini-2.5-flash', ['gemini-2.5-flash', 'gemini-2.5-flash-lite']],
    ['pro', 'gemini-2.5-pro', ['gemini-2.5-pro', 'gemini-3.5-flash']],
    ['flash', 'gemini-3.5-flash', ['gemini-3.5-flash', 'gemini-3.1-flash-lite']],
    ['flash-lite', 'gemini-3.1-flash-lite', ['gemini-3.1-flash-lite', 'gemini-3.5-flash', 'gemini-2.5-pro']],
    ['gemini-2.5-pro', 'gemini-2.5-pro', ['gemini-2.5-pro']],
    ['openai/gpt-5', 'openai/gpt-5', ['openai/gpt-5']],
  ])('for %s with %s: %j', (name, chosen, chain) => {
    expect(chainOf(toModelWish(name), chosen)).toEqual(chain);
  });

  test('start with the chosen one, without duplicates or models of other families', () => {
    for (const name of knownNames) {
      const wish = toModelWish(name);
      const { pro, flash, lite } = wish.family;
      for (const chosen of wish.kind === 'model' ? [wish.model] : [pro, flash, lite]) {
        const chain = chainOf(wish, chosen);
        expect(chain[0]).toBe(chosen);
        expect(new Set(chain).size).toBe(chain.length);
        expect([chosen, pro, flash, lite]).toEqual(expect.arrayContaining([...chain]));
      }
    }
  });
});

test('the known names are unique, and the default is a tier, which needs no classifier', () => {
  expect(new Set(knownNames).size).toBe(knownNames.length);
  expect(knownNames).toContain(DEFAULT_MODEL);
  expect(toModelWish(DEFAULT_MODEL).kind).toBe('tier');
  expect(knownNames.filter((name) => toModelWish(name).kind === 'model')).toEqual(knownModels);
  for (const name of knownNames) {
    const { pro, flash, lite } = toModelWish(name).family;
    expect(knownModels).toEqual(expect.arrayContaining([pro, flash, lite]));
  }
});
