import { BasePlugin, type Context, type LlmRequest, type LlmResponse } from '@google/adk';
import type { GenerateContentConfig } from '@google/genai';

import { GENERATION_PARAMETERS, type GenerationParameters } from '../model/generation-parameters.ts';

/** The rest of a config, which this plugin does not set. */
export function withoutParameters(config: GenerateContentConfig): GenerateContentConfig {
  const ours: ReadonlySet<string> = new Set(GENERATION_PARAMETERS);
  return Object.fromEntries(Object.entries(config).filter(([name]) => !ours.has(name)));
}

/** Sets the generation parameters of the selected model in each request. Never changes the thinking config. */
export class GenerationConfig extends BasePlugin {
  readonly #parameters: () => GenerationParameters;

  constructor(parameters: () => GenerationParameters) {
    super('generation_config');
    this.#parameters = parameters;
  }

  override async beforeModelCallback({
    llmRequest,
  }: {
    callbackContext: Context;
    llmRequest: LlmRequest;
  }): Promise<LlmResponse | undefined> {
    const given = this.#parameters();
    const config: GenerateContentConfig = { ...llmRequest.config };
    for (const name of GENERATION_PARAMETERS) {
      const value = given[name];
      if (value !== undefined) config[name] = value;
    }
    llmRequest.config = config;
    return undefined;
  }
}
