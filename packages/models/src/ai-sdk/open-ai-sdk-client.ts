import type { LanguageModelV4StreamResult } from '@ai-sdk/provider';
import type { ModelClient } from '../model-client.ts';
import type { AiSdkOptions } from './ai-sdk-options.ts';
import { AnswerReader } from './answer-reader.ts';
import { baseUrlOf, loadProvider, type LoadedProvider } from './load-provider.ts';
import { MessageConverter } from './message-converter.ts';
import { namespaces, OwnMetadata } from './own-metadata.ts';
import { readTogether } from './read-together.ts';
import { toAgentError } from './to-agent-error.ts';
import { toCallOptions } from './to-call-options.ts';

export type { AiSdkKind, AiSdkOptions } from './ai-sdk-options.ts';

/**
 * Opens a client for OpenAI, Anthropic and compatible servers, through the providers of the AI SDK.
 *
 * It converts their answers to Gemini's format, and the history to theirs. Data that a provider requires back is stored
 * as a signature on the part (`signature.ts`). Nothing is loaded before the first request.
 */
export function openAiSdkClient(options: AiSdkOptions): ModelClient {
  const { kind } = options;
  const metadata = new OwnMetadata(options);
  const converter = new MessageConverter(kind, metadata);
  let provider: LoadedProvider | undefined;
  return {
    async *stream(request, signal) {
      if (signal.aborted) return;
      const { model } = request;
      const target = { model, url: baseUrlOf(options) };
      // Our own controller, so that the request also ends when the answer failed or reading stops: the AI SDK would
      // continue reading.
      const call = new AbortController();
      const stop = (): void => {
        call.abort();
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        provider ??= await loadProvider(options);
        if (isAborted(signal)) return;
        const { echo } = provider;
        const { options: asked, names } = toCallOptions(kind, converter, request);
        const answering = provider
          .model(model)
          .doStream({ ...asked, ...withoutKey(options), abortSignal: call.signal });
        const answer = await untilAborted(answering, call.signal);
        if (answer === undefined) return;
        const ofThought = () => ({ [namespaces[kind]]: echo.metadata });
        const reader = new AnswerReader({ target, metadata, names, ofThought });
        for await (const parts of readTogether(answer.stream, call.signal)) {
          const { chunk, failure } = reader.read(parts);
          if (chunk !== undefined) yield chunk;
          if (failure !== undefined) throw failure;
        }
      } catch (thrown) {
        if (!isAborted(signal)) throw toAgentError(thrown, target);
      } finally {
        signal.removeEventListener('abort', stop);
        call.abort();
      }
    },
  };
}

/** Resolves to the answer, or to undefined once the signal aborts. */
async function untilAborted(
  answer: PromiseLike<LanguageModelV4StreamResult>,
  signal: AbortSignal,
): Promise<LanguageModelV4StreamResult | undefined> {
  return await new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve(undefined);
      },
      { once: true },
    );
    answer.then(resolve, reject);
  });
}

/**
 * Removes the key headers if there is no key, unless our own headers set one: a server without keys may reject them.
 */
function withoutKey({ kind, apiKey = '', headers = {} }: AiSdkOptions): { headers?: Record<string, undefined> } {
  const name = kind === 'anthropic' ? 'x-api-key' : 'authorization';
  const isGiven = apiKey !== '' || Object.keys(headers).some((header) => header.toLowerCase() === name);
  return isGiven ? {} : { headers: { [name]: undefined } };
}

/** A signal can abort during a wait, but TypeScript assumes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
