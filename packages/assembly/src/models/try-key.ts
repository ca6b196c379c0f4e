import type { Http, ProviderEntry } from '@bowline/models';
import { Credentials, type Credential } from './credentials.ts';
import type { ModelInspection } from './inspect-models.ts';
import { probeProviders } from './probe-providers.ts';

/** What came of trying a key: it works, it is refused, or that could not be found out. */
export type KeyTrial =
  | { readonly kind: 'works' }
  | { readonly kind: 'refused' | 'untried'; readonly message: string; readonly hint: string };

/** A key that is about to be stored, and for whom. */
export interface TriedKey {
  readonly provider: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  readonly http?: Http | undefined;
}

/** Asks a provider for its models with this key, whatever else is set. Costs nothing there, and stores nothing here. */
export async function tryKey(inspection: ModelInspection, { provider, apiKey, ...ask }: TriedKey): Promise<KeyTrial> {
  const credentials = new OneKey(apiKey, inspection.credentials.path);
  const [probe] = await probeProviders({ ...inspection, credentials }, { only: [provider], ...ask });
  const { outcome } = probe ?? {};
  if (outcome === undefined || outcome.state === 'reachable' || outcome.state === 'not_asked') return { kind: 'works' };
  if (outcome.state === 'not_running')
    return { kind: 'untried', message: `${provider} is not running`, hint: 'start it and try again' };
  const { reason, message, hint } = outcome.failure;
  // Who has no quota left, or no list of models, has taken the key.
  if (reason === 'quota' || reason === 'not_an_api') return { kind: 'works' };
  return { kind: reason === 'wrong_key' || reason === 'forbidden' ? 'refused' : 'untried', message, hint };
}

class OneKey extends Credentials {
  readonly #apiKey: string;

  constructor(apiKey: string, path: string) {
    super({}, path);
    this.#apiKey = apiKey;
  }

  override find(_provider: string, _entry: ProviderEntry): Credential {
    return { apiKey: this.#apiKey, source: 'the key that you gave' };
  }
}
