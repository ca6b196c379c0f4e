import { AgentError } from '@bowline/protocol';
import { openGoogleAuth, type Http } from '@bowline/models';

type Env = Readonly<Record<string, string | undefined>>;

/** Our access to Vertex AI, as far as known without requesting a token. */
export type VertexAccess =
  /** An API key instead of an account and a project. */
  | { readonly kind: 'express'; readonly source: string }
  | {
      readonly kind: 'account';
      /** The credential file, or the machine's metadata server. */
      readonly source: string;
      readonly account: string | undefined;
      readonly project: string | undefined;
      readonly location: string;
      /** Requests a token. Throws an `AgentError`. */
      readonly token: (signal: AbortSignal) => Promise<string>;
      readonly payer: () => Promise<string | undefined>;
    }
  | { readonly kind: 'none'; readonly message: string; readonly hint: string };

/** Where to look for credentials. */
export interface VertexPlace {
  readonly env: Env;
  readonly http: Http;
  /** Vertex is configured. If so, also queries the metadata server, which takes seconds on machines without one. */
  readonly isWanted: boolean;
  readonly isOffline?: boolean | undefined;
}

/** Whether an environment variable selects Vertex. */
export function isVertexWanted(env: Env): boolean {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  return (
    env['GOOGLE_GENAI_USE_VERTEXAI'] === 'true' ||
    ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT', 'GOOGLE_APPLICATION_CREDENTIALS'].some(isSet)
  );
}

/** Finds the credentials for Vertex in the same way as a client. */
export async function findVertexAccess({ env, http, isWanted, isOffline }: VertexPlace): Promise<VertexAccess> {
  if (isWanted && (env['GOOGLE_API_KEY'] ?? '') !== '' && env['GOOGLE_CLOUD_PROJECT'] === undefined)
    return { kind: 'express', source: '$GOOGLE_API_KEY' };
  const auth = openGoogleAuth({ env, http: isWanted && isOffline !== true ? http : noNetwork });
  try {
    const { where, account } = await auth.describe();
    return {
      kind: 'account',
      source: where,
      account,
      project: await auth.projectId(),
      location: env['GOOGLE_CLOUD_LOCATION'] ?? 'global',
      token: async (signal) => await auth.token(signal),
      payer: async () => await auth.quotaProjectId(),
    };
  } catch (thrown) {
    const { message, hint } = AgentError.from(thrown);
    return { kind: 'none', message, hint: hint ?? LOGIN_HINT };
  }
}

const LOGIN_HINT = 'Run gcloud auth application-default login and set GOOGLE_CLOUD_PROJECT';

async function refuse(): Promise<never> {
  throw new AgentError('MODEL_UNREACHABLE', 'Offline');
}

/** Restricts the search to files. */
const noNetwork: Http = { get: refuse, post: refuse, proxyFor: () => undefined };
