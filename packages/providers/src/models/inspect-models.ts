import { join } from 'node:path';
import { providerOf, type PriceTable, type ProviderEntry } from '@bowline/models';
import { deciderOf } from '@bowline/settings';
import type { Settings } from '@bowline/settings';
import { Credentials } from './credentials.ts';
import { explainSignIn } from './explain-sign-in.ts';
import { providersOf, type ModelInputs } from './set-up-models.ts';

/** The current model and what selected it. */
export interface AskedModel {
  readonly name: string;
  readonly provider: string;
  /** `-m`, `$GEMINI_MODEL`, a file, or `default`. */
  readonly source: string;
}

/** The configured models, without contacting a provider. */
export interface ModelInspection {
  readonly env: ModelInputs['env'];
  readonly asked: AskedModel;
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Providers that are mentioned in settings. */
  readonly configured: readonly string[];
  readonly credentials: Credentials;
  readonly prices: PriceTable;
  /** Advice for users whose sign-in works only in Gemini CLI. */
  readonly signIn?: string | undefined;
}

/** Inspects settings, environment and keys. Ignores invalid settings. */
export function inspectModels(
  settings: Settings,
  { env, bowlineHome }: Pick<ModelInputs, 'env' | 'bowlineHome'>,
): ModelInspection {
  const { values } = settings;
  const name = values['model.name'];
  return {
    env,
    asked: { name, provider: providerOf(name), source: deciderOf(settings, 'model.name')?.source ?? 'default' },
    providers: providersOf(values, env),
    configured: Object.keys(values.providers ?? {}),
    credentials: new Credentials(env, join(bowlineHome, 'credentials.json')),
    prices: values.prices ?? {},
    signIn: explainSignIn(settings),
  };
}
