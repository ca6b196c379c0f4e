import type { GenerateContentResponseUsageMetadata, GroundingMetadata } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import type { ModelHealth } from '../availability/model-health.ts';
import type { ModelConfigs } from '../config/model-configs.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import type { ModelRequest } from '../model-client.ts';
import type { ScreenedClient } from '../screening/screened-client.ts';
import { chainFor } from '../utility/chain-for.ts';
import { citeSources, type CitedText } from './cite-sources.ts';

/** The parts of a search: the same client, configs and health as in a turn. */
export interface GroundingParts {
  readonly client: ScreenedClient;
  readonly configs: ModelConfigs;
  readonly health: ModelHealth;
  /** Called with the usage of each request, so that its cost can be recorded. */
  readonly onUsage?:
    ((model: string, usage: GenerateContentResponseUsageMetadata | undefined) => Promise<void>) | undefined;
}

/** The alias of its config, as in Gemini CLI's settings. */
const PURPOSE = 'web-search';
/** Summarizing search results does not need a better model. */
const TIER = 'flash';
const MAX_MS = 60_000;

/** Lets Gemini search the web with Google. Throws the last `AgentError` if every model of the chain fails. */
export async function searchWithGrounding(
  query: string,
  parts: GroundingParts,
  signal: AbortSignal,
): Promise<CitedText> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const chain = chainFor(PURPOSE, TIER, parts.configs);
  const models = chain.filter((model) => parts.health.isAvailable(model));
  let failure: AgentError | undefined;
  for (const model of models.length === 0 ? chain : models) {
    try {
      const { text, grounding, usage } = await ask(toRequest(query, model, parts.configs), parts.client, within);
      await parts.onUsage?.(model, usage);
      if (within.aborted)
        throw new AgentError('MODEL_TIMEOUT', `${model} did not answer within ${MAX_MS / 1000} seconds`);
      return citeSources(text, grounding);
    } catch (thrown) {
      failure = AgentError.from(thrown);
      if (within.aborted) break;
    }
  }
  throw failure ?? new AgentError('MODEL_UNAVAILABLE', 'No model is available for the search');
}

function toRequest(query: string, model: string, configs: ModelConfigs): ModelRequest {
  const key = { model: PURPOSE, asked: model, scope: PURPOSE, isRetry: false, isChatModel: false };
  const { config } = resolveConfig(key, configs);
  return {
    model,
    contents: [{ role: 'user', parts: [{ text: query }] }],
    config: { ...config, tools: [{ googleSearch: {} }] },
  };
}

async function ask(
  request: ModelRequest,
  client: ScreenedClient,
  signal: AbortSignal,
): Promise<{
  readonly text: string;
  readonly grounding: GroundingMetadata;
  readonly usage: GenerateContentResponseUsageMetadata | undefined;
}> {
  let text = '';
  let grounding: GroundingMetadata = {};
  let usage: GenerateContentResponseUsageMetadata | undefined;
  for await (const chunk of client.stream(request, signal)) {
    usage = chunk.usage ?? usage;
    grounding = { ...grounding, ...chunk.grounding };
    if (chunk.blockReason !== undefined)
      throw new AgentError('MODEL_BAD_REQUEST', `${request.model} refused the search: ${chunk.blockReason}`);
    for (const part of chunk.content?.parts ?? []) if (part.thought !== true) text += part.text ?? '';
  }
  return { text, grounding, usage };
}
