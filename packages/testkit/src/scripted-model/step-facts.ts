import type { ScriptedChunk, ScriptedStep } from '../model-script.ts';

/** Whether a chunk is only a pause. */
export const isPause = (chunk: ScriptedChunk): boolean =>
  chunk.raw === undefined && chunk.text === undefined && chunk.thought === undefined && chunk.calls === undefined;

/** Whether a stream ends in a fault. */
export const isBroken = (step: ScriptedStep): boolean => (step.hang ?? step.cut ?? step.garbage) !== undefined;

/** The index of the last chunk that is not a pause; -1 if there is none. */
export const lastSpoken = (step: ScriptedStep): number => (step.chunks ?? []).findLastIndex((chunk) => !isPause(chunk));

/** The finish reason; undefined if the stream has none. */
export const toFinishReason = (step: ScriptedStep): string | undefined =>
  step.finishReason === undefined && !isBroken(step) ? 'STOP' : (step.finishReason ?? undefined);
