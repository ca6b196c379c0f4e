import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttp, type Http } from '../http/create-http.ts';
import { readText } from '../http/read-text.ts';
import { openGoogleAuth } from './google-auth.ts';

interface Seen {
  readonly url: string;
  readonly form: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}
interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

let folder: string;
let server: Server;
let host: string;
let seen: Seen[];
let answer: (seen: Seen) => Answer;
let http: Http;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bowline-auth-'));
  seen = [];
  answer = () => ({ body: { access_token: `t${seen.length}`, expires_in: 3600, token_type: 'Bearer' } });
  server = createServer((request, response) => {
    void readText(request).then((text) => {
      const asked = { url: request.url ?? '', form: new URLSearchParams(text), headers: request.headers };
      seen.push(asked);
      const { status = 200, headers = {}, body } = answer(asked);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = toLocal(host);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Google's library has fixed URLs for tokens; this redirects them to this machine. */
function toLocal(there: string): Http {
  const real = createHttp({ env: {} });
  const moved = (url: string): string =>
    url.replace(/^https:\/\/(oauth2|iamcredentials)\.googleapis\.com|^http:\/\/169\.254\.169\.254/, `http://${there}`);
  return {
    post: async (post) => await real.post({ ...post, url: moved(post.url) }),
    get: async (get) => await real.get({ ...get, url: moved(get.url) }),
    proxyFor: () => undefined,
  };
}

const never = new AbortController().signal;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const person = {
  type: 'authorized_user',
  client_id: 'id',
  client_secret: 'hidden-secret',
  refresh_token: 'hidden-refresh',
  quota_project_id: 'payer',
};
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const service = {
  type: 'service_account',
  project_id: 'its-project',
  private_key_id: 'k1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'robot@its-project.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};

describe('the key of a service account', () => {
  test('signs a request for a token, which is cached', async () => {
    const path = await write('key.json', service);
    const auth = openGoogleAuth({ env: { GOOGLE_APPLICATION_CREDENTIALS: path }, http });
    expect([await auth.token(never), await auth.token(never)]).toEqual(['t1', 't1']);
    expect(seen).toHaveLength(1);
    const form = seen[0]?.form ?? new URLSearchParams();
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? [];
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: service.client_email,
      scope: SCOPE,
      aud: 'https://oauth2.googleapis.com/token',
    });
  });

  test('has a project and account without a request', async () => {
    const path = await write('key.json', service);
    const auth = openGoogleAuth({ env: {}, keyFile: path, http });
    expect(await auth.projectId()).toBe('its-project');
    expect(await auth.quotaProjectId()).toBeUndefined();
    expect(await auth.describe()).toEqual({ kind: 'service_account', where: path, account: service.client_email });
    expect(seen).toEqual([]);
  });

  test('gets another token after a rejected one', async () => {
    const auth = openGoogleAuth({ env: {}, keyFile: await write('key.json', service), http });
    const first = await auth.token(never);
    expect([first, await auth.token(never, first)]).toEqual(['t1', 't2']);
  });
});

describe('the gcloud credentials of a user', () => {
  const wellKnown = 'application_default_credentials.json';

  test('are found by default and refreshed', async () => {
    const path = await write(`gcloud/${wellKnown}`, { ...person, account: 'me@example.com' });
    const auth = openGoogleAuth({ env: { CLOUDSDK_CONFIG: dirname(path) }, http });
    expect(await auth.token(never)).toBe('t1');
    expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      client_id: 'id',
      client_secret: 'hidden-secret',
      refresh_token: 'hidden-refresh',
    });
    expect(await auth.quotaProjectId()).toBe('payer');
    expect(await auth.describe()).toEqual({ kind: 'authorized_user', where: path, account: 'me@example.com' });
  });

  test.runIf(process.platform !== 'win32')('are found in the home folder', async () => {
    await write(`.config/gcloud/${wellKnown}`, person);
    expect(await openGoogleAuth({ env: { HOME: folder }, http }).token(never)).toBe('t1');
  });

  test('use the project of a variable, then that of gcloud, then the quota project', async () => {
    await write(wellKnown, person);
    const env = { CLOUDSDK_CONFIG: folder };
    expect(await openGoogleAuth({ env, http }).projectId()).toBe('payer');
    await write('configurations/config_default', '[core]\naccount = me\nproject = mine\n[compute]\nproject = other\n');
    expect(await openGoogleAuth({ env, http }).projectId()).toBe('mine');
    await write('active_config', 'work\n');
    await write('configurations/config_work', '[compute]\nproject = other\n[core]\nproject=works\n');
    expect(await openGoogleAuth({ env, http }).projectId()).toBe('works');
    expect(await openGoogleAuth({ env: { ...env, GOOGLE_CLOUD_PROJECT: 'named' }, http }).projectId()).toBe('named');
    const quota = openGoogleAuth({ env: { ...env, GOOGLE_CLOUD_QUOTA_PROJECT: 'other' }, http });
    expect(await quota.quotaProjectId()).toBe('other');
  });

  test('are read again after a failure, because the user may sign in meanwhile', async () => {
    const env = { CLOUDSDK_CONFIG: folder };
    await write(wellKnown, { ...person, refresh_token: 'old' });
    answer = ({ form }) =>
      form.get('refresh_token') === 'old'
        ? { status: 400, body: { error: 'invalid_grant' } }
        : { body: { access_token: 'new', expires_in: 3600 } };
    const auth = openGoogleAuth({ env, http });
    await expect(auth.token(never)).rejects.toMatchObject({ code: 'MODEL_AUTH' });
    await write(wellKnown, person);
    expect(await auth.token(never)).toBe('new');
  });
});

