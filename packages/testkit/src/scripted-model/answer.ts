import type { JsonObject } from '@bowline/protocol';
import type { ScriptedCall, ScriptedChunk, ScriptedHttpError, ScriptedStep } from './model-script.ts';

const toChunks = (texts: readonly string[]): readonly ScriptedChunk[] => texts.map((text) => ({ text }));

/** The usual steps of a model script, in words. */
export const answer = {
  /** Says this, one chunk each, and stops. */
  text: (...texts: readonly string[]): ScriptedStep => ({ chunks: toChunks(texts) }),

  /** Thinks, says this, and stops; with no text it only thought. */
  thought: (thought: string, ...texts: readonly string[]): ScriptedStep => ({
    chunks: [{ thought }, ...toChunks(texts)],
  }),

  /** Makes these calls in one chunk. */
  calls: (...calls: readonly ScriptedCall[]): ScriptedStep => ({ chunks: [{ calls }] }),

  /** Says what Gemini found on the web, with its metadata as Gemini sends it: on the last event. */
  grounded: (text: string, groundingMetadata: JsonObject): ScriptedStep => ({
    chunks: [
      { text },
      { raw: { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', groundingMetadata }] } },
    ],
  }),

  /** Stops and says nothing. */
  nothing: (): ScriptedStep => ({}),

  /** Says this and ends for another reason than STOP; null for a stream that just ends. */
  finish: (finishReason: string | null, ...texts: readonly string[]): ScriptedStep => ({
    chunks: toChunks(texts),
    finishReason,
  }),

  /** Refuses the prompt. */
  blocked: (blockReason: string): ScriptedStep => ({ blockReason }),

  /** Fails before the stream. */
  httpError: (status: number, error: Omit<ScriptedHttpError, 'status'> = {}): ScriptedStep => ({
    httpError: { status, ...error },
  }),

  /** Fails with a 429; `retryDelay` as Google writes it (`'0.2s'`), `quotaId` such as `...PerDayPerProjectPerModel`. */
  quota: ({ retryDelay, quotaId }: { readonly retryDelay?: string; readonly quotaId?: string } = {}): ScriptedStep => {
    const details = [
      ...(quotaId === undefined ? [] : [{ '@type': `${RPC}.QuotaFailure`, violations: [{ quotaId }] }]),
      ...(retryDelay === undefined ? [] : [{ '@type': `${RPC}.RetryInfo`, retryDelay }]),
    ];
    return { httpError: { status: 429, message: 'You exceeded your current quota.', details } };
  },

  /** Says this, then nothing more for ever; with no text not even headers come. */
  hang: (...texts: readonly string[]): ScriptedStep =>
    texts.length === 0 ? { hang: 'headers' } : { hang: 'body', chunks: toChunks(texts) },

  /** Says this, then the connection breaks. */
  cut: (...texts: readonly string[]): ScriptedStep => ({ cut: true, chunks: toChunks(texts) }),

  /** Says this, then something that is not JSON. */
  garbage: (...texts: readonly string[]): ScriptedStep => ({ garbage: true, chunks: toChunks(texts) }),
} as const;

const RPC = 'type.googleapis.com/google.rpc';
