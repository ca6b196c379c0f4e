import { describe, expect, test } from 'vitest';
import { knownModels } from '../catalog/families.ts';
import { baseOf, defaultConfigs, isForeign } from './default-configs.ts';
import { modelConfigsSchema } from './model-configs.ts';

describe('the base config', () => {
  test.each<[string, boolean, string]>([
    ['gemini-2.5-pro', true, 'chat-base-2.5'],
    ['gemini-2.5-flash-lite', true, 'chat-base-2.5'],
    ['gemini-3.1-pro-preview', true, 'chat-base-3'],
    ['vertex/gemini-2.5-pro', true, 'chat-base-2.5'],
    ['vertex/gemini-3-flash-preview', true, 'chat-base-3'],
    ['gemma-4-31b', true, 'chat-base'],
    ['gemini-2.5-pro', false, 'base'],
    ['vertex/gemini-3-flash-preview', false, 'base'],
  ])('of %s (chat: %s) is %s', (model, isChatModel, expected) => {
    expect(baseOf(model, isChatModel)).toBe(expected);
  });
});

test.each([
  ['gemini-2.5-pro', false],
  ['gemini/gemini-2.5-pro', false],
  ['vertex/gemini-2.5-pro', false],
  ['openai/gpt-5', true],
  ['openrouter/google/gemini-2.5-pro', true],
  ['vertex-like/gemini-2.5-pro', true],
])('%s belongs to another provider: %s', (model, expected) => {
  expect(isForeign(model)).toBe(expected);
});

test('the defaults are valid settings, and every parent exists', () => {
  const { aliases = {} } = modelConfigsSchema.parse(defaultConfigs);
  expect(aliases).toEqual(defaultConfigs.aliases);
  for (const { extends: parent = 'base' } of Object.values(aliases)) expect(aliases).toHaveProperty([parent]);
});

test('every known model is an alias with its own name that extends its base config', () => {
  for (const name of knownModels)
    expect(defaultConfigs.aliases?.[name]).toMatchObject({ extends: baseOf(name, true), modelConfig: { model: name } });
});
