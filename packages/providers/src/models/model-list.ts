import { unreachable } from '@bowline/protocol';
import type { ProviderEntry } from '@bowline/models';
import * as z from 'zod';

type ProviderKind = ProviderEntry['kind'];

/** The request for a provider's list of models. */
export interface ModelListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the request needs. */
export interface ModelListParts {
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** The API key, or a token for Vertex. */
  readonly secret: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates the request for a provider's list of models. It is free of charge and needs the same key as other requests.
 */
export function toModelListRequest({ kind, baseUrl, secret, headers }: ModelListParts): ModelListRequest {
  const root = baseUrl.replace(/\/+$/, '');
  const bearer: Record<string, string> = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const keyed = (name: string): Record<string, string> => (secret === undefined ? {} : { [name]: secret });
  switch (kind) {
    case 'gemini':
      return { url: `${root}/v1beta/models?pageSize=1000`, headers: { ...keyed('x-goog-api-key'), ...headers } };
    case 'vertex':
      return { url: `${root}/v1beta1/publishers/google/models?pageSize=300`, headers: { ...bearer, ...headers } };
    case 'anthropic':
      return {
        url: `${root}/models?limit=1000`,
        headers: { ...keyed('x-api-key'), 'anthropic-version': '2023-06-01', ...headers },
      };
    case 'openai':
    case 'openai-chat':
    case 'openai-compatible':
      return { url: `${root}/models`, headers: { ...bearer, ...headers } };
    default:
      return unreachable(kind);
  }
}

const googleModelSchema = z.object({
  name: z.string(),
  supportedGenerationMethods: z.array(z.string()).optional(),
});
const googleSchema = z.union([
  z.object({ models: z.array(googleModelSchema) }),
  z.object({ publisherModels: z.array(googleModelSchema) }),
]);
const openAiSchema = z.object({ data: z.array(z.object({ id: z.string() })).nullable() });

/** The names of text models in a provider's response. Returns undefined for any other response. */
export function parseModelList(kind: ProviderKind, text: string): readonly string[] | undefined {
  const value = parseJson(text);
  if (kind !== 'gemini' && kind !== 'vertex') return parseOpenAiList(value);
  const list = googleSchema.safeParse(value).data;
  if (list === undefined) return undefined;
  const models = 'models' in list ? list.models : list.publisherModels;
  return models
    .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
    .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
    .sort();
}

/** A server without models returns `null`. */
function parseOpenAiList(value: unknown): readonly string[] | undefined {
  const list = openAiSchema.safeParse(value).data;
  return list === undefined ? undefined : (list.data ?? []).map(({ id }) => id).sort();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
