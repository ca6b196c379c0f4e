import type { Content } from '@google/genai';
import type { GenerateContentParameters, GenerateContentResponse, GoogleGenAI } from '@google/genai/web';
import type { ModelChunk, ModelClient, ModelRequest } from '../model-client.ts';
import { toModelError } from './to-model-error.ts';

/** How to reach the Gemini API. */
export interface GeminiOptions {
  readonly apiKey: string;
  /** A gateway or a test server in place of Google's. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The Gemini API by key, through Google's own client. */
export function openGeminiClient(options: GeminiOptions): ModelClient {
  let loading: Promise<GoogleGenAI> | undefined;
  return {
    async *stream(request, signal) {
      if (signal.aborted) return;
      try {
        loading ??= load(options);
        const client = await loading;
        const chunks = await client.models.generateContentStream(toParameters(request, signal));
        for await (const chunk of chunks) yield toChunk(chunk);
      } catch (thrown) {
        if (!isAborted(signal)) throw toModelError(thrown, request.model);
      }
    },
  };
}

/** Loaded when it is first needed: the library is the largest part of a cold start. Its web build has all that a key needs. */
async function load({ apiKey, baseUrl, headers }: GeminiOptions): Promise<GoogleGenAI> {
  const { GoogleGenAI: Client } = await import('@google/genai/web');
  const httpOptions = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
  return new Client({ apiKey, httpOptions });
}

function toParameters({ model, contents, config }: ModelRequest, signal: AbortSignal): GenerateContentParameters {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the library declares its enums once per build
  return { model, contents: contents.map(withoutOwnIds), config: { ...config, abortSignal: signal } };
}

const OWN_ID = /^call_/;

/** Ids that we gave to calls mean nothing to Gemini, which pairs calls and responses by their order. */
function withoutOwnIds(content: Content): Content {
  if (!content.parts?.some((part) => part.functionCall !== undefined || part.functionResponse !== undefined))
    return content;
  const parts = content.parts.map((part) => {
    const { functionCall, functionResponse } = part;
    if (functionCall !== undefined && OWN_ID.test(functionCall.id ?? '')) {
      const { id: _, ...rest } = functionCall;
      return { ...part, functionCall: rest };
    }
    if (functionResponse !== undefined && OWN_ID.test(functionResponse.id ?? '')) {
      const { id: _, ...rest } = functionResponse;
      return { ...part, functionResponse: rest };
    }
    return part;
  });
  return { ...content, parts };
}

function toChunk(response: GenerateContentResponse): ModelChunk {
  const [candidate] = response.candidates ?? [];
  return {
    content: candidate?.content,
    finishReason: candidate?.finishReason,
    finishMessage: candidate?.finishMessage,
    usage: response.usageMetadata,
    blockReason: response.promptFeedback?.blockReason,
  };
}

/** A signal can abort while we wait; the compiler believes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
