import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import {
  createRedactor,
  DEFAULT_MODEL,
  defaultDeadlines,
  defaultRetryPolicy,
  ModelHealth,
  openProviders,
  providerOf,
  recordTo,
  replayFrom,
  ScreenedClient,
  strategies,
  toProviders,
  withDeadlines,
  type Deadlines,
  type ModelClient,
  type ModelConfigs,
  type ProviderEntry,
  type RetryPolicy,
} from '@bowline/models';
import type { AgentParts } from '@bowline/runtime';
import type { Workspace } from '@bowline/workspace';
import { isAboutModels } from '@bowline/settings';
import { openSettings } from '@bowline/settings';
import type { Settings } from '@bowline/settings';
import type { SettingValues } from '@bowline/settings';
import { requireSettings } from '@bowline/settings';
import { createScreen } from '@bowline/guard';
import { createWebSearch, findWebSearchProblem, webSearchSecrets } from '../web/create-web-search.ts';
import { Credentials } from './credentials.ts';
import { explainSignIn } from './explain-sign-in.ts';
import { openClient, openHttp, requireKey } from './open-client.ts';

/** Everything that sessions need to call models. Create one per process, since model health is shared. */
export type ModelSetup = Omit<AgentParts['model'], 'rules'> & {
  /** Keys to remove from everything that is sent or written. */
  readonly secrets?: readonly string[] | undefined;
  /** The search engine of `google_web_search`. Undefined: none. */
  readonly webSearch?: Workspace['webSearch'];
};

/** What `setUpModels` needs to know about the program. */
export interface ModelInputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, which contains Gemini CLI's settings. */
  readonly home: string;
  /** Bowline's folder in it. */
  readonly bowlineHome: string;
  /** Settings that were already read. Default: reads the machine's and the user's settings. */
  readonly settings?: Settings | undefined;
  /** Records every response in this file, without secrets. */
  readonly recordTo?: string | undefined;
  /** Replays responses from this file without contacting a provider. */
  readonly replayFrom?: string | undefined;
  readonly deadlines?: Deadlines | undefined;
  /** Known model health, for programs that set up models more than once. */
  readonly health?: ModelHealth | undefined;
}

/** The models of this machine, and what was found while setting them up. */
export interface HostModels extends ModelSetup {
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  readonly credentials: Credentials;
  readonly secrets: readonly string[];
  /** Throws `MODEL_AUTH` if it is certain in advance that there is no key for the model. */
  readonly requireKey: (name: string) => void;
  /** Warnings for the user about these settings, such as a search engine without a key. */
  readonly warnings: readonly string[];
}

/** Sets up models from settings and environment. Opens a provider when it is first used. */
export function setUpModels(inputs: ModelInputs): HostModels {
  const { env, bowlineHome, settings = openSettings(inputs) } = inputs;
  requireSettings(settings, isAboutModels);
  const { values } = settings;
  const credentials = new Credentials(env, join(bowlineHome, 'credentials.json'));
  const providers = providersOf(values, env);
  const http = openHttp(env);
  const search = { settings: values.webSearch, env };
  const searchProblem = findWebSearchProblem(search);
  const secrets = [...credentials.secrets(providers), ...webSearchSecrets(search)];
  const client = openProviders({
    providers,
    open: (name, entry) => openClient(name, entry, { env, credentials, http }),
  });
  const setup = createModelSetup({
    client: withCassette(withDeadlines(client, inputs.deadlines ?? defaultDeadlines), inputs, secrets),
    name: values['model.name'],
    configs: configsOf(values),
    prices: values.prices ?? {},
    policy: withAttempts(values['general.maxAttempts']),
    ...(inputs.health === undefined ? {} : { health: inputs.health }),
  });
  const screen = createScreen(secrets);
  const grounding = { ...setup, client: new ScreenedClient(setup.client, screen) };
  const isReplayed = inputs.replayFrom !== undefined;
  const hasGemini = isReplayed || canAsk('gemini', providers, { env, credentials });
  return {
    ...setup,
    webSearch: createWebSearch({ ...search, http, screen, grounding: hasGemini ? grounding : undefined }),
    warnings: searchProblem === undefined ? [] : [`${searchProblem.message}. ${searchProblem.hint}`],
    providers,
    credentials,
    secrets,
    requireKey: (name) => {
      const provider = providerOf(name);
      const entry = providers[provider];
      if (isReplayed || entry === undefined) return;
      const signIn = provider === 'gemini' ? explainSignIn(settings) : undefined;
      requireKey(provider, entry, { env, credentials, signIn });
    },
  };
}

/** Whether there is a key for a provider, or it needs none. */
function canAsk(
  name: string,
  providers: Readonly<Record<string, ProviderEntry>>,
  inputs: Parameters<typeof requireKey>[2],
): boolean {
  const entry = providers[name];
  if (entry === undefined) return false;
  try {
    requireKey(name, entry, inputs);
    return true;
  } catch {
    return false;
  }
}

/** Creates a setup for a client, with defaults for everything else. */
export function createModelSetup(parts: { readonly client: ModelClient } & Partial<ModelSetup>): ModelSetup {
  return {
    name: DEFAULT_MODEL,
    configs: {},
    health: new ModelHealth(),
    policy: defaultRetryPolicy,
    strategies,
    prices: {},
    ...parts,
  };
}

/** All providers. If the environment or settings select Vertex, Gemini model names without a provider use it. */
export function providersOf(values: SettingValues, env: ModelInputs['env']): Readonly<Record<string, ProviderEntry>> {
  const providers = toProviders(values.providers);
  const { vertex } = providers;
  const isVertex = env['GOOGLE_GENAI_USE_VERTEXAI'] === 'true' || values['security.auth.selectedType'] === 'vertex-ai';
  return isVertex && vertex !== undefined ? { ...providers, gemini: vertex } : providers;
}

function configsOf(values: SettingValues): ModelConfigs {
  return {
    aliases: values['modelConfigs.aliases'],
    customAliases: values['modelConfigs.customAliases'],
    overrides: values['modelConfigs.overrides'],
    customOverrides: values['modelConfigs.customOverrides'],
  };
}

/**
 * Applies Gemini CLI's single retry limit: sets the number of attempts for a busy model, and caps it for other
 * failures.
 */
function withAttempts(most: number | undefined): RetryPolicy {
  if (most === undefined) return defaultRetryPolicy;
  const { attempts } = defaultRetryPolicy;
  const capped = Object.fromEntries(Object.entries(attempts).map(([kind, count]) => [kind, Math.min(count, most)]));
  return { ...defaultRetryPolicy, attempts: { ...attempts, ...capped, busy: most } };
}

function withCassette(
  client: ModelClient,
  { recordTo: file, replayFrom: source }: ModelInputs,
  secrets: readonly string[],
): ModelClient {
  if (source !== undefined) return replayFrom(readCassette(source));
  if (file === undefined) return client;
  const write = (line: string): void => {
    try {
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch (thrown) {
      throw new AgentError('STORE_FAILED', `Cannot write the recording to ${file}`, {
        hint: 'Check that its folder exists and that you may write to it',
        cause: thrown,
      });
    }
  };
  return recordTo(client, write, { redact: createRedactor(secrets) });
}

function readCassette(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new AgentError('IMPORT_INVALID', `Cannot read ${path}`, { hint: 'Check the path', cause: thrown });
  }
}
