import type { ErrorText } from './error-text.ts';

/** What `bowline models`, `auth` and `doctor` say about a provider that is unavailable. */
export const probeTexts = {
  noKey: (provider: string, variable: string | undefined, keyUrl: string | undefined): ErrorText => ({
    message: 'No API key',
    hint: `${variable === undefined ? 'Store' : `Set ${variable}, or store`} one: bowline auth set ${provider}${getKeyAt(keyUrl)}`,
  }),
  noProject: {
    message: 'No Google Cloud project',
    hint: 'Set GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION, if not global)',
  },
  notRunning: (provider: string): ErrorText => ({
    message: `${provider} is not running`,
    hint: 'Start it and try again',
  }),
  rejected: (status: number, hint: string): ErrorText => ({
    message: `The key was rejected (HTTP ${status})`,
    hint,
  }),
  strangeKey: (hint: string): ErrorText => ({ message: 'The key contains invalid characters', hint }),
  forbidden: (said: string): ErrorText => ({
    message: `The key has no permission: ${said}`,
    hint: 'Check the project and the restrictions of the key, and that the API is enabled',
  }),
  quota: (said: string): ErrorText => ({ message: `The quota is used up: ${said}`, hint: 'Wait, or raise the limit' }),
  unavailable: (host: string, status: number): ErrorText => ({
    message: `${host} is unavailable (HTTP ${status})`,
    hint: 'Try again later',
  }),
  notAnApi: (host: string, status: number, placeSource: string): ErrorText => ({
    message: `${host} did not return a list of models (HTTP ${status})`,
    hint: `Check the base URL (${placeSource}). If models work there, you can ignore this`,
  }),
  proxy: (host: string, proxy: string, why: string): ErrorText => ({
    message: `Can't reach ${host} through the proxy ${proxy}: ${why}`,
    hint: 'Check HTTPS_PROXY and that the proxy is running. To bypass it, add the host to NO_PROXY',
  }),
  refused: (host: string, placeSource: string): ErrorText => ({
    message: `Nothing is listening at ${host}`,
    hint: `Start it, or correct ${placeSource}`,
  }),
  timeout: (host: string, seconds: number, hint: string): ErrorText => ({
    message: `No response from ${host} within ${seconds} s`,
    hint,
  }),
  certificate: (host: string, why: string): ErrorText => ({
    message: `The certificate of ${host} is not trusted: ${why}`,
    hint: 'Behind a proxy that decrypts traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate',
  }),
  unknownName: (host: string, hint: string): ErrorText => ({ message: `Can't resolve ${host}`, hint }),
  noNetwork: (host: string, why: string, hint: string): ErrorText => ({
    message: `Can't reach ${host}: ${why}`,
    hint,
  }),
  timedOut: 'timed out',

  checkNetwork: 'Check the network. Behind a proxy, set HTTPS_PROXY',
  checkAddress: (variable: string): string => `Check ${variable} and the network. Behind a proxy, set HTTPS_PROXY`,
  setKey: (variable: string, keyUrl: string | undefined): string => `Set ${variable} to a valid key${getKeyAt(keyUrl)}`,
  storeKey: (provider: string, keyUrl: string | undefined): string =>
    `Store a valid key: bowline auth set ${provider}${getKeyAt(keyUrl)}`,

  fromHeader: 'a header in the settings',
  newKey: 'the new key',
  anAddress: 'its address',
  fromSettings: 'baseUrl in the settings',
};

function getKeyAt(keyUrl: string | undefined): string {
  return keyUrl === undefined ? '' : `. Get a key at ${keyUrl}`;
}
