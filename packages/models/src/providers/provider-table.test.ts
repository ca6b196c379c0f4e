import { describe, expect, test } from 'vitest';
import {
  knownProviders,
  providerSettingsSchema,
  toProviders,
  type ProviderEntry,
  type ProviderSettings,
} from './provider-table.ts';

describe('whom we know', () => {
  test.each(Object.entries(knownProviders))('%s: every address is a URL, and a key is wanted or not', (_, entry) => {
    for (const url of [entry.baseUrl, entry.keyUrl]) expect(url === undefined || URL.canParse(url)).toBe(true);
    const isLocal = entry.baseUrl?.startsWith('http://127.0.0.1') ?? false;
    expect(entry.isKeyless ?? false).toBe(isLocal);
    if (!isLocal && entry.kind !== 'vertex') expect(entry.keyEnv).not.toEqual([]);
  });

  test('is all there is without settings', () => {
    expect(toProviders()).toEqual(knownProviders);
  });
});

describe('a provider of the settings', () => {
  test.each<[string, ProviderSettings, string, Partial<ProviderEntry>]>([
    [
      'is new, and has a key',
      { corp: { kind: 'openai-compatible', baseUrl: 'https://llm.corp.test/v1', keyEnv: 'CORP_KEY' } },
      'corp',
      { kind: 'openai-compatible', baseUrl: 'https://llm.corp.test/v1', keyEnv: ['CORP_KEY'], isKeyless: false },
    ],
    [
      'is new, and names no key: it wants none',
      { corp: { kind: 'gemini', baseUrl: 'http://gateway.test', headers: { 'x-team': 'a' } } },
      'corp',
      { kind: 'gemini', keyEnv: [], isKeyless: true, headers: { 'x-team': 'a' } },
    ],
    [
      'changes the address of a known one, which keeps its key',
      { openai: { kind: 'openai', baseUrl: 'https://eu.test/v1' } },
      'openai',
      { baseUrl: 'https://eu.test/v1', keyEnv: ['OPENAI_API_KEY'], isKeyless: false },
    ],
    [
      'changes the key of a known one, which keeps its address',
      { anthropic: { kind: 'anthropic', keyEnv: 'TEAM_KEY' } },
      'anthropic',
      { baseUrl: 'https://api.anthropic.com/v1', keyEnv: ['TEAM_KEY'] },
    ],
    [
      'speaks to a known one in another way',
      { openai: { kind: 'openai-chat' } },
      'openai',
      { kind: 'openai-chat', baseUrl: 'https://api.openai.com/v1' },
    ],
    [
      'on this machine still wants no key',
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
    ['of a kind that is not known', { corp: { kind: 'soap' } }],
    ['at something that is no URL', { corp: { kind: 'openai', baseUrl: 'a place' } }],
    ['with a slash in its name', { 'a/b': { kind: 'openai' } }],
    ['with a key in the settings', { corp: { kind: 'openai', apiKey: 'sk-1' } }],
  ])('%s is refused', (_, settings) => {
    expect(providerSettingsSchema.safeParse(settings).success).toBe(false);
  });
});
