import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { providerOf, toProviders, type PriceTable, type ProviderEntry } from '@bowline/models';
import { joinSettings, type ModelSettings } from '../settings/model-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { Credentials } from './credentials.ts';
import { resolveModelName } from './resolve-model-name.ts';
import { forVertex, settingsPaths, type ModelSurroundings } from './set-up-models.ts';

/** A settings file as it was found; what is wrong with it is a value here. */
export interface InspectedFile {
  readonly path: string;
  readonly isThere: boolean;
  readonly settings: ModelSettings;
  readonly error?: AgentError;
}

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
  readonly files: readonly InspectedFile[];
  readonly asked: AskedModel;
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  readonly credentials: Credentials;
  readonly prices: PriceTable;
}

/** Looks at settings, environment and keys. A broken file does not end it: the rest is told as if that file were empty. */
export function inspectModels(
  { env, home, bowlineHome }: Pick<ModelSurroundings, 'env' | 'home' | 'bowlineHome'>,
  model?: string,
): ModelInspection {
  const files = settingsPaths({ home, bowlineHome }).map(inspectFile);
  const settings = joinSettings(files.map((file) => file.settings));
  return {
    env,
    files,
    asked: toAsked(model, env, files),
    providers: forVertex(toProviders(settings.providers), env),
    credentials: new Credentials(env, join(bowlineHome, 'credentials.json')),
    prices: settings.prices ?? {},
  };
}

function inspectFile(path: string): InspectedFile {
  try {
    const { settings, files } = readSettings([path]);
    return { path, isThere: files.some(({ isThere }) => isThere), settings };
  } catch (thrown) {
    return { path, isThere: true, settings: {}, error: AgentError.from(thrown) };
  }
}

function toAsked(flag: string | undefined, env: ModelSurroundings['env'], files: readonly InspectedFile[]): AskedModel {
  if (flag !== undefined) return { name: flag, provider: providerOf(flag), source: '-m' };
  const { name, source } = resolveModelName(env, joinSettings(files.map((file) => file.settings)));
  const provider = providerOf(name);
  if (source === 'environment') return { name, provider, source: '$GEMINI_MODEL' };
  const file = files.findLast(({ settings }) => settings.model?.name !== undefined);
  return { name, provider, source: source === 'settings' && file !== undefined ? file.path : source };
}
