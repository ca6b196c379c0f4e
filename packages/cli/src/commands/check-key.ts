import { tryKey, type ModelInspection } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';

/** What was given, if it can be a key: nothing of it is repeated. */
export function toKey(text: string, howTo: string): string {
  const key = text.trim();
  if (key === '') throw wrong('No key was given', howTo);
  if (/\s/.test(key)) throw wrong('There is a space or a line break inside the key', 'give the key alone');
  if (!/^[!-~]+$/.test(key) || /["'`]/.test(key))
    throw wrong('The key has characters that no key has', 'give the key alone, without quotes');
  return key;
}

/** Tries a key with one request that costs nothing. Throws why it is not to be stored. */
export async function checkKey(
  inspection: ModelInspection,
  given: { readonly provider: string; readonly apiKey: string; readonly signal: AbortSignal },
): Promise<void> {
  const trial = await tryKey(inspection, given);
  if (trial.kind === 'works') return;
  const { provider } = given;
  if (trial.kind === 'refused')
    throw new AgentError('MODEL_AUTH', `Not stored: ${provider} did not accept this key: ${trial.message}`, {
      hint: 'check the key; a key that was stored before is kept',
    });
  throw new AgentError('MODEL_UNREACHABLE', `Not stored: the key could not be tried: ${trial.message}`, {
    hint: `${trial.hint}; bowline auth set ${provider} --no-check stores it without trying`,
  });
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
