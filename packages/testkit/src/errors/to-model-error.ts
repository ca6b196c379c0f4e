import type { AgentError } from '@bowline/protocol';
import { toHttpError } from '@bowline/models';
import type { ScriptedHttpError } from '../model-script.ts';
import { toGeminiError } from './to-gemini-error.ts';

/** Returns the error that the client of a real provider throws for this HTTP error. */
export function toModelError(error: ScriptedHttpError, model: string): AgentError {
  return toHttpError({ model, ...toGeminiError(error) });
}
