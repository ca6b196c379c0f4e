import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from './create-http.ts';

test('handles an abort that arrives with the last bytes', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('all of it'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lost: unknown[] = [];
  const note = (thrown: unknown): void => void lost.push(thrown);
  process.prependListener('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    server.close();
    server.closeAllConnections();
  });
  const { signal, abort } = createAbort();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await createHttp({ env: {} }).post({ url, body: [Buffer.from('a')], signal });
  answer.on('error', () => undefined).on('data', abort);
  await once(answer, 'close');
  await new Promise(setImmediate);
  expect(lost).toEqual([]);
});

function createAbort(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
