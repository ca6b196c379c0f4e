import { knownModels } from '../catalog/families.ts';
import type { ModelAlias, ModelConfigs } from './model-configs.ts';

const alias = (parent: string | undefined, config: Record<string, unknown>, model?: string): ModelAlias => ({
  ...(parent === undefined ? {} : { extends: parent }),
  modelConfig: { ...(model === undefined ? {} : { model }), generateContentConfig: config },
});

/** The defaults that are sent, as data in the format of settings. */
export const defaultConfigs: ModelConfigs = {
  aliases: {
    base: alias(undefined, { temperature: 0, topP: 1 }),
    'chat-base': alias('base', {
      temperature: 1,
      topP: 0.95,
      topK: 64,
      thinkingConfig: { includeThoughts: true },
    }),
    'chat-base-2.5': alias('chat-base', { thinkingConfig: { thinkingBudget: 8192 } }),
    'chat-base-3': alias('chat-base', { thinkingConfig: { thinkingLevel: 'HIGH' } }),
    /** Chooses between the models of a family; small, because in `auto` it runs before every answer. */
    classifier: alias('base', { maxOutputTokens: 1024, thinkingConfig: { thinkingBudget: 512 } }),
    ...Object.fromEntries(knownModels.map((name) => [name, alias(chatBaseOf(name), {}, name)])),
  },
};

/** Whether a model is from another provider, for which Gemini's defaults are not suitable. */
export function isForeign(model: string): boolean {
  return model.includes('/') && !/^(vertex|gemini)\//.test(model);
}

/** Returns the base config of a model that has no alias of its name. */
export function baseOf(model: string, isChatModel: boolean): string {
  return isChatModel ? chatBaseOf(model) : 'base';
}

function chatBaseOf(model: string): string {
  if (model.includes('gemini-2.5')) return 'chat-base-2.5';
  return model.includes('gemini-3') ? 'chat-base-3' : 'chat-base';
}
