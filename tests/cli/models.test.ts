import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench, type RunOptions, type RunResult } from './run-bowline.ts';

const CANARY = 'sk-canary-0123456789abcdef';

let bench: Bench;
let server: Server;
let url: string;
let listener: RequestListener;
let asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];

beforeEach(async () => {
  bench = await openBench();
  asked = [];
  listener = (_, response) => {
    send(response, 200, { data: [{ id: 'gpt-5' }, { id: 'gpt-5-mini' }] });
  };
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await bench.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Runs a command and checks that the key is never shown. */
async function run(argv: readonly string[], more: RunOptions = {}): Promise<RunResult> {
  const result = await bench.run(argv, { key: CANARY, ...more });
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/canary|0123456789/i);
  return result;
}

const providersOf = (stdout: string): string[] => stdout.slice(stdout.indexOf('Providers\n')).split('\n').slice(1);

test('shows the names, the current model and why, prices, and reachable providers', async () => {
  const { code, stdout, stderr } = await run(['models']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Current model: gemini-2\.5-pro \(pro, default; /);
  expect(stdout).toMatch(/^ {2}auto +- +gemini-2\.5-pro or \S+, chosen for each request$/m);
  expect(stdout).toMatch(/^ {2}pro +1\.25 \/ 10\.00 +gemini-2\.5-pro$/m);
  expect(stdout).toMatch(/^ {2}flash-lite +\S+ \/ \S+ +\S+$/m);
  expect(providersOf(stdout)[0]).toMatch(/^ {2}ok +gemini +\$GEMINI_API_KEY +2 models$/);
  expect(stdout).toMatch(/^ {2}no key: .*openai \(OPENAI_API_KEY\), anthropic \(ANTHROPIC_API_KEY\)/m);
});

test('uses the API of each provider', async () => {
  const env = {
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/openai`,
    OPENAI_API_KEY: CANARY,
    ANTHROPIC_BASE_URL: `${url}/anthropic/`,
    ANTHROPIC_API_KEY: CANARY,
  };
  await run(['models'], { env });
  const seen = asked.map(({ path, headers }) => [
    path,
    headers['x-goog-api-key'] ?? headers.authorization ?? headers['x-api-key'],
    headers['anthropic-version'],
  ]);
  expect(seen.sort()).toEqual([
    ['/anthropic/models?limit=1000', CANARY, '2023-06-01'],
    ['/openai/models', `Bearer ${CANARY}`, undefined],
    ['/v1beta/models?pageSize=1000', CANARY, undefined],
  ]);
});

test('headers for the Gemini gateway are sent to no other provider', async () => {
  const env = {
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/openai`,
    OPENAI_API_KEY: 'other',
    GEMINI_CLI_CUSTOM_HEADERS: 'X-Gateway-Key: inner',
  };
  await run(['models'], { env });
  const seen = asked.map(({ path, headers }) => [path.slice(0, 7), headers['x-gateway-key']]);
  expect(seen.sort()).toEqual([
    ['/openai', undefined],
    ['/v1beta', 'inner'],
  ]);
});

test('with a provider, prints only its models, by the names to use', async () => {
  const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: CANARY };
  const { code, stdout, stderr } = await run(['models', 'openai'], { env });
  expect([code, stdout.split('\n').map((line) => line.split(' ')[0])]).toEqual([
    0,
    ['openai/gpt-5', 'openai/gpt-5-mini', ''],
  ]);
  expect(stderr).toContain('key from $OPENAI_API_KEY: 2 models');
  expect(asked).toHaveLength(1);
});

describe('the source of the current model', () => {
  const write = (model: unknown): void => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, 'settings.json'), JSON.stringify({ model: { name: model } }));
  };
  test.each<[string, { readonly words?: readonly string[]; readonly model?: string }, string]>([
    ['the settings', {}, 'gemini-3.5-flash (flash, from ~/settings.json)'],
    ['the environment', { model: 'pro' }, 'gemini-2.5-pro (pro, from $GEMINI_MODEL)'],
    ['the flag', { words: ['-m', 'gemini-2.5-flash'], model: 'pro' }, 'gemini-2.5-flash (from -m)'],
    ['an empty variable says nothing', { model: '' }, 'gemini-3.5-flash (flash, from ~/settings.json)'],
  ])('%s', async (_, { words = [], model }, expected) => {
    write('flash');
    const { stdout } = await run(['models', '--offline', ...words], { env: { GEMINI_MODEL: model } });
    expect(stdout.split('\n')[0]).toBe(`Current model: ${expected}`);
  });
});

