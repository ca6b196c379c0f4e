import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askRestate } from './ask-restate.ts';

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-ask-'));
  server = createServer((request, response) => {
    if (request.url === '/silent') return;
    void text(request).then((body) => {
      const { method, url, headers } = request;
      const status = url === '/empty' ? 204 : 202;
      response.writeHead(status).end(status === 204 ? undefined : [method, url, headers['x-a'], body].join(' '));
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'admin.sock'), resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string, file = 'admin.sock'): { address: string; path: string } => ({
  address: `unix:${join(folder, file)}`,
  path,
});

test('sends method, path, headers and body over the socket', async () => {
  const response = await askRestate(at('/query?x=1'), { method: 'POST', headers: { 'x-a': 'b' }, body: 'é' });
  expect([response.status, await response.text()]).toEqual([202, 'POST /query?x=1 b é']);
  expect((await askRestate(at('/empty'), { method: 'PATCH' })).status).toBe(204);
});

test('reports a missing or silent socket as an unreachable engine', async () => {
  const failed = { code: 'STORE_FAILED', retryable: true };
  await expect(askRestate(at('/', 'none.sock'), { method: 'GET' })).rejects.toMatchObject(failed);
  await expect(askRestate(at('/silent'), { method: 'GET', timeoutMs: 50 })).rejects.toMatchObject(failed);
});
