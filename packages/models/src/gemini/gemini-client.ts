import type { IncomingMessage } from 'node:http';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import { RequestEncoder } from './request-encoder.ts';
import { toHttpError } from '../failures/http-error.ts';
import { toInvalidAnswer, toNetworkError } from '../failures/network-error.ts';
import { createHttp, type Http } from '../http/create-http.ts';
import { readText } from '../http/read-text.ts';
import { readServerEvents } from './read-server-events.ts';
import { wireResponseSchema } from './wire-response.ts';

/** Options for the Gemini API. */
export interface GeminiOptions {
  /** A gateway may need no key, or have its own key in the headers. */
  readonly apiKey?: string | undefined;
  /** A gateway or a test server instead of Google's. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly http?: Http | undefined;
}

/** The URL and headers of a server with Gemini's API. */
export interface GeminiEndpoint {
  url(model: string): string;
  headers(signal: AbortSignal): Promise<SentHeaders>;
  /** Returns new headers after a 401; without it a 401 is final. */
  renew?(refused: SentHeaders, signal: AbortSignal): Promise<SentHeaders>;
  /** What to do if it rejects the credentials. */
  readonly authHint?: string;
}

type SentHeaders = Readonly<Record<string, string>>;

const NOT_JSON = 'sent a response that is not JSON';
const GOOGLE = 'https://generativelanguage.googleapis.com';

/** Opens the Gemini API with a key, or a compatible gateway. */
export function openGeminiClient({ apiKey, baseUrl = GOOGLE, headers = {}, http }: GeminiOptions): ModelClient {
  const root = baseUrl.replace(/\/+$/, '');
  const sent = { ...(apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }), ...headers };
  return openGeminiWire(
    {
      url: (model) => `${root}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
      headers: async () => sent,
    },
    http,
  );
}

/**
 * Opens any server with Gemini's API.
 *
 * It implements the protocol itself, because Google's client converts and encodes the whole history again on every step
 * (docs/decisions/0003). A test compares its requests with those of that client.
 */
export function openGeminiWire(endpoint: GeminiEndpoint, http: Http = createHttp({ env: {} })): ModelClient {
  const encoder = new RequestEncoder();
  return {
    async *stream(request, signal) {
      if (signal.aborted) return;
      const { model } = request;
      const url = endpoint.url(model);
      try {
        const response = await ask({ endpoint, http, url, body: encoder.encode(request), signal });
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) {
          const { headers } = response;
          const error = toHttpError({ model, status, body: await readText(response), headers, sent: request });
          throw withAuthHint(error, endpoint);
        }
        for await (const texts of readServerEvents(response))
          yield joinChunks(texts.map((text) => toChunk(text, model)));
      } catch (thrown) {
        if (!isAborted(signal)) throw toNetworkError(thrown, { model, url, proxy: http.proxyFor(url) });
      }
    },
  };
}

interface Question {
  readonly endpoint: GeminiEndpoint;
  readonly http: Http;
  readonly url: string;
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

async function ask({ endpoint, http, url, body, signal }: Question): Promise<IncomingMessage> {
  const post = async (headers: SentHeaders): Promise<IncomingMessage> =>
    await http.post({ url, headers: { 'content-type': 'application/json', ...headers }, body, signal });
  const headers = await endpoint.headers(signal);
  const response = await post(headers);
  if (response.statusCode !== 401 || endpoint.renew === undefined) return response;
  response.resume();
  return await post(await endpoint.renew(headers, signal));
}

function withAuthHint(error: AgentError, { authHint }: GeminiEndpoint): AgentError {
  if (error.code !== 'MODEL_AUTH' || authHint === undefined) return error;
  return new AgentError(error.code, error.message, { ...error.facts, hint: authHint });
}

/** Joins chunks that arrived together: handling a chunk costs the same, however short it is. */
function joinChunks(chunks: readonly ModelChunk[]): ModelChunk {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const last = <Key extends keyof ModelChunk>(key: Key): ModelChunk[Key] =>
    chunks.findLast((chunk) => chunk[key] !== undefined)?.[key];
  return {
    content: { role: 'model', parts: chunks.flatMap((chunk) => chunk.content?.parts ?? []) },
    finishReason: last('finishReason'),
    finishMessage: last('finishMessage'),
    usage: last('usage'),
    blockReason: last('blockReason'),
    grounding: last('grounding'),
  };
}

function toChunk(text: string, model: string): ModelChunk {
  const parsed = wireResponseSchema.safeParse(parseJson(text, model));
  if (!parsed.success) throw toInvalidAnswer(model, NOT_JSON);
  const { error, candidates, usageMetadata, promptFeedback } = parsed.data;
  if (error !== undefined) throw toHttpError({ model, status: error.code ?? 500, body: text });
  const [candidate] = candidates ?? [];
  return {
    content: candidate?.content,
    finishReason: candidate?.finishReason,
    finishMessage: candidate?.finishMessage,
    usage: usageMetadata,
    blockReason: promptFeedback?.blockReason,
    grounding: candidate?.groundingMetadata,
  };
}

function parseJson(text: string, model: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw toInvalidAnswer(model, NOT_JSON, thrown);
  }
}

/** A signal can abort during a wait, but TypeScript assumes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
