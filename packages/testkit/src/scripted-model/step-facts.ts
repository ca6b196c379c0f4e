import type { ScriptedChunk, ScriptedStep } from './model-script.ts';

/** Whether a chunk only lets time pass. */
export const isPause = (chunk: ScriptedChunk): boolean =>
  chunk.raw === undefined && chunk.text === undefined && chunk.thought === undefined && chunk.calls === undefined;

/** Whether a stream ends in a fault rather than by itself. */
export const isBroken = (step: ScriptedStep): boolean => (step.hang ?? step.cut ?? step.garbage) !== undefined;

/** Which chunk is the last to say something; -1 when none does. */
export const lastSpoken = (step: ScriptedStep): number => (step.chunks ?? []).findLastIndex((chunk) => !isPause(chunk));

/** Why the model stopped; undefined when the stream does not say. */
export const toFinishReason = (step: ScriptedStep): string | undefined =>
  step.finishReason === undefined && !isBroken(step) ? 'STOP' : (step.finishReason ?? undefined);
