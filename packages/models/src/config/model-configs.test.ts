import { expect, test } from 'vitest';
import { modelConfigsSchema } from './model-configs.ts';

test.each<[string, unknown, boolean]>([
  ['nothing', {}, true],
  ['keys of other programs', { modelDefinitions: { auto: { tier: 'auto' } } }, true],
  ['an alias without a model config', { customAliases: { a: { modelConfig: {} } } }, true],
  ['null, which removes a parameter', one({ generateContentConfig: { topK: null } }), true],
  ['an alias without modelConfig', { customAliases: { a: { extends: 'base' } } }, false],
  ['a model that is not a string', one({ model: 3 }), false],
  ['parameters that are not an object', one({ generateContentConfig: [] }), false],
  ['an unknown condition', { customOverrides: [{ match: { agent: 'a' }, modelConfig: {} }] }, false],
  ['an override without a condition', { customOverrides: [{ modelConfig: {} }] }, false],
])('%s: %#', (_, settings, isGood) => {
  expect(modelConfigsSchema.safeParse(settings).success).toBe(isGood);
});

function one(modelConfig: unknown): unknown {
  return { customAliases: { a: { modelConfig } } };
}
