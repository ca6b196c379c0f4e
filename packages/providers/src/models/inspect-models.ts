import { join } from 'node:path';
import { providerOf, type PriceTable, type ProviderEntry } from '@bowline/models';
import { deciderOf } from '@bowline/settings';
import type { Settings } from '@bowline/settings';
import { Credentials } from './credentials.ts';
import { explainSignIn } from './explain-sign-in.ts';
import { providersOf, type ModelSurroundings } from './set-up-models.ts';

/** The model that would be asked now, and why that one. */
export interface AskedModel {
  readonly name: string;
  readonly provider: string;
  /** `-m`, `$GEMINI_MODEL`, a file, or `default`. */
  readonly source: string;
}

/** What this machine is set up to ask, before anybody is asked. */
export interface ModelInspection {
  readonly env: ModelSurroundings['env'];
  readonly asked: AskedModel;
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Those of which somebody speaks in settings. */
  readonly configured: readonly string[];
  readonly credentials: Credentials;
  readonly prices: PriceTable;
  /** What to do instead of a sign-in that only Gemini CLI can use. */
  readonly signIn?: string | undefined;
}

/** Looks at settings, environment and keys. What is wrong with a setting is told as if nobody had spoken of it. */
export function inspectModels(
  settings: Settings,
  { env, bowlineHome }: Pick<ModelSurroundings, 'env' | 'bowlineHome'>,
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
