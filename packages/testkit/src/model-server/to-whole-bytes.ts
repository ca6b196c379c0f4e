import type { ScriptedStep } from '../model-script.ts';
import { lastSpoken, toFinishReason } from '../scripted-model/step-facts.ts';
import type { TimedBytes } from './wire.ts';

const BROKEN_JSON = '{"candidates": [{"content": {"parts": [{"te';

/** The data that a step sends instead of JSON. */
export const toGarbage = (garbage: string | true): string => (garbage === true ? BROKEN_JSON : garbage);

/** The document that a step sends after all of its delays: half of it if the step is cut, nothing if it hangs. */
export function toWholeBytes(step: ScriptedStep, document: object): readonly TimedBytes[] {
  const isSilent = lastSpoken(step) === -1 && toFinishReason(step) === undefined;
  if (step.hang !== undefined || (step.cut === true && isSilent)) return [];
  const delayMs = (step.chunks ?? []).reduce((sum, chunk) => sum + (chunk.delayMs ?? 0), 0);
  if (step.garbage !== undefined) return [{ delayMs, bytes: Buffer.from(toGarbage(step.garbage)) }];
  const body = JSON.stringify(document);
  return [{ delayMs, bytes: Buffer.from(step.cut === true ? body.slice(0, body.length / 2) : body) }];
}
