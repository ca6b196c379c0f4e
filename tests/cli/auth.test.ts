import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench, type RunOptions, type RunResult } from './run-bowline.ts';

const CANARY = 'sk-canary-0123456789abcdef';

let bench: Bench;
let file: string;
beforeEach(async () => {
  bench = await openBench();
  file = join(bench.home, 'credentials.json');
});
afterEach(async () => {
  await bench.close();
});

/** Runs a command and checks that the key is never shown and no request is sent. */
async function run(argv: readonly string[], more: RunOptions = {}): Promise<RunResult> {
  const result = await bench.run(argv, { key: '', ...more });
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/canary|0123456789/i);
  expect(bench.server.requests).toEqual([]);
  return result;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const keysIn = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('status', () => {
  test('without keys shows where to get each, which is needed now, and exits with 41', async () => {
    const { code, stdout } = await run(['auth']);
    expect(code).toBe(41);
    expect(stdout).toMatch(
      /^ {2}gemini +GEMINI_API_KEY +https:\/\/aistudio\.google\.com\/apikey\n +needed for pro \(current\)/m,
    );
    expect(stdout).toMatch(/^ {2}openai +OPENAI_API_KEY +https:/m);
    expect(stdout).toMatch(/^ {2}vertex +GOOGLE_CLOUD_PROJECT +and run gcloud auth application-default login$/m);
    expect(stdout).toMatch(/^No key needed: ollama, lmstudio, vllm$/m);
    expect(stdout).toContain('bowline auth set NAME');
  });

  test('shows all sources of a key and which one is used', async () => {
    await run(['auth', 'set', 'gemini', '--no-check'], { stdin: CANARY });
    const { code, stdout } = await run(['auth', 'status'], {
      key: CANARY,
      env: { GOOGLE_API_KEY: CANARY, OPENAI_API_KEY: '' },
    });
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'Found',
      '  gemini  $GEMINI_API_KEY     ••••cdef used for pro (current)',
      '          $GOOGLE_API_KEY     not used: $GEMINI_API_KEY takes precedence',
      '          ~/credentials.json  not used: $GEMINI_API_KEY takes precedence',
    ]);
    expect(stdout).toMatch(/^ {2}openai +OPENAI_API_KEY/m);
  });

  test('reports a file that others can read, with a fix', async () => {
    await run(['auth', 'set', 'gemini', '--no-check'], { stdin: CANARY });
    chmodSync(file, 0o644);
    const { stdout } = await run(['auth']);
    expect(stdout).toContain('problem: Other users of this machine can read ~/credentials.json\n  fix: chmod 600 ~/');
    expect(JSON.parse((await run(['auth', '--json'])).stdout)).toMatchObject({ file: { isExposed: true } });
    chmodSync(file, 0o600);
    expect((await run(['auth'])).stdout).not.toContain('problem');
  });

  test('names a key of an unknown provider, which can be removed', async () => {
    mkdirSync(bench.home);
    writeFileSync(file, JSON.stringify({ gone: { apiKey: CANARY } }), { mode: 0o600 });
    expect((await run(['auth'])).stdout).toContain('bowline auth rm gone');
    expect((await run(['auth', 'rm', 'gone'])).stdout).toMatch(/^Removed the API key for gone /);
    expect(keysIn()).toEqual({});
  });

  test('reports a broken file without showing its contents', async () => {
    mkdirSync(bench.home);
    writeFileSync(file, `{"gemini": {"apiKey": "${CANARY}"`);
    const { code, stderr } = await run(['auth']);
    expect([code, stderr]).toEqual([42, expect.stringMatching(/Cannot read .*credentials\.json\n {2}.+/)]);
  });

  test('prints the same as one object with -o json', async () => {
    const { stdout } = await run(['auth', '-o', 'json'], { key: CANARY });
    const body = JSON.parse(stdout) as { providers: { name: string }[] };
    expect(body).toMatchObject({ asked: { provider: 'gemini' }, file: { path: file, isThere: false }, strays: [] });
    expect(body.providers.slice(0, 3)).toMatchObject([
      { name: 'gemini', places: ['$GEMINI_API_KEY'] },
      { name: 'vertex', places: [] },
      { name: 'openai', places: [], variables: ['OPENAI_API_KEY'], keyUrl: expect.stringMatching(/^https/) as string },
    ]);
  });
});

