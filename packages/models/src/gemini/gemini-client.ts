import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import { RequestEncoder } from './request-encoder.ts';
import { post } from './post.ts';
import { readServerEvents } from './read-server-events.ts';
import { toModelError, toStatusError } from './to-model-error.ts';
import { wireResponseSchema } from './wire-response.ts';

/** How to reach the Gemini API. */
export interface GeminiOptions {
  readonly apiKey: string;
  /** A gateway or a test server in place of Google's. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const GOOGLE = 'https://generativelanguage.googleapis.com';

/**
 * The Gemini API by key.
 *
 * It speaks the wire itself, because Google's client converts and encodes the whole history again on every step
 * (docs/decisions/0003). A test holds what it sends to what that client sends.
 */
export function openGeminiClient({ apiKey, baseUrl = GOOGLE, headers = {} }: GeminiOptions): ModelClient {
  const root = baseUrl.replace(/\/+$/, '');
  const encoder = new RequestEncoder();
  return {
    async *stream(request, signal) {
      if (signal.aborted) return;
      const { model } = request;
      try {
        const response = await post({
          url: `${root}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
          headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey, ...headers },
          body: encoder.encode(request),
          signal,
        });
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) throw toStatusError(status, await readAll(response), model);
        for await (const texts of readServerEvents(response))
          yield joinChunks(texts.map((text) => toChunk(text, model)));
      } catch (thrown) {
        if (!isAborted(signal)) throw toModelError(thrown, model);
      }
    },
  };
}

async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What came in one piece goes on in one piece: each chunk costs everyone who handles it the same, however short it is. */
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
  };
}

function toChunk(text: string, model: string): ModelChunk {
  const parsed = wireResponseSchema.safeParse(parseJson(text, model));
  if (!parsed.success) throw notJson(model);
  const { error, candidates, usageMetadata, promptFeedback } = parsed.data;
  if (error !== undefined) throw toStatusError(error.code ?? 500, text, model);
  const [candidate] = candidates ?? [];
  return {
    content: candidate?.content,
    finishReason: candidate?.finishReason,
    finishMessage: candidate?.finishMessage,
    usage: usageMetadata,
    blockReason: promptFeedback?.blockReason,
  };
}

function parseJson(text: string, model: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw notJson(model, thrown);
  }
}

function notJson(model: string, cause?: unknown): AgentError {
  const hint = 'try again; if it stays, something between you and the model changes its answers';
  return new AgentError('MODEL_INVALID_ANSWER', `${model} answered with something that is not JSON`, {
    hint,
    retryable: true,
    cause,
  });
}

/** A signal can abort while we wait; the compiler believes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
