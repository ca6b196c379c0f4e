import { openGeminiWire } from '../gemini/gemini-client.ts';
import type { Http } from '../http/create-http.ts';
import type { ModelClient } from '../model-client.ts';
import { LOGIN_HINT } from './to-auth-error.ts';
import type { TokenSource } from './token-source.ts';

/** Options for Gemini on Vertex AI. */
export interface VertexOptions {
  readonly project: string;
  /** A region, `us` or `eu`, or `global`. */
  readonly location: string;
  readonly auth: TokenSource;
  /** A gateway or a test server instead of Google's. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly http?: Http | undefined;
}

/** Options for Gemini on Vertex AI in express mode: with only a key. */
export interface VertexExpressOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly http?: Http | undefined;
}

const GLOBAL = 'https://aiplatform.googleapis.com';
const BEARER = 'Bearer ';

/** Opens Gemini on Vertex AI, for users, services and machines of a Google Cloud project. */
export function openVertexClient(options: VertexOptions): ModelClient {
  const { project, location, auth, baseUrl = toBaseUrl(location), headers = {}, http } = options;
  const toHeaders = async (token: string): Promise<Readonly<Record<string, string>>> => {
    const payer = await auth.quotaProjectId();
    return {
      authorization: `${BEARER}${token}`,
      ...(payer === undefined ? {} : { 'x-goog-user-project': payer }),
      ...headers,
    };
  };
  const place = `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return openGeminiWire(
    {
      url: (model) => toUrl(baseUrl, `${place}/${toModelPath(model)}`),
      headers: async (signal) => await toHeaders(await auth.token(signal)),
      renew: async (refused, signal) =>
        await toHeaders(await auth.token(signal, refused['authorization']?.slice(BEARER.length))),
      authHint: LOGIN_HINT,
    },
    http,
  );
}

/** Opens Gemini on Vertex AI with a key, which also determines the project. */
export function openVertexExpressClient(options: VertexExpressOptions): ModelClient {
  const { apiKey, baseUrl = GLOBAL, headers = {}, http } = options;
  const sent = { 'x-goog-api-key': apiKey, ...headers };
  return openGeminiWire({ url: (model) => toUrl(baseUrl, toModelPath(model)), headers: async () => sent }, http);
}

function toBaseUrl(location: string): string {
  switch (location) {
    case 'global':
      return GLOBAL;
    case 'us':
    case 'eu':
      return `https://aiplatform.${location}.rep.googleapis.com`;
    default:
      return `https://${encodeURIComponent(location)}-aiplatform.googleapis.com`;
  }
}

function toUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/v1/${path}:streamGenerateContent?alt=sse`;
}

function toModelPath(model: string): string {
  return `publishers/google/models/${encodeURIComponent(model)}`;
}
