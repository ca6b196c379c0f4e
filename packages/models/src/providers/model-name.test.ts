import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { providerOf, splitModelName } from './model-name.ts';

test.each<[string, string, string]>([
  ['gemini-2.5-pro', 'gemini', 'gemini-2.5-pro'],
  ['gemini/gemini-2.5-pro', 'gemini', 'gemini-2.5-pro'],
  ['openai/gpt-5', 'openai', 'gpt-5'],
  ['openrouter/anthropic/claude-opus-4.5', 'openrouter', 'anthropic/claude-opus-4.5'],
  ['ollama/qwen3:8b', 'ollama', 'qwen3:8b'],
  ['openai/', 'openai', ''],
  ['/gpt-5', '', 'gpt-5'],
  ['', 'gemini', ''],
])('splits %j into provider %j and model %j', (name, provider, model) => {
  expect(splitModelName(name)).toEqual({ provider, model });
  expect(providerOf(name)).toBe(provider);
});

test('splits any combination of a provider and a model', () => {
  const providers = fc.string().filter((name) => !name.includes('/'));
  fc.assert(
    fc.property(providers, fc.string(), (provider, model) => {
      expect(splitModelName(`${provider}/${model}`)).toEqual({ provider, model });
    }),
  );
});
