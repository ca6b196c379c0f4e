import { AgentError, nearestNames } from '@bowline/protocol';

/** Somebody named a provider that is not there; the nearest names are shown, and where it came from. */
export function unknownProvider(name: string, known: readonly string[], from = ''): AgentError {
  const near = nearestNames(name, known).slice(0, 2);
  const meant = near.length === 0 ? '' : `did you mean ${near.join(' or ')}? `;
  return new AgentError('SEND_INVALID', `there is no provider ${name}${from}`, {
    hint: `${meant}there are ${known.join(', ')}; others go under "providers" in the settings`,
  });
}
