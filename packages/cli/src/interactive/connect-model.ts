import { bowlineHomeOf, requireKey, writeSetting, type OpenedSettings } from '@bowline/settings';
import { inspectModels } from '@bowline/providers';
import { keyOwnerOf, type Connecting } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { checkKey, toKey } from '../models/check-key.ts';
import { screenTexts } from '../texts/screen-texts.ts';

/** The model that each provider is used with, if the settings name a model of another one. */
const models: Readonly<Record<string, string>> = {
  anthropic: 'anthropic/claude-sonnet-5-5',
  openai: 'openai/gpt-6-sol',
};

/** Where a model is missing. */
export interface MissingModel {
  /** The provider of the model that the settings name. */
  readonly present: string;
  readonly settings: OpenedSettings;
  /** Called if the user wants a model that needs no key, and is told how to choose it. */
  readonly onKeyless: () => void;
}

/** How a model is connected at the first start, where no key is known. */
export function createConnecting({ present, settings, onKeyless }: MissingModel, env: CommandEnv): Connecting {
  const bowlineHome = bowlineHomeOf(env.env);
  const { providers, told, uses } = screenTexts.connect;
  return {
    providers,
    ownerOf: keyOwnerOf,
    connect: async (provider, key) => {
      if (key === null) {
        onKeyless();
        return provider === 'vertex' || provider === 'local' ? [told[provider]] : [];
      }
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
