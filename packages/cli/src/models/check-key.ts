import type { ModelInspection } from '@bowline/providers';
import { AgentError } from '@bowline/protocol';
import { tryKey } from '../probe/try-key.ts';
import { usageError } from '../texts/error-text.ts';
import { modelTexts } from '../texts/model-texts.ts';

/** The key without surrounding spaces. Throws if it cannot be a key; the message does not repeat it. */
export function toKey(text: string, howTo: string): string {
  const key = text.trim();
  if (key === '') throw usageError({ message: modelTexts.emptyKey, hint: howTo });
  if (/\s/.test(key)) throw usageError(modelTexts.brokenKey);
  if (!/^[!-~]+$/.test(key) || /["'`]/.test(key)) throw usageError(modelTexts.strangeKey);
  return key;
}

/** Tests a key with one request that costs nothing. Throws if it does not work or cannot be tested. */
export async function checkKey(
  inspection: ModelInspection,
  given: { readonly provider: string; readonly apiKey: string; readonly signal: AbortSignal },
): Promise<void> {
  const trial = await tryKey(inspection, given);
  if (trial.kind === 'works') return;
  const { provider } = given;
  const isRejected = trial.kind === 'refused';
  const { message, hint } = isRejected
    ? modelTexts.rejected(provider, trial.message)
    : modelTexts.untested(provider, trial.message, trial.hint);
  throw new AgentError(isRejected ? 'MODEL_AUTH' : 'MODEL_UNREACHABLE', message, { hint });
}
