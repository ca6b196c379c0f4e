import { AgentError } from '@bowline/protocol';
import type { AuthClient } from 'google-auth-library';
import type { Http } from '../http/create-http.ts';
import { toFetch } from '../http/to-fetch.ts';
import type { CredentialFile, CredentialJson } from './credential-file.ts';
import { LOGIN_HINT, toAuthError } from './to-auth-error.ts';
import { SCOPE, type Credentials, type MintedToken } from './token-source.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const TIMEOUT_MS = 30_000;
/** For a token without an expiry time. */
const LIFETIME_MS = 600_000;

/**
 * Credentials from a file, of any kind that Google's library supports.
 *
 * The library does not search for anything itself: it gets the file and our network access, so that it uses the same
 * proxy and certificates as every other request.
 */
export function createFileCredentials({ path, json }: CredentialFile, http: Http): Credentials {
  return {
    quotaProjectId: json.quota_project_id,
    projectId: async () => json.project_id,
    describe: async () => ({ kind: json.type, where: path, account: accountOf(json) }),
    mint: async () => {
      try {
        return await mint(json, http);
      } catch (thrown) {
        throw toAuthError(thrown, { who: path, url: TOKEN_URL, proxy: http.proxyFor(TOKEN_URL) });
      }
    },
  };
}

/** Creates a new client each time, so that no client caches a token: only `TokenCache` does, for every kind. */
async function mint(json: CredentialJson, http: Http): Promise<MintedToken> {
  const client = await createClient(json, http);
  const { token } = await client.getAccessToken();
  if (typeof token !== 'string' || token === '')
    throw new AgentError('MODEL_AUTH', 'Google answered without a token', { hint: LOGIN_HINT });
  const { expiry_date: expiresAt } = client.credentials;
  return { token, expiresAt: expiresAt ?? Date.now() + LIFETIME_MS };
}

async function createClient(json: CredentialJson, http: Http): Promise<AuthClient> {
  const { GoogleAuth, Impersonated } = await import('./google-auth-library.ts');
  const source = json.source_credentials;
  if (json.type === 'impersonated_service_account' && source !== undefined)
    // The library would create the source client without our network access.
    return new Impersonated({
      sourceClient: await createClient(source, http),
      targetPrincipal: accountOf(json) ?? '',
      targetScopes: [SCOPE],
      delegates: json.delegates ?? [],
    });
  // Model requests have their own retries; retrying here as well would multiply them.
  const transporterOptions = { fetchImplementation: toFetch(http), timeout: TIMEOUT_MS, retryConfig: { retry: 0 } };
  return await new GoogleAuth({
    credentials: json,
    scopes: [SCOPE],
    clientOptions: { transporterOptions },
  }).getClient();
}

/** Returns the account; a user's file may not contain it. */
function accountOf(json: CredentialJson): string | undefined {
  const impersonated = /([^/]+):generateAccessToken$/.exec(json.service_account_impersonation_url ?? '')?.[1];
  return impersonated ?? json.client_email ?? (json.account === '' ? undefined : json.account);
}
