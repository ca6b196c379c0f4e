import { describe, expect, it } from 'vitest';
import { openStatusPort } from './open-status-port.ts';

describe('the status port', () => {
  it('reports the state of the process to clients with the token', async () => {
    let isReady = true;
    const port = await openStatusPort({
      port: 0,
      token: 'a-token',
      isReady: async () => isReady,
      toMetrics: () => 'metric 1\n',
    });
    const ask = async (path: string, token?: string, method = 'GET'): Promise<string> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(`http://127.0.0.1:${port.port}${path}`, { headers, method });
      return `${response.status} ${(await response.text()).trim()}`;
    };
    for (const path of ['/healthz', '/readyz', '/metrics', '/']) {
      expect(await ask(path)).toMatch(/^401/);
      expect(await ask(path, 'another')).toMatch(/^401/);
    }
    expect(await ask('/healthz', 'a-token')).toBe('200 ok');
    expect(await ask('/readyz', 'a-token')).toBe('200 ready');
    isReady = false;
    expect(await ask('/readyz', 'a-token')).toBe('503 not ready');
    expect(await ask('/metrics', 'a-token')).toBe('200 metric 1');
    expect(await ask('/metrics', 'a-token', 'POST')).toMatch(/^405/);
    expect(await ask('/', 'a-token')).toMatch(/^404/);
    await port.close();
  });
});
