import { describe, expect, test } from 'vitest';
import {
  knownProviders,
  providerSettingsSchema,
  toProviders,
  type ProviderEntry,
  type ProviderSettings,
} from './provider-table.ts';

describe('known providers', () => {
  test.each(Object.entries(knownProviders))('%s: URLs are valid, and only a local one needs no key', (_, entry) => {
    for (const url of [entry.baseUrl, entry.keyUrl]) expect(url === undefined || URL.canParse(url)).toBe(true);
    const isLocal = entry.baseUrl?.startsWith('http://127.0.0.1') ?? false;
    expect(entry.isKeyless ?? false).toBe(isLocal);
    if (!isLocal && entry.kind !== 'vertex') expect(entry.keyEnv).not.toEqual([]);
  });

  test('are the only ones without settings', () => {
    expect(toProviders()).toEqual(knownProviders);
  });
});

describe('a provider in the settings', () => {
  test.each<[string, ProviderSettings, string, Partial<ProviderEntry>]>([
    [
      'can be new, with a key',
      { corp: { kind: 'openai-compatible', baseUrl: 'https://llm.corp.test/v1', keyEnv: 'CORP_KEY' } },
      'corp',
      { kind: 'openai-compatible', baseUrl: 'https://llm.corp.test/v1', keyEnv: ['CORP_KEY'], isKeyless: false },
    ],
    [
      'can be new, and needs no key if it names none',
      { corp: { kind: 'gemini', baseUrl: 'http://gateway.test', headers: { 'x-team': 'a' } } },
      'corp',
      { kind: 'gemini', keyEnv: [], isKeyless: true, headers: { 'x-team': 'a' } },
    ],
    [
      'can change the address of a known one, which keeps its key',
      { openai: { kind: 'openai', baseUrl: 'https://eu.test/v1' } },
      'openai',
      { baseUrl: 'https://eu.test/v1', keyEnv: ['OPENAI_API_KEY'], isKeyless: false },
    ],
    [
      'can change the key of a known one, which keeps its address',
      { anthropic: { kind: 'anthropic', keyEnv: 'TEAM_KEY' } },
      'anthropic',
      { baseUrl: 'https://api.anthropic.com/v1', keyEnv: ['TEAM_KEY'] },
    ],
    [
      'can change the kind of a known one',
      { openai: { kind: 'openai-chat' } },
      'openai',
      { kind: 'openai-chat', baseUrl: 'https://api.openai.com/v1' },
    ],
    [
      'still needs no key if the known one does not',
      { ollama: { kind: 'openai-compatible', baseUrl: 'http://box.test:11434/v1' } },
      'ollama',
      { isKeyless: true, baseUrl: 'http://box.test:11434/v1' },
    ],
  ])('%s', (...[, settings, name, expected]) => {
    const providers = toProviders(providerSettingsSchema.parse(settings));
    expect(providers[name]).toMatchObject(expected);
    expect({ ...providers, [name]: null }).toEqual({ ...knownProviders, [name]: null });
  });

  test.each<[string, unknown]>([
    ['without a kind', { corp: { baseUrl: 'https://a.test' } }],
    ['of an unknown kind', { corp: { kind: 'soap' } }],
    ['at an invalid URL', { corp: { kind: 'openai', baseUrl: 'a place' } }],
    ['with a slash in its name', { 'a/b': { kind: 'openai' } }],
    ['with a key in the settings', { corp: { kind: 'openai', apiKey: 'sk-1' } }],
  ])('%s is rejected', (_, settings) => {
    expect(providerSettingsSchema.safeParse(settings).success).toBe(false);
  });
});
