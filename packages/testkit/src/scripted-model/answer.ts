import type { JsonObject } from '@bowline/protocol';
import type { ScriptedCall, ScriptedChunk, ScriptedHttpError, ScriptedStep } from '../model-script.ts';

const toChunks = (texts: readonly string[]): readonly ScriptedChunk[] => texts.map((text) => ({ text }));

/** Shorthands for common steps of a model script. */
export const answer = {
  /** Sends these texts, one chunk each, and stops. */
  text: (...texts: readonly string[]): ScriptedStep => ({ chunks: toChunks(texts) }),

  /** Sends a thought and these texts, and stops. Without texts it only thinks. */
  thought: (thought: string, ...texts: readonly string[]): ScriptedStep => ({
    chunks: [{ thought }, ...toChunks(texts)],
  }),

  /** Makes these calls in one chunk. */
  calls: (...calls: readonly ScriptedCall[]): ScriptedStep => ({ chunks: [{ calls }] }),

  /** Sends a web search answer with its metadata on the last event, as Gemini does. */
  grounded: (text: string, groundingMetadata: JsonObject): ScriptedStep => ({
    chunks: [
      { text },
      { raw: { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', groundingMetadata }] } },
    ],
  }),

  /** Stops without any text. */
  nothing: (): ScriptedStep => ({}),

  /** Sends these texts and ends with another reason than STOP; null ends the stream without a reason. */
  finish: (finishReason: string | null, ...texts: readonly string[]): ScriptedStep => ({
    chunks: toChunks(texts),
    finishReason,
  }),

  /** Refuses the prompt. */
  blocked: (blockReason: string): ScriptedStep => ({ blockReason }),

  /** Fails before the stream starts. */
  httpError: (status: number, error: Omit<ScriptedHttpError, 'status'> = {}): ScriptedStep => ({
    httpError: { status, ...error },
  }),

  /** Fails with a 429; `retryDelay` in Google's format (`'0.2s'`), `quotaId` such as `...PerDayPerProjectPerModel`. */
  quota: ({ retryDelay, quotaId }: { readonly retryDelay?: string; readonly quotaId?: string } = {}): ScriptedStep => {
    const details = [
      ...(quotaId === undefined ? [] : [{ '@type': `${RPC}.QuotaFailure`, violations: [{ quotaId }] }]),
      ...(retryDelay === undefined ? [] : [{ '@type': `${RPC}.RetryInfo`, retryDelay }]),
    ];
    return { httpError: { status: 429, message: 'You exceeded your current quota.', details } };
  },

  /** Sends these texts, then hangs forever. Without texts it does not even send headers. */
  hang: (...texts: readonly string[]): ScriptedStep =>
    texts.length === 0 ? { hang: 'headers' } : { hang: 'body', chunks: toChunks(texts) },

  /** Sends these texts, then breaks the connection. */
  cut: (...texts: readonly string[]): ScriptedStep => ({ cut: true, chunks: toChunks(texts) }),

  /** Sends these texts, then data that is not JSON. */
  garbage: (...texts: readonly string[]): ScriptedStep => ({ garbage: true, chunks: toChunks(texts) }),
} as const;

const RPC = 'type.googleapis.com/google.rpc';
