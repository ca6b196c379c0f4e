import { AgentError } from '@bowline/protocol';
import {
  createHttp,
  openAiSdkClient,
  openGeminiClient,
  openGoogleAuth,
  openVertexClient,
  openVertexExpressClient,
  toFetch,
  type Http,
  type ModelClient,
  type ProviderEntry,
} from '@bowline/models';
import type { Credentials } from './credentials.ts';

/** The environment of a client. */
export interface ClientInputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: Credentials;
  readonly http: Http;
}

/** Creates the client of a provider. Throws `MODEL_AUTH` with a hint if there is no key. */
export async function openClient(
  name: string,
  entry: ProviderEntry,
  { http, ...inputs }: ClientInputs,
): Promise<ModelClient> {
  const { env } = inputs;
  const { baseUrl } = baseUrlOf(entry, env);
  const headers = headersOf(entry, env);
  if (entry.kind === 'vertex') return await openVertex(env, { baseUrl, headers, http });
  const apiKey = requireKey(name, entry, inputs);
  if (entry.kind === 'gemini') return openGeminiClient({ apiKey, baseUrl, headers, http });
  return openAiSdkClient({ provider: name, kind: entry.kind, apiKey, baseUrl, headers, fetch: toFetch(http) });
}

/** The key of a provider. Undefined if it needs none, such as a local server or a gateway with its key in a header. */
export function requireKey(
  name: string,
  entry: ProviderEntry,
  inputs: Pick<ClientInputs, 'env' | 'credentials'> & { readonly signIn?: string | undefined },
): string | undefined {
  const { env, credentials, signIn } = inputs;
  const apiKey = credentials.find(name, entry)?.apiKey;
  const isGateway = hasKeyHeader(headersOf(entry, env));
  if (apiKey === undefined && entry.kind !== 'vertex' && entry.isKeyless !== true && !isGateway)
    throw noKey(name, entry, signIn);
  return apiKey;
}

/** The base URL of a provider and the variable that sets it. An empty variable is ignored. */
export function baseUrlOf(
  { baseUrl, baseUrlEnv }: ProviderEntry,
  env: ClientInputs['env'],
): { readonly baseUrl: string | undefined; readonly source: string | undefined } {
  const fromEnv = baseUrlEnv === undefined ? undefined : env[baseUrlEnv];
  if (fromEnv === undefined || fromEnv === '') return { baseUrl, source: undefined };
  return { baseUrl: fromEnv, source: `$${baseUrlEnv ?? ''}` };
}

/** Additional headers for a provider. */
export function headersOf(entry: ProviderEntry, env: ClientInputs['env']): Readonly<Record<string, string>> {
  // The variable is Gemini CLI's, so its headers go only to Gemini's gateway.
  const isGemini = entry.kind === 'gemini' || entry.kind === 'vertex';
  return { ...entry.headers, ...(isGemini ? customHeaders(env) : {}) };
}

/** Whether a gateway's key is among the headers. */
export function hasKeyHeader(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((header) => /^(authorization|x-.*key)$/i.test(header));
}

/** HTTP with this environment's proxy. */
export function openHttp(env: ClientInputs['env']): Http {
  return createHttp({ env });
}

/** The error for a missing key. */
function noKey(name: string, { keyEnv, keyUrl }: ProviderEntry, signIn: string | undefined): AgentError {
  const [variable] = keyEnv;
  const where = keyUrl === undefined ? '' : `. Get a key at ${keyUrl}`;
  return new AgentError('MODEL_AUTH', `No API key for ${name}`, {
    hint:
      signIn ??
      `${variable === undefined ? 'Store' : `Set ${variable}, or store`} one: bowline auth set ${name}${where}`,
  });
}

async function openVertex(
  env: ClientInputs['env'],
  place: {
    readonly baseUrl: string | undefined;
    readonly headers: Readonly<Record<string, string>>;
    readonly http: Http;
  },
): Promise<ModelClient> {
  const apiKey = env['GOOGLE_API_KEY'];
  if (apiKey !== undefined && apiKey !== '' && env['GOOGLE_CLOUD_PROJECT'] === undefined)
    return openVertexExpressClient({ apiKey, ...place });
  const auth = openGoogleAuth({ env, http: place.http });
  const project = await auth.projectId();
  if (project === undefined)
    throw new AgentError('MODEL_AUTH', 'No Google Cloud project for Vertex AI', {
      hint: 'Set GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION, if not global)',
    });
  return openVertexClient({ project, location: env['GOOGLE_CLOUD_LOCATION'] ?? 'global', auth, ...place });
}

/** `Name: value` pairs, separated by commas, in Gemini CLI's format. */
function customHeaders(env: ClientInputs['env']): Readonly<Record<string, string>> {
  const text = env['GEMINI_CLI_CUSTOM_HEADERS'] ?? '';
  const pairs = text.split(/,(?=\s*[\w-]+\s*:)/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf(':');
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}