test('an account that impersonates another one gets a token for that one', async () => {
  const account = 'other@its-project.iam.gserviceaccount.com';
  const keyFile = await write('adc.json', {
    type: 'impersonated_service_account',
    service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
    source_credentials: person,
  });
  answer = ({ url }) =>
    url === '/token'
      ? { body: { access_token: 'source', expires_in: 3600 } }
      : { body: { accessToken: 'other', expireTime: '2100-01-01T00:00:00Z' } };
  const auth = openGoogleAuth({ env: {}, keyFile, http });
  expect([await auth.token(never), await auth.token(never)]).toEqual(['other', 'other']);
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/token', undefined],
    [`/v1/projects/-/serviceAccounts/${account}:generateAccessToken`, 'Bearer source'],
  ]);
  expect(await auth.describe()).toMatchObject({ account });
});

describe('the metadata server of a Google Cloud machine', () => {
  const flavor = { 'metadata-flavor': 'Google' };
  const pages: Record<string, unknown> = {
    [`/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(SCOPE)}`]: {
      access_token: 'machine',
      expires_in: 3599,
    },
    '/computeMetadata/v1/instance/service-accounts/default/email': 'vm@p.iam.gserviceaccount.com',
    '/computeMetadata/v1/project/project-id': 'the-project',
  };
  beforeEach(() => {
    answer = ({ url, headers }) =>
      headers['metadata-flavor'] === 'Google' && url in pages
        ? { headers: flavor, body: pages[url] }
        : { status: 404, headers: flavor, body: 'not found' };
  });

  test.each(['GCE_METADATA_HOST', 'GCE_METADATA_IP'])('is found at the address in %s', async (variable) => {
    const auth = openGoogleAuth({ env: { [variable]: host, ALL_PROXY: 'http://127.0.0.1:1' } });
    expect([await auth.token(never), await auth.token(never)]).toEqual(['machine', 'machine']);
    expect(seen).toHaveLength(1);
    expect([await auth.projectId(), await auth.quotaProjectId()]).toEqual(['the-project', undefined]);
    expect(await auth.describe()).toEqual({ kind: 'compute', where: host, account: 'vm@p.iam.gserviceaccount.com' });
  });

  test('is found at its default address if there is no file', async () => {
    expect(await openGoogleAuth({ env: { CLOUDSDK_CONFIG: folder }, http }).token(never)).toBe('machine');
  });

  test('without an account reports what the machine needs', async () => {
    answer = () => ({ status: 404, headers: flavor, body: 'no account' });
    await expect(openGoogleAuth({ env: {}, http }).token(never)).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      hint: expect.stringContaining('service account') as string,
    });
  });

  test('with a server error is retryable', async () => {
    answer = () => ({ status: 503, headers: flavor, body: 'later' });
    await expect(openGoogleAuth({ env: {}, http }).token(never)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      retryable: true,
    });
  });

  test.each<[string, () => void]>([
    ['is another server', () => (answer = () => ({ body: '<html>log in to this network</html>' }))],
    ['does not respond', () => server.close()],
  ])('that %s means that there are no credentials', async (_, arrange) => {
    arrange();
    await expect(openGoogleAuth({ env: {}, http }).token(never)).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      message: 'No Google credentials on this machine',
      hint: expect.stringContaining('gcloud auth application-default login') as string,
    });
  });

  test('that is configured and does not respond is a network error', async () => {
    server.close();
    await once(server, 'close');
    await expect(openGoogleAuth({ env: { GCE_METADATA_HOST: host } }).token(never)).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      retryable: true,
    });
  });
});

