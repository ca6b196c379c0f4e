import { expect, test } from 'vitest';
import { modelConfigsSchema } from './model-configs.ts';

test.each<[string, unknown, boolean]>([
  ['nothing at all', {}, true],
  ['what other programs keep there', { modelDefinitions: { auto: { tier: 'auto' } } }, true],
  ['an alias without a config for the model', { customAliases: { a: { modelConfig: {} } } }, true],
  ['null, which takes a parameter away', one({ generateContentConfig: { topK: null } }), true],
  ['an alias without modelConfig', { customAliases: { a: { extends: 'base' } } }, false],
  ['a model that is no name', one({ model: 3 }), false],
  ['parameters that are no object', one({ generateContentConfig: [] }), false],
  ['a condition that is not known', { customOverrides: [{ match: { agent: 'a' }, modelConfig: {} }] }, false],
  ['an override without a condition', { customOverrides: [{ modelConfig: {} }] }, false],
])('%s: %#', (_, settings, isGood) => {
  expect(modelConfigsSchema.safeParse(settings).success).toBe(isGood);
});

function one(modelConfig: unknown): unknown {
  return { customAliases: { a: { modelConfig } } };
}