describe('reports with a fix', () => {
  const openai = (): RunOptions => ({
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: CANARY, GEMINI_MODEL: 'openai/gpt-5' },
  });

  test('a missing key: exit 41, and no request', async () => {
    const { code, stdout } = await run(['models'], { key: '' });
    expect([code, bench.server.requests]).toEqual([41, []]);
    expect(providersOf(stdout).slice(0, 2)).toEqual([
      '  failed  gemini  -  No API key',
      expect.stringMatching(/^ {4}fix: Set GEMINI_API_KEY, or store one: bowline auth set gemini\. .*https:/) as string,
    ]);
  });

  test.each([
    [
      'OpenAI repeats it',
      401,
      { error: { message: `Incorrect API key provided: ${CANARY}`, code: 'invalid_api_key' } },
    ],
    ['Gemini calls it a bad request', 400, { error: { message: 'bad', details: [{ reason: 'API_KEY_INVALID' }] } }],
  ])('a wrong key: exit 41, without the text of the server (%s)', async (_, status, body) => {
    listener = (_request, response) => {
      send(response, status, body);
    };
    const { code, stdout } = await run(['models'], openai());
    expect(code).toBe(41);
    expect(stdout).toContain(`The key was rejected (HTTP ${status})\n    fix: Set OPENAI_API_KEY to a valid key`);
  });

  test('an invalid stored key, to be stored again', async () => {
    await run(['auth', 'set', 'openai', '--no-check'], { stdin: CANARY });
    listener = (_request, response) => {
      send(response, 401, {});
    };
    const { stdout } = await run(['models'], { env: { OPENAI_BASE_URL: url } });
    expect(stdout).toMatch(/failed +openai +~\/credentials\.json .*\n {4}fix: Store a valid key: bowline auth set/);
  });

  test('a key with invalid characters', async () => {
    const { code, stdout } = await run(['models'], { key: `${CANARY}\n` });
    expect([code, stdout]).toEqual([41, expect.stringContaining('The key contains invalid characters')]);
  });

  test('a 403 with the text of the server, without the key', async () => {
    listener = (_request, response) => {
      send(response, 403, { error: { message: `Enable the API for ${CANARY} at https://x.test` } });
    };
    const { code, stdout } = await run(['models'], openai());
    expect([code, stdout]).toEqual([1, expect.stringContaining('Enable the API for [redacted] at https://x.test')]);
  });

  test.each<[string, readonly [status: number, body: unknown], string]>([
    ['a server in trouble', [503, {}], 'is unavailable (HTTP 503)'],
    ['no quota', [429, { error: { message: 'too many' } }], 'The quota is used up: too many'],
    ['another kind of server', [404, {}], 'did not return a list of models (HTTP 404)'],
    ['a page', [200, 'hello'], 'did not return a list of models (HTTP 200)'],
  ])('%s', async (_, [status, body], expected) => {
    listener = (_request, response) => {
      send(response, status, body);
    };
    const { code, stdout } = await run(['models'], openai());
    expect([code, stdout]).toEqual([1, expect.stringContaining(expected)]);
  });

  test('a server that is not running', async () => {
    const { code, stdout } = await run(['models'], { env: { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1' } });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Nothing is listening at 127.0.0.1:1\n    fix: Start it, or correct $GOOGLE_GEMINI_BASE_URL\n',
    );
  });

  test('an unreachable proxy, without its password', async () => {
    const env = { HTTPS_PROXY: `http://me:${CANARY}@127.0.0.1:1`, GOOGLE_GEMINI_BASE_URL: 'https://model.test' };
    const { code, stdout } = await run(['models'], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Can't reach model\.test through the proxy http:\/\/127\.0\.0\.1:1: .*\n {4}fix: Check HTTPS_P/,
    );
  });

  test('an invalid base URL', async () => {
    const { code, stdout } = await run(['models'], { env: { GOOGLE_GEMINI_BASE_URL: `me:${CANARY}@nowhere` } });
    expect([code, stdout]).toEqual([1, expect.stringContaining('fix: Check the base URL')]);
  });

  test('a model that is not in the list, with the nearest names', async () => {
    const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: CANARY, GEMINI_MODEL: 'openai/gpt-5-mimi' };
    const { code, stdout } = await run(['models'], { env });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('The provider does not list gpt-5-mimi. Did you mean gpt-5-mini'),
    ]);
  });

  test.each([
    [['models', 'openia'], {}, 'Did you mean openai?'],
    [
      ['models'],
      { GEMINI_MODEL: 'openia/gpt-5' },
      'Unknown provider: openia (for the model openia/gpt-5, from $GEMINI_MODEL)',
    ],
    [['models', 'openai', 'gemini'], {}, 'bowline models [PROVIDER]'],
    [['models', '--nope'], {}, 'bowline models [PROVIDER]'],
    [['models', '-o', 'xml'], {}, 'Use text or json'],
  ])('wrong usage %j, with exit 42', async (argv, env, expected) => {
    expect(await run(argv, { env })).toMatchObject({
      code: 42,
      stdout: '',
      stderr: expect.stringContaining(expected) as string,
    });
  });
});

test('--offline sends no request', async () => {
  const { code, stdout } = await run(['models', '--offline']);
  expect([code, bench.server.requests]).toEqual([0, []]);
  expect(stdout).toMatch(/not checked +gemini +\$GEMINI_API_KEY\n/);
});

test.each([[['-o', 'json']], [['--json']]])('%j prints the same as one object', async (format) => {
  const { code, stdout } = await run(['models', 'gemini', ...format]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    asked: { name: 'pro', provider: 'gemini', source: 'default' },
    providers: [
      { name: 'gemini', credential: '$GEMINI_API_KEY', state: 'reachable', models: ['scripted-flash', 'scripted-pro'] },
    ],
  });
});

test('the object includes a failure', async () => {
  const { code, stdout } = await run(['models', 'openai', '-o', 'json']);
  expect(code).toBe(41);
  expect(JSON.parse(stdout)).toMatchObject({
    providers: [{ name: 'openai', state: 'no_key', failure: { reason: 'no_key', message: 'No API key' } }],
  });
});

test('a wait names the provider, and an interrupt ends it', async () => {
  const stop = new AbortController();
  listener = () => {};
  const env = { GOOGLE_GEMINI_BASE_URL: url };
  const watch = (text: string): void => {
    if (text.includes('Waiting for gemini')) stop.abort();
  };
  const running = run(['models', 'gemini'], { env, watch, signal: stop.signal });
  expect(await running).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringMatching(/\r\u001b\[K$/) as string,
  });
});
