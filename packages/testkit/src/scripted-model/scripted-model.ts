import { toGeminiError } from '../errors/to-gemini-error.ts';
import { type ModelChunk, type ModelClient, type ModelRequest, toHttpError } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import type { ModelScript, ScriptedStep, ScriptedHttpError } from '../model-script.ts';
import { pause } from './pause.ts';
import { ScriptCursor } from './script-cursor.ts';
import { estimateTokens, toResponses, toUsage, type WireResponse } from './to-responses.ts';

/** A model client that answers from a script and records its requests. */
export interface ScriptedModel extends ModelClient {
  /** The requests so far, each as it was when it arrived. */
  readonly requests: readonly ModelRequest[];
  /** The number of unused steps. */
  readonly left: number;
}

/** Creates a model client that answers each request with the next step, and throws if there is none. */
export function scriptedModel(script: ModelScript | readonly ScriptedStep[]): ScriptedModel {
  const cursor = new ScriptCursor(script);
  const requests: ModelRequest[] = [];
  return {
    requests,
    get left() {
      return cursor.left;
    },
    async *stream(request, signal) {
      if (signal.aborted) return;
      requests.push(structuredClone(request));
      const step = cursor.next(request);
      if (step === undefined) throw cursor.toRunOut(request);
      yield* playStep(step, request, signal);
    },
  };
}

async function* playStep(step: ScriptedStep, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk> {
  if (step.delayHeadersMs !== undefined && !(await pause(step.delayHeadersMs, signal))) return;
  if (step.httpError !== undefined) throw toModelError(step.httpError, request.model);
  const responses = toResponses(step, request.model);
  const last = responses.findLastIndex(({ response }) => response !== undefined);
  for (const [n, { delayMs, response }] of responses.entries()) {
    if (delayMs > 0 && !(await pause(delayMs, signal))) return;
    if (signal.aborted) return;
    if (response === undefined) continue;
    const usage = n === last ? toUsage(step, estimateTokens(JSON.stringify(request.contents).length)) : undefined;
    yield toChunk(usage === undefined ? response : { ...response, usageMetadata: usage }, request.model);
  }
  if (!signal.aborted) await endStep(step, signal);
}

/** Runs the end of a step: nothing, a wait for an abort, or the error that a real client throws for the fault. */
async function endStep(step: ScriptedStep, signal: AbortSignal): Promise<void> {
  if (step.hang !== undefined) await untilAborted(signal);
  if (step.cut !== undefined) {
    throw new AgentError('MODEL_UNREACHABLE', 'the connection to the model broke', { retryable: true });
  }
  if (step.garbage !== undefined) {
    const message = 'the model answered with something that is not JSON';
    throw new AgentError('MODEL_INVALID_ANSWER', message, { retryable: true });
  }
}

function toChunk({ candidates, usageMetadata, promptFeedback, error }: WireResponse, model: string): ModelChunk {
  if (error !== undefined) throw toModelError({ status: error.code ?? 500, message: error.message }, model);
  const { content, finishReason, finishMessage, groundingMetadata } = candidates?.[0] ?? {};
  return {
    content,
    finishReason,
    finishMessage,
    usage: usageMetadata,
    blockReason: promptFeedback?.blockReason,
    grounding: groundingMetadata,
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

/** Returns the error that the client of a real provider throws for this HTTP error. */
function toModelError(error: ScriptedHttpError, model: string): AgentError {
  return toHttpError({ model, ...toGeminiError(error) });
}