describe('an error has a code and a hint, and shows no secret, for', () => {
  const failure = async (content: unknown): Promise<{ code: string; message: string; hint: string }> => {
    const keyFile = await write('adc.json', content);
    const thrown: unknown = await openGoogleAuth({ env: {}, keyFile, http })
      .token(never)
      .catch((error: unknown) => error);
    return thrown as { code: string; message: string; hint: string };
  };

  test.each<[string, unknown, Answer, string, RegExp]>([
    [
      'an expired sign-in',
      person,
      { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } },
      'MODEL_AUTH',
      /invalid_grant: Token has been expired/,
    ],
    [
      'a deleted account key',
      service,
      { status: 401, body: { error: 'invalid_client' } },
      'MODEL_AUTH',
      /invalid_client/,
    ],
    ['a Google outage', person, { status: 503, body: 'oops' }, 'MODEL_UNAVAILABLE', /503/],
    ['a response without a token', person, { body: {} }, 'MODEL_AUTH', /./],
    ['an invalid file', 'hidden-secret {', { body: {} }, 'MODEL_AUTH', /adc.json are not a credential file/],
    ['a file of an unknown kind', { type: 'hieroglyph' }, { body: {} }, 'MODEL_AUTH', /adc.json cannot be used/],
    [
      'an invalid key',
      { ...service, private_key: 'hidden-secret' },
      { body: {} },
      'MODEL_AUTH',
      /adc.json cannot be used/,
    ],
  ])('%s', async (...[, content, answered, code, words]) => {
    answer = () => answered;
    const thrown = await failure(content);
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(words) as string });
    expect(thrown.hint).toContain(code === 'MODEL_AUTH' ? 'gcloud auth application-default login' : 'Try again');
    expect(JSON.stringify([thrown.message, thrown.hint, Object.entries(thrown)])).not.toContain('hidden');
  });

  test('a server that does not listen', async () => {
    server.close();
    await once(server, 'close');
    for (const content of [person, service])
      expect(await failure(content)).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: true });
  });

  test('a configured file that does not exist', async () => {
    const auth = openGoogleAuth({ env: { GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'none.json') }, http });
    await expect(auth.token(never)).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      message: expect.stringContaining('none.json cannot be read (ENOENT)') as string,
    });
  });

  test('an abort, except that it is an AbortError', async () => {
    const stop = new AbortController();
    answer = (asked) => {
      stop.abort();
      return { body: { access_token: asked.url, expires_in: 1 } };
    };
    const auth = openGoogleAuth({ env: {}, keyFile: await write('adc.json', person), http });
    await expect(auth.token(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
