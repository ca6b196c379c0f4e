import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBench, type Bench } from '../cli/run-bowline.ts';
import { openTestServer, TOKEN, type TestServer } from './open-test-server.ts';

let bench: Bench;
let server: TestServer;
const env = { BOWLINE_TOKEN: TOKEN };

beforeEach(async () => {
  bench = await openBench(answer.text('hello'), answer.text('hello again'));
  server = await openTestServer();
  expect((await bench.run(['-p', 'hi', '--session-id', 'mine'])).code).toBe(0);
});
afterEach(async () => {
  await server.close();
  await bench.close();
});

test('a session is pushed, locked here, listed as moved, pulled and resumed', async () => {
  const pushed = await bench.run(['sessions', 'push', server.url, 'mine'], { env });
  expect(pushed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Moved mine to ${server.url}`) as string,
  });
  expect(pushed.stderr).toContain(`The session works in ${bench.workspace}`);
  expect((await server.remote.list()).map(({ sessionId }) => sessionId)).toEqual(['mine']);

  const refused = await bench.run(['-r', 'mine', '-p', 'more']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain(`bowline sessions pull ${server.url} mine`);
  expect((await bench.run(['sessions', 'list'])).stdout).toContain('moved');
  expect((await bench.run(['sessions', 'push', server.url, 'mine'], { env })).stdout).toContain('was already moved');

  const file = join(bench.home, 'token');
  writeFileSync(file, `${TOKEN}\n`);
  const pulled = await bench.run(['sessions', 'pull', server.url, 'mine', '--token-file', file]);
  expect(pulled).toMatchObject({ code: 0, stdout: `Moved mine here from ${server.url}\n` });
  expect(await bench.run(['-r', 'mine', '-p', 'more'])).toMatchObject({ code: 0, stdout: 'hello again\n' });
});

test.each([
  ['no token', ['push', 'URL', 'mine'], {}, 'BOWLINE_TOKEN'],
  ['a wrong token', ['push', 'URL', 'mine'], { BOWLINE_TOKEN: 'wrong' }, 'Missing or invalid token'],
  ['no server', ['push', 'mine'], env, 'Missing server URL'],
  ['no session', ['push', 'URL'], env, 'Missing session'],
  ['a session that is not here', ['push', 'URL', 'other'], env, 'Session not found: other'],
  ['a session that is not there', ['pull', 'URL', 'other'], env, 'Session not found: other'],
])('%s is reported, and nothing moves', async (...[, words, variables, said]) => {
  const argv = ['sessions', ...words.map((word) => (word === 'URL' ? server.url : word))];
  const run = await bench.run(argv, { env: variables });
  expect(run.code).not.toBe(0);
  expect(run.stderr).toContain(said);
  expect((await bench.run(['sessions', 'list'])).stdout).not.toContain('moved');
});

test('a push that only completed locally leaves no writer until it is repeated or canceled', async () => {
  const narrow = await openTestServer({ limits: { importBytes: 100 } });
  const cut = await bench.run(['sessions', 'push', narrow.url, 'mine'], { env });
  expect(cut.stderr).toContain('The move did not finish');
  expect(cut.stderr).toContain(`bowline sessions push ${narrow.url} mine`);
  expect(await narrow.remote.list()).toEqual([]);
  expect((await bench.run(['-r', 'mine', '-p', 'more'])).code).not.toBe(0);

  const abandon = ['sessions', 'pull', narrow.url, 'mine', '--abandon'];
  expect(await bench.run(abandon, { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('again') as string,
  });
  expect(await bench.run(abandon, { env })).toMatchObject({ code: 0, stdout: 'mine is already here\n' });
  expect(await bench.run(['-r', 'mine', '-p', 'more'])).toMatchObject({ code: 0, stdout: 'hello again\n' });
  await narrow.close();
});
