import type { GenerateContentConfig, Schema } from '@google/genai';
import type { JSONObject, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '../model-client.ts';
import type { AiSdkKind } from './ai-sdk-options.ts';
import type { MessageConverter } from './message-converter.ts';
import { namespaces } from './own-metadata.ts';
import { isStrict, toJsonSchema, type JsonSchema } from './to-json-schema.ts';
import { toPrompt } from './to-prompt.ts';
import { toThinking } from './to-thinking.ts';
import { toTools } from './to-tools.ts';

/** A request in the AI SDK's format. */
export interface CallOptions {
  readonly options: LanguageModelV4CallOptions;
  /** Our tool names by the names that were sent. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Output limit for models that the AI SDK does not recognize as Claude. Its own limit is 4,096 tokens, less than one
 * file.
 */
const UNKNOWN_OUTPUT = 32_000;

/** Builds the request. The AI SDK drops what a provider or model does not support, with a warning that is not shown. */
export function toCallOptions(
  kind: AiSdkKind,
  converter: MessageConverter,
  { model, contents, config }: ModelRequest,
): CallOptions {
  const prompt = toPrompt({ kind, converter, contents, instruction: config.systemInstruction });
  const { tools, toolChoice, names } = toTools(config);
  const responseFormat = toResponseFormat(config);
  const { reasoning, providerOptions, maxOutputTokens } = toThinking({
    kind,
    model,
    config: config.thinkingConfig,
    maxOutputTokens: config.maxOutputTokens ?? (isUnknown(kind, model) ? UNKNOWN_OUTPUT : undefined),
    prompt,
  });
  const options = withoutUndefined({
    maxOutputTokens,
    temperature: config.temperature,
    topP: config.topP,
    topK: config.topK,
    presencePenalty: config.presencePenalty,
    frequencyPenalty: config.frequencyPenalty,
    stopSequences: config.stopSequences,
    seed: config.seed,
    responseFormat,
    reasoning,
    toolChoice: tools.length === 0 ? undefined : toolChoice,
    tools: tools.length === 0 ? undefined : tools,
    providerOptions: { [namespaces[kind]]: { ...providerOptions, ...toProviderOptions(kind, responseFormat) } },
  });
  return { options: { ...options, prompt }, names };
}

function isUnknown(kind: AiSdkKind, model: string): boolean {
  return kind === 'anthropic' && !model.includes('claude-');
}

type ResponseFormat = LanguageModelV4CallOptions['responseFormat'];

function toResponseFormat({
  responseMimeType,
  responseJsonSchema,
  responseSchema,
}: GenerateContentConfig): ResponseFormat {
  if (responseMimeType !== 'application/json') return undefined;
  const own = responseSchema === undefined ? undefined : toJsonSchema(responseSchema as Schema);
  const schema = (responseJsonSchema as JsonSchema | undefined) ?? own;
  return { type: 'json', ...(schema === undefined ? {} : { schema }) };
}

/** Stores nothing at OpenAI, and requests a strict schema only where OpenAI can enforce it, which avoids an error. */
function toProviderOptions(kind: AiSdkKind, format: ResponseFormat): JSONObject {
  const isLoose = format?.type === 'json' && !isStrict(format.schema);
  return {
    ...(kind === 'openai' || kind === 'openai-chat' ? { store: false } : {}),
    ...(isLoose && kind !== 'anthropic' ? { strictJsonSchema: false } : {}),
  };
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

function withoutUndefined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, of]) => of !== undefined)) as Defined<Value>;
}
