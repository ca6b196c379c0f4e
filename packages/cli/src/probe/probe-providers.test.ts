import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { createHttp, type Http } from '@bowline/models';
import { expect, onTestFinished, test } from 'vitest';
import { resolveSettings } from '@bowline/settings';
import { toEnvironmentLayer } from '@bowline/settings';
import { inspectModels } from '@bowline/providers';
import { probeProviders, type ProviderProbe } from './probe-providers.ts';

/** A folder that does not exist, whatever else is on the machine. */
const NO_HOME = join(import.meta.dirname, 'no-such-folder/.bowline');

const never = new AbortController().signal;

/** A network on which every request fails with this error. */
function fails(thrown: unknown, proxy?: string): Http {
  const refuse = async (): Promise<never> => {
    throw thrown;
  };
  return { get: refuse, post: refuse, proxyFor: () => proxy };
}

const failure = (code: string, message = code): Error => Object.assign(new Error(message), { code });

async function probe(
  http: Http,
  { only, env = {} }: { only?: readonly string[]; env?: Record<string, string> } = {},
): Promise<readonly ProviderProbe[]> {
  const all = { GEMINI_API_KEY: 'k', ...env };
  const inspection = inspectModels(resolveSettings([toEnvironmentLayer(all)]), {
    env: all,
    bowlineHome: NO_HOME,
  });
  return await probeProviders(inspection, { http, only, signal: never, timeoutMs: 50 });
}

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'no_network'],
  ['EAI_AGAIN', 'no_network'],
  ['ENETUNREACH', 'no_network'],
  ['ETIMEDOUT', 'timeout'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['EPROTO', 'no_network'],
])('reports %s as %s, with a hint', async (code, reason) => {
  const [found] = await probe(fails(failure(code)), { only: ['gemini'] });
  expect(found?.outcome).toMatchObject({
    state: 'unreachable',
    failure: { reason, hint: expect.any(String) as string },
  });
});

test.each([
  ['a refused connection', failure('ECONNREFUSED'), 'proxy'],
  ['an error of the proxy itself', new AgentError('MODEL_UNREACHABLE', 'the proxy p asks', { hint: 'x' }), 'proxy'],
  ['a certificate of the proxy', failure('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate'],
])('through a proxy, reports %s as %s', async (_, thrown, reason) => {
  const [found] = await probe(fails(thrown, 'http://p:3128'), { only: ['gemini'] });
  expect(found?.outcome).toMatchObject({ failure: { reason } });
});

test('gives up after the timeout', async () => {
  const silent: Http = {
    get: async ({ signal }) =>
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      }),
    post: async () => await Promise.reject(new Error('unexpected POST')),
    proxyFor: () => undefined,
  };
  const [found] = await probe(silent, { only: ['gemini'] });
  expect(found?.outcome).toMatchObject({
    failure: { reason: 'timeout', message: expect.stringContaining('0.05 s') as string },
  });
});

test('a local server that is not running is no failure, unless it was requested or configured', async () => {
  const refused = fails(failure('ECONNREFUSED'));
  const stateOf = (probes: readonly ProviderProbe[]): string | undefined =>
    probes.find(({ name }) => name === 'ollama')?.outcome.state;
  expect(stateOf(await probe(refused))).toBe('not_running');
  expect(stateOf(await probe(refused, { only: ['ollama'] }))).toBe('unreachable');
  expect(stateOf(await probe(refused, { env: { GEMINI_MODEL: 'ollama/llama' } }))).toBe('unreachable');
  expect(stateOf(await probe(refused, { env: { OLLAMA_BASE_URL: 'http://10.0.0.1/v1' } }))).toBe('unreachable');
});

test('queries Vertex with a token and for the billed project', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-vertex-'));
  const keyFile = join(folder, 'adc.json');
  writeFileSync(
    keyFile,
    JSON.stringify({ type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r' }),
  );
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push([request.url, request.headers.authorization, request.headers['x-goog-user-project']]);
    const token = { access_token: 't1', expires_in: 3600, token_type: 'Bearer' };
    const list = { publisherModels: [{ name: 'publishers/google/models/gemini-2.5-pro' }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/token' ? token : list));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = createHttp({ env: {} });
  // The token address in Google's library cannot be changed.
  const moved = (url: string): string => url.replace('https://oauth2.googleapis.com', here);
  const http: Http = {
    get: async (get) => await real.get({ ...get, url: moved(get.url) }),
    post: async (post) => await real.post({ ...post, url: moved(post.url) }),
    proxyFor: () => undefined,
  };
  const env = { GOOGLE_APPLICATION_CREDENTIALS: keyFile, GOOGLE_CLOUD_PROJECT: 'mine', GOOGLE_VERTEX_BASE_URL: here };
  const inspection = inspectModels(resolveSettings([]), { env, bowlineHome: NO_HOME });
  const [found] = await probeProviders(inspection, { http, only: ['vertex'], signal: never });
  expect(found).toMatchObject({ credential: keyFile, outcome: { state: 'reachable', models: ['gemini-2.5-pro'] } });
  expect(asked.slice(1)).toEqual([['/v1beta1/publishers/google/models?pageSize=300', 'Bearer t1', 'mine']]);
});
