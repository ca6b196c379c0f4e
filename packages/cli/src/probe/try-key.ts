import type { Http, ProviderEntry } from '@bowline/models';
import { Credentials, type Credential } from '@bowline/providers';
import type { ModelInspection } from '@bowline/providers';
import { probeTexts } from '../texts/probe-texts.ts';
import { probeProviders } from './probe-providers.ts';

/** The result of testing a key: it works, was rejected, or could not be tested. */
export type KeyTrial =
  | { readonly kind: 'works' }
  | { readonly kind: 'refused' | 'untried'; readonly message: string; readonly hint: string };

/** A key to test, and its provider. */
export interface TriedKey {
  readonly provider: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  readonly http?: Http | undefined;
}

/** Tests a key by listing the provider's models, which costs nothing. */
export async function tryKey(inspection: ModelInspection, { provider, apiKey, ...ask }: TriedKey): Promise<KeyTrial> {
  const credentials = new OneKey(apiKey, inspection.credentials.path);
  const [probe] = await probeProviders({ ...inspection, credentials }, { only: [provider], ...ask });
  const { outcome } = probe ?? {};
  if (outcome === undefined || outcome.state === 'reachable' || outcome.state === 'not_asked') return { kind: 'works' };
  if (outcome.state === 'not_running') return { kind: 'untried', ...probeTexts.notRunning(provider) };
  const { reason, message, hint } = outcome.failure;
  // A provider without quota, or without a list of models, has accepted the key.
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
    return { apiKey: this.#apiKey, source: probeTexts.newKey };
  }
}
