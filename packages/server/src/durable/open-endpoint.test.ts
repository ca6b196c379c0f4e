import { connect, constants } from 'node:http2';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createIdentityKey } from './identity-key.ts';
import { openEndpoint, type Endpoint } from './open-endpoint.ts';
import { createSessionObject } from './session-object.ts';

describe('openEndpoint', () => {
  let runs = 0;
  let endpoint: Endpoint | undefined;
  const object = createSessionObject(async () => {
    runs += 1;
    return 'done';
  });
  afterEach(async () => {
    await endpoint?.close();
    endpoint = undefined;
  });

  async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
    const session = connect(`http://127.0.0.1:${endpoint?.port ?? 0}`);
    try {
      const request = session.request({ ':method': method, ':path': path, ...headers });
      const answered = once(request, 'response') as Promise<[Record<string, number>]>;
      request.end();
      const [response] = await answered;
      return response[constants.HTTP2_HEADER_STATUS] ?? 0;
    } finally {
      session.destroy();
    }
  }

  it.each([
    ['discovery', ['GET', '/discover'], { accept: 'application/vnd.restate.endpointmanifest.v3+json' }],
    ['an invocation', ['POST', '/invoke/Session/run'], { 'content-type': 'application/vnd.restate.invocation.v6' }],
  ] as const)('rejects %s without a valid signature', async (_name, [method, path], headers) => {
    endpoint = await openEndpoint({ object, identityKeys: [createIdentityKey().publicKey] });
    expect(await ask(method, path, headers)).toBe(401);
    const forged = { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': 'e30.e30.AAAA' };
    expect(await ask(method, path, { ...headers, ...forged })).toBe(401);
    expect(runs).toBe(0);
  });

  it('does not open without an identity key', async () => {
    await expect(openEndpoint({ object, identityKeys: [] })).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  });
});
