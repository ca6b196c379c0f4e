import type { IncomingMessage } from 'node:http';
import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { toNetworkError } from '../failures/network-error.ts';
import type { Http } from '../http/create-http.ts';
import { readVariable, type Environment } from '../http/environment.ts';
import { readText } from '../http/read-text.ts';
import { LOGIN_HINT } from './to-auth-error.ts';
import { SCOPE, type Credentials } from './token-source.ts';

const FLAVOR = 'metadata-flavor';
const ACCOUNT = 'instance/service-accounts/default';
/** On Google Cloud it responds in milliseconds. Elsewhere there may be no response. */
const TIMEOUT_MS = 3000;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/**
 * The service account of a Google Cloud machine (Compute Engine, Cloud Run, GKE), read from its metadata server.
 *
 * Not through Google's library, whose metadata client reads only the process's environment, sends link-local requests
 * through the proxy, cannot be aborted, and prints warnings on the terminal if there is no such server.
 */
export function createMetadataCredentials(env: Environment, http: Http): Credentials {
  const named = readVariable(env, 'GCE_METADATA_IP', 'GCE_METADATA_HOST');
  const host = named ?? '169.254.169.254';
  const root = `${/^https?:\/\//.test(host) ? host : `http://${host}`}/computeMetadata/v1`;
  let isKnown = named !== undefined;
  const ask = async (path: string): Promise<string> => {
    const url = `${root}/${path}`;
    let answer: IncomingMessage;
    try {
      answer = await http.get({ url, headers: { [FLAVOR]: 'Google' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (thrown) {
      throw isKnown ? toNetworkError(thrown, { model: 'the metadata server', url }) : noCredentials();
    }
    const text = await readText(answer);
    if (answer.headers[FLAVOR] !== 'Google') throw noCredentials();
    isKnown = true;
    const { statusCode = 0 } = answer;
    if (statusCode !== 200) throw toMetadataError(statusCode, text);
    return text;
  };
  return {
    quotaProjectId: undefined,
    projectId: async () => await ask('project/project-id'),
    describe: async () => ({ kind: 'compute', where: host, account: await ask(`${ACCOUNT}/email`) }),
    mint: async () => {
      const parsed = tokenSchema.safeParse(
        parseJson(await ask(`${ACCOUNT}/token?scopes=${encodeURIComponent(SCOPE)}`)),
      );
      if (!parsed.success) throw toMetadataError(200, 'not a token');
      const { access_token: token, expires_in: seconds } = parsed.data;
      return { token, expiresAt: Date.now() + seconds * 1000 };
    },
  };
}

function noCredentials(): AgentError {
  return new AgentError('MODEL_AUTH', 'No Google credentials on this machine', { hint: LOGIN_HINT });
}

function toMetadataError(status: number, text: string): AgentError {
  const said = text.slice(0, 200).trim();
  if (status === 429 || status >= 500)
    return new AgentError(
      'MODEL_UNAVAILABLE',
      `The metadata server has no token at the moment: HTTP ${status} ${said}`,
      {
        hint: 'Try again',
        retryable: true,
        details: { status },
      },
    );
  return new AgentError('MODEL_AUTH', `The metadata server returned no token: HTTP ${status} ${said}`, {
    hint: `Give this machine a service account that may use Vertex AI. Without one: ${LOGIN_HINT}`,
    details: { status },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
