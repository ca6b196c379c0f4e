import { createHttp, type Http } from '../http/create-http.ts';
import { readVariable, type Environment } from '../http/environment.ts';
import { readCredentialFile, readGcloudProject } from './credential-file.ts';
import { createFileCredentials } from './file-credentials.ts';
import { createMetadataCredentials } from './metadata-credentials.ts';
import { TokenCache } from './token-cache.ts';
import type { Credentials, TokenSource } from './token-source.ts';

/** Where to look for Google's credentials. */
export interface GoogleAuthOptions {
  readonly env: Environment;
  /** A credential file instead of the one in the environment variables. */
  readonly keyFile?: string | undefined;
  readonly http?: Http | undefined;
}

/**
 * Google's application default credentials: a configured file, the one that gcloud wrote, or the service account of the
 * machine. They are searched on first use, and again after a failure, because the user may sign in meanwhile.
 */
export function openGoogleAuth({ env, keyFile, http = createHttp({ env }) }: GoogleAuthOptions): TokenSource {
  const machine = createMetadataCredentials(env, http);
  let found: Promise<Credentials> | undefined;
  const find = async (): Promise<Credentials> => {
    const file = await readCredentialFile({ env, keyFile });
    return file === undefined ? machine : createFileCredentials(file, http);
  };
  const use = async <Value>(what: (credentials: Credentials) => Value | Promise<Value>): Promise<Value> => {
    try {
      found ??= find();
      return await what(await found);
    } catch (thrown) {
      found = undefined;
      throw thrown;
    }
  };
  const cache = new TokenCache(async () => await use((credentials) => credentials.mint()));
  return {
    token: async (signal, refused) => await cache.token(signal, refused),
    projectId: async () =>
      readVariable(env, 'GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT') ??
      (await use(
        async (credentials) =>
          (await credentials.projectId()) ?? (await readGcloudProject(env)) ?? credentials.quotaProjectId,
      )),
    quotaProjectId: async () =>
      readVariable(env, 'GOOGLE_CLOUD_QUOTA_PROJECT') ?? (await use((credentials) => credentials.quotaProjectId)),
    describe: async () => await use(async (credentials) => await credentials.describe()),
  };
}