describe('Vertex with Google credentials', () => {
  const write = (name: string, content: object): string => {
    mkdirSync(bench.home, { recursive: true });
    const path = join(bench.home, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const person = { type: 'authorized_user', client_id: 'i', client_secret: CANARY, refresh_token: CANARY };

  test('finds the credentials of gcloud, with account, project and location', async () => {
    write('application_default_credentials.json', { ...person, account: 'me@x.test' });
    const env = { CLOUDSDK_CONFIG: bench.home, GOOGLE_CLOUD_PROJECT: 'mine', GOOGLE_CLOUD_LOCATION: 'eu' };
    const { stdout } = await run(['auth'], { env });
    expect(stdout).toMatch(
      /^ {2}vertex +~\/application_default_credentials\.json\n +me@x\.test, project mine, location eu$/m,
    );
  });

  test('needs a project', async () => {
    write('application_default_credentials.json', person);
    const env = { CLOUDSDK_CONFIG: bench.home, GEMINI_MODEL: 'vertex/gemini-2.5-pro' };
    const { code, stdout } = await run(['auth'], { env });
    expect([code, stdout]).toEqual([41, expect.stringContaining('no project: set GOOGLE_CLOUD_PROJECT')]);
  });

  test('reports a configured file that does not exist', async () => {
    const env = { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_APPLICATION_CREDENTIALS: '/nowhere.json' };
    const { code, stdout } = await run(['auth'], { key: CANARY, env });
    expect(code).toBe(41);
    expect(stdout).toMatch(
      /gemini \(Vertex AI\) .*\n +The Google credentials in \/nowhere\.json cannot be read \(ENOENT\): /,
    );
  });
});

describe('set', () => {
  test('stores piped input, trimmed, readable only by its owner', async () => {
    const { code, stdout, stderr } = await run(['auth', 'set', 'openai', '--no-check'], { stdin: ` ${CANARY}\n` });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('Stored the API key for openai in ~/credentials.json (not tested)\n');
    expect(keysIn()).toEqual({ openai: { apiKey: CANARY } });
    expect([modeOf(file), modeOf(bench.home)]).toEqual([0o600, 0o700]);
  });

  test('restricts a file that others could read, and keeps its other keys', async () => {
    await run(['auth', 'set', 'openai', '--no-check'], { stdin: CANARY });
    chmodSync(file, 0o666);
    await run(['auth', 'set', 'anthropic', '--no-check'], { stdin: CANARY });
    expect([modeOf(file), keysIn()]).toEqual([0o600, { openai: { apiKey: CANARY }, anthropic: { apiKey: CANARY } }]);
  });

  test('warns if an environment variable takes precedence', async () => {
    const more = { stdin: CANARY, key: CANARY };
    expect((await run(['auth', 'set', 'gemini', '--no-check'], more)).stderr).toContain(
      '$GEMINI_API_KEY is set and takes precedence',
    );
    const { stdout } = await run(['auth', 'set', 'gemini', '--no-check', '--json'], more);
    expect(JSON.parse(stdout)).toEqual({ provider: 'gemini', path: file, outrankedBy: '$GEMINI_API_KEY' });
  });

  test.each<[string, { readonly words: readonly string[]; readonly stdin?: string }, string]>([
    ['at a terminal', { words: ['openai'] }, 'echo "$KEY" | bowline auth set openai'],
    ['nothing', { words: ['openai'], stdin: '\n' }, 'The key is empty'],
    ['two words', { words: ['openai'], stdin: `${CANARY} ${CANARY}` }, 'space or a line break'],
    ['quotes', { words: ['openai'], stdin: `"${CANARY}"` }, 'without quotes'],
    ['letters that cannot be sent', { words: ['openai'], stdin: `${CANARY}ü` }, 'invalid characters'],
    ['a key on the command line', { words: ['openai', CANARY] }, 'Do not put a key on the command line'],
    ['a provider that is not there', { words: ['openay'], stdin: CANARY }, 'Did you mean openai?'],
    ['a name that objects have by themselves', { words: ['__proto__'], stdin: CANARY }, 'Unknown provider: __proto__'],
    ['a provider that takes no key', { words: ['vertex'], stdin: CANARY }, 'gcloud auth application-default login'],
    ['nobody', { words: [], stdin: CANARY }, 'Missing provider'],
  ])('%s: exit 42, and nothing is stored', async (_, { words, ...more }, expected) => {
    const { code, stderr } = await run(['auth', 'set', ...words], more);
    expect([code, stderr]).toEqual([42, expect.stringContaining(expected)]);
    expect(existsSync(file)).toBe(false);
  });

  test('tests a key with one request before storing it', async () => {
    const env = { GOOGLE_GEMINI_BASE_URL: bench.server.url };
    const { code, stdout } = await bench.run(['auth', 'set', 'gemini'], { stdin: CANARY, key: '', env });
    expect([code, stdout]).toEqual([0, 'Stored the API key for gemini in ~/credentials.json. It works\n']);
    expect(keysIn()).toEqual({ gemini: { apiKey: CANARY } });
  });

  test('does not store a rejected key, and keeps the previous one', async () => {
    const server = createServer((_request, response) => response.writeHead(401).end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await run(['auth', 'set', 'gemini', '--no-check'], { stdin: `${CANARY}-old` });
    const { code, stderr } = await run(['auth', 'set', 'gemini'], {
      stdin: CANARY,
      env: { GOOGLE_GEMINI_BASE_URL: url },
    });
    server.close();
    expect([code, stderr]).toEqual([41, expect.stringContaining('gemini rejected the key, so it was not stored')]);
    expect(keysIn()).toEqual({ gemini: { apiKey: `${CANARY}-old` } });
  });

  test.each(['--no-check', '--offline'])('stores a key without a request for %s', async (option) => {
    const env = { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' };
    expect((await run(['auth', 'set', 'gemini', option], { stdin: CANARY, env })).code).toBe(0);
    expect(keysIn()).toEqual({ gemini: { apiKey: CANARY } });
  });

  test('does not store a key that cannot be tested, and says how to store it anyway', async () => {
    const env = { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await run(['auth', 'set', 'gemini'], { stdin: CANARY, env });
    expect(code).not.toBe(0);
    expect(stderr).toContain('Could not test the key, so it was not stored');
    expect(stderr).toContain('bowline auth set gemini --no-check');
    expect(existsSync(file)).toBe(false);
  });

  test('reports a folder that cannot be created, with a hint', async () => {
    writeFileSync(bench.home, '');
    const { code, stderr } = await run(['auth', 'set', 'openai', '--no-check'], { stdin: CANARY });
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(/Cannot .*credentials\.json.*\n {2}.+/)]);
    expect(code).not.toBe(0);
  });
});

describe('rm', () => {
  test('removes a stored key, once, and says which sources remain', async () => {
    await run(['auth', 'set', 'openai', '--no-check'], { stdin: CANARY });
    const env = { OPENAI_API_KEY: CANARY };
    expect(await run(['auth', 'rm', 'openai'], { env })).toEqual({
      code: 0,
      stdout: 'Removed the API key for openai from ~/credentials.json\n',
      stderr: 'bowline: $OPENAI_API_KEY still has a key\n',
    });
    expect(keysIn()).toEqual({});
    expect((await run(['auth', 'rm', 'openai'])).stdout).toMatch(/^No API key for openai/);
  });

  test('of an unknown provider exits with 42', async () => {
    expect(await run(['auth', 'rm', 'openay'])).toMatchObject({ code: 42 });
  });
});

test('a stored key is used for requests to its provider', async () => {
  await run(['auth', 'set', 'gemini', '--no-check'], { stdin: CANARY });
  await bench.run(['models', 'gemini'], { key: '' });
  expect(bench.server.requests).toHaveLength(1);
});
