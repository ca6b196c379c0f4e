import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AgentError, unreachable } from '@bowline/protocol';
import type { AiSdkKind, AiSdkOptions } from './ai-sdk-options.ts';
import { namespaces } from './own-metadata.ts';
import { ReasoningEcho } from './reasoning-echo.ts';

/** A provider that is ready for requests. */
export interface LoadedProvider {
  model(id: string): LanguageModelV4;
  readonly echo: ReasoningEcho;
}

/** The provider packages. They are optional: each is loaded on first use. */
export const packages = {
  openai: () => import('@ai-sdk/openai'),
  anthropic: () => import('@ai-sdk/anthropic'),
  compatible: () => import('@ai-sdk/openai-compatible'),
};

const packageNames: Readonly<Record<AiSdkKind, string>> = {
  openai: '@ai-sdk/openai',
  'openai-chat': '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
  'openai-compatible': '@ai-sdk/openai-compatible',
};

/** Returns the base URL of a provider, always explicitly, because the AI SDK would otherwise read the environment. */
export function baseUrlOf({ provider, kind, baseUrl }: AiSdkOptions): string {
  if (baseUrl !== undefined) return baseUrl;
  switch (kind) {
    case 'openai':
    case 'openai-chat':
      return 'https://api.openai.com/v1';
    case 'anthropic':
      return 'https://api.anthropic.com/v1';
    case 'openai-compatible':
      throw new AgentError('MODEL_BAD_REQUEST', `No base URL for ${provider}`, {
        hint: 'Set its baseUrl, for example http://127.0.0.1:8080/v1',
      });
    default:
      return unreachable(kind);
  }
}

/** Loads the package of a provider. If it is missing, the error says how to install it. */
export async function loadProvider(options: AiSdkOptions, from: typeof packages = packages): Promise<LoadedProvider> {
  const { kind, apiKey = '', headers = {}, fetch } = options;
  const echo = new ReasoningEcho();
  // An empty key sends none; if it were undefined, the AI SDK would read one from the environment.
  const settings = {
    baseURL: baseUrlOf(options),
    apiKey,
    headers: { ...headers },
    ...(fetch === undefined ? {} : { fetch }),
  };
  try {
    switch (kind) {
      case 'openai': {
        const provider = (await from.openai()).createOpenAI(settings);
        return { echo, model: (id) => provider.responses(id) };
      }
      case 'openai-chat': {
        const provider = (await from.openai()).createOpenAI(settings);
        return { echo, model: (id) => provider.chat(id) };
      }
      case 'anthropic': {
        const provider = (await from.anthropic()).createAnthropic(settings);
        return { echo, model: (id) => provider.messages(id) };
      }
      case 'openai-compatible': {
        const provider = (await from.compatible()).createOpenAICompatible({
          ...settings,
          name: namespaces[kind],
          includeUsage: true,
          supportsStructuredOutputs: true,
          metadataExtractor: echo.extractor,
          transformRequestBody: (body) => echo.complete(body),
        });
        return { echo, model: (id) => provider.chatModel(id) };
      }
      default:
        return unreachable(kind);
    }
  } catch (thrown) {
    throw AgentError.is(thrown) ? thrown : toMissing(packageNames[kind], options.provider, thrown);
  }
}

function toMissing(name: string, provider: string, cause: unknown): AgentError {
  return new AgentError(
    'MODEL_NOT_FOUND',
    `The models of ${provider} need the package ${name}, which could not be loaded`,
    {
      hint: `Run npm install ${name}`,
      cause,
    },
  );
}
