import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What `bowline models` and `bowline auth` say. */
export const modelTexts = {
  current: (model: string, why: string): string => `Current model: ${model} (${why})`,
  isDefault: 'default; change it with -m, $GEMINI_MODEL or the settings',
  from: (source: string): string => `from ${source}`,
  namesTitle: 'Names for -m, with US dollars per million tokens (input / output)',
  anyModel: ['PROVIDER/MODEL', 'any model of a provider; bowline models PROVIDER lists them'] as const,
  eitherModel: (pro: string, flash: string): string => `${pro} or ${flash}, chosen for each request`,
  providersTitle: 'Providers',
  noKeyNeeded: 'no key needed',
  notRunning: (names: string): string => `not running: ${names}`,
  noKey: (names: string): string => `no key: ${names} (see bowline auth)`,
  states: { ok: 'ok', unchecked: 'not checked', failed: 'failed' },
  count: (models: number): string => plural(models, 'model'),
  isNotRunning: 'not running',
  isNotChecked: 'not checked',
  keyFrom: (source: string): string => `, key from ${source}`,
  providerList: (place: string, models: number): string =>
    `${place}: ${plural(models, 'model')}, with US dollars per million tokens (input / output)`,
  providerAt: (name: string, host: string, key: string): string => `${name} at ${host}${key}`,
  fix: (hint: string): string => `fix: ${hint}`,
  notListed: (model: string, near: readonly string[]): string =>
    `The provider does not list ${model}${near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`}`,
  free: 'free',
  unknownProvider: (name: string, near: readonly string[], known: readonly string[]): ErrorText => ({
    message: `Unknown provider: ${name}`,
    hint: `${near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `}Known providers: ${known.join(', ')}. To add one, use "providers" in the settings`,
  }),
  forModel: (model: string, source: string): string => ` (for the model ${model}, from ${source})`,
  waitingForGoogle: "Google's credentials",
  waiting: (first: string, more: number, seconds: number): string =>
    `Waiting for ${first}${more === 0 ? '' : ` and ${more} more`} · ${seconds} s`,

  foundTitle: 'Found',
  missingTitle: 'Not found: set the variable, or store the key',
  needNoKey: (names: string): string => `No key needed: ${names}`,
  howToStore: (path: string): string => `To store a key in ${path}: bowline auth set NAME`,
  strayKey: (name: string): string =>
    `There is a key for ${name}, which is not a provider. To remove it: bowline auth rm ${name}`,
  exposedFile: (path: string): readonly string[] => [
    `problem: Other users of this machine can read ${path}`,
    `  fix: chmod 600 ${path}`,
  ],
  usedFor: (model: string): string => `used for ${model} (current)`,
  neededFor: (model: string): string => `needed for ${model} (current)`,
  notUsed: (first: string): string => `not used: ${first} takes precedence`,
  noProject: 'no project: set GOOGLE_CLOUD_PROJECT',
  project: (project: string, location: string): string => `project ${project}, location ${location}`,
  andLogin: 'and run gcloud auth application-default login',
  geminiByVertex: 'gemini (Vertex AI)',

  providerNeeded: (verb: string): ErrorText => ({
    message: 'Missing provider',
    hint: `For example: bowline auth ${verb} gemini`,
  }),
  keyOnCommandLine: (provider: string): ErrorText => ({
    message: 'Do not put a key on the command line: other users and the shell history can see it',
    hint: howToPipe(provider),
  }),
  takesGoogleCredentials: (provider: string): ErrorText => ({
    message: `${provider} uses Google Cloud credentials, not an API key`,
    hint: 'Run gcloud auth application-default login and set GOOGLE_CLOUD_PROJECT',
  }),
  stored: (provider: string, path: string, isTested: boolean): string =>
    `Stored the API key for ${provider} in ${path}${isTested ? '. It works' : ' (not tested)'}`,
  outranked: (source: string): string => `${source} is set and takes precedence: unset it to use this key`,
  removed: (provider: string, path: string): string => `Removed the API key for ${provider} from ${path}`,
  notStored: (provider: string, path: string): string => `No API key for ${provider} in ${path}`,
  remaining: (source: string): string => `${source} still has a key`,
  noTerminal: (provider: string): ErrorText => ({
    message: 'Cannot ask for the key without a terminal',
    hint: howToPipe(provider),
  }),
  askKey: (provider: string): string => `API key for ${provider} (not shown): `,
  howToPipe,

  emptyKey: 'The key is empty',
  brokenKey: { message: 'The key contains a space or a line break', hint: 'Enter only the key' },
  strangeKey: { message: 'The key contains invalid characters', hint: 'Enter only the key, without quotes' },
  rejected: (provider: string, why: string): ErrorText => ({
    message: `${provider} rejected the key, so it was not stored: ${why}`,
    hint: 'Check the key. A key that was stored before is unchanged',
  }),
  untested: (provider: string, why: string, hint: string): ErrorText => ({
    message: `Could not test the key, so it was not stored: ${why}`,
    hint: `${hint}. To store it without a test: bowline auth set ${provider} --no-check`,
  }),
};

function howToPipe(provider: string): string {
  return `Use a pipe: echo "$KEY" | bowline auth set ${provider} (or: bowline auth set ${provider} < FILE)`;
}
