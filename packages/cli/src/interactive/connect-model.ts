import { bowlineHomeOf, requireKey, writeSetting, type OpenedSettings } from '@bowline/settings';
import { inspectModels } from '@bowline/providers';
import type { Connecting } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { checkKey, toKey } from '../models/check-key.ts';
import { screenTexts } from '../texts/screen-texts.ts';

/** The model that each provider is used with, if the settings name a model of another one. */
const models: Readonly<Record<string, string>> = {
  anthropic: 'anthropic/claude-sonnet-5-5',
  openai: 'openai/gpt-6-sol',
};

/** Whose key it is, by its beginning. */
const beginnings: readonly (readonly [string, string])[] = [
  ['AIza', 'gemini'],
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-', 'openai'],
];

/** How a model is connected at the first start, where no key is known. */
export function createConnecting(present: string, settings: OpenedSettings, env: CommandEnv): Connecting {
  const bowlineHome = bowlineHomeOf(env.env);
  const { providers, told, uses } = screenTexts.connect;
  return {
    providers,
    ownerOf: (key) => beginnings.find(([start]) => key.startsWith(start))?.[1] ?? null,
    connect: async (provider, key) => {
      if (key === null) return provider === 'vertex' || provider === 'local' ? [told[provider]] : [];
      const apiKey = toKey(key, screenTexts.pasteKey);
      const inspection = inspectModels(settings, { env: env.env, bowlineHome });
      await checkKey(inspection, { provider, apiKey, signal: env.signal });
      inspection.credentials.set(provider, apiKey);
      const model = provider === present ? undefined : models[provider];
      if (model === undefined) return [screenTexts.keyStored(provider)];
      writeSetting({ key: requireKey('model.name'), text: model, bowlineHome });
      return [screenTexts.keyStored(provider), uses(model)];
    },
  };
}
