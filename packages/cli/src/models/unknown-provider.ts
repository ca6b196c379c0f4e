import { nearestNames, type AgentError } from '@bowline/protocol';
import { usageError } from '../texts/error-text.ts';
import { modelTexts } from '../texts/model-texts.ts';

/** The error for a provider that does not exist, with the nearest names. `from` says where the name comes from. */
export function unknownProvider(name: string, known: readonly string[], from = ''): AgentError {
  return usageError(modelTexts.unknownProvider(`${name}${from}`, nearestNames(name, known).slice(0, 2), known));
}
