import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GoogleGenAI, type Content, type GenerateContentConfig } from '@google/genai';
import { OAuth2Client } from 'google-auth-library';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttp, type Http } from '../http/create-http.ts';
import { readText } from '../http/read-text.ts';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import type { TokenSource } from './token-source.ts';
import { openVertexClient, openVertexExpressClient } from './vertex-client.ts';

interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

let server: Server;
let url: string;
let asked: Asked[];
/** The tokens that the server rejects. */
let refused: ReadonlySet<string>;

beforeEach(async () => {
  asked = [];
  refused = new Set();
  server = createServer((request, response) => {
    void readText(request).then((text) => {
      asked.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
      if (refused.has(request.headers.authorization ?? '')) {
        response.writeHead(401).end(JSON.stringify({ error: { code: 401, message: 'invalid credentials' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hel"}]}}]}\r\n\r\n');
      response.end(
        'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"lo"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3}}\r\n\r\n',
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Counts its tokens; each rejected one is followed by another one. */
function scriptedTokens(quotaProjectId?: string): TokenSource & { readonly given: string[] } {
  const given: string[] = [];
  return {
    given,
    token: async (_, old) => {
      const last = given.at(-1);
      if (last !== undefined && last !== old) return last;
      given.push(`t${given.length + 1}`);
      return `t${given.length}`;
    },
    projectId: async () => undefined,
    quotaProjectId: async () => quotaProjectId,
    describe: async () => ({ kind: 'scripted', where: 'here' }),
  };
}

const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];
const never = new AbortController().signal;

async function ask(client: ModelClient, config: GenerateContentConfig = {}, contents = hello): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = [];
  for await (const chunk of client.stream({ model: 'gemini-2.5-pro', contents, config }, never)) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly ModelChunk[]): string =>
  chunks
    .flatMap((chunk) => chunk.content?.parts ?? [])
    .map((part) => part.text)
    .join('');

const PATH =
  '/v1/projects/p/locations/us-central1/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse';

test('sends a request to the project with a token, and yields the answer', async () => {
  const client = openVertexClient({
    project: 'p',
    location: 'us-central1',
    auth: scriptedTokens(),
    baseUrl: `${url}/`,
  });
  const chunks = await ask(client);
  expect(textOf(chunks)).toBe('hello');
  expect(chunks.at(-1)).toMatchObject({ finishReason: 'STOP', usage: { promptTokenCount: 3 } });
  expect(asked).toMatchObject([{ url: PATH, headers: { authorization: 'Bearer t1' }, body: { contents: hello } }]);
  expect(asked[0]?.headers).not.toHaveProperty('x-goog-user-project');
});

test('sends the quota project and the headers of a gateway', async () => {
  const headers = { 'x-gateway': 'yes' };
  await ask(openVertexClient({ project: 'p', location: 'l', auth: scriptedTokens('payer'), baseUrl: url, headers }));
  expect(asked[0]?.headers).toMatchObject({ 'x-goog-user-project': 'payer', 'x-gateway': 'yes' });
});

test("sends the same request as Google's own client", async () => {
  const contents: Content[] = [
    ...hello,
    { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' }] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'x' } } }] },
  ];
  const config: GenerateContentConfig = {
    temperature: 0.5,
    maxOutputTokens: 100,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
    tools: [{ functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: { type: 'object' } }] }],
  };
  await ask(
    openVertexClient({ project: 'p', location: 'us-central1', auth: scriptedTokens(), baseUrl: url }),
    config,
    contents,
  );
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: 't1', expiry_date: Date.now() + 3_600_000 });
  const theirs = new GoogleGenAI({
    vertexai: true,
    project: 'p',
    location: 'us-central1',
    apiVersion: 'v1',
    httpOptions: { baseUrl: url },
    googleAuthOptions: { authClient },
  });
  const answered = await theirs.models.generateContentStream({ model: 'gemini-2.5-pro', contents, config });
  await answered.next();
  const [ours, expected] = asked;
  expect(ours?.body).toEqual(expected?.body);
  expect(ours?.url).toBe(expected?.url);
  expect(ours?.headers.authorization).toBe(expected?.headers.authorization);
});

describe('a rejected token', () => {
  test('is replaced once, and the request is sent again', async () => {
    refused = new Set(['Bearer t1']);
    const auth = scriptedTokens();
    const client = openVertexClient({ project: 'p', location: 'l', auth, baseUrl: url });
    expect(textOf(await ask(client))).toBe('hello');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    expect(asked[1]?.body).toEqual(asked[0]?.body);
    expect(textOf(await ask(client))).toBe('hello');
    expect(auth.given).toEqual(['t1', 't2']);
  });

  test('is an error with a sign-in hint the second time', async () => {
    refused = new Set(['Bearer t1', 'Bearer t2', 'Bearer t3']);
    const client = openVertexClient({ project: 'p', location: 'l', auth: scriptedTokens(), baseUrl: url });
    await expect(ask(client)).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      message: 'gemini-2.5-pro: invalid credentials',
      hint: expect.stringContaining('gcloud auth application-default login') as string,
      details: { status: 401 },
    });
    expect(asked).toHaveLength(2);
  });
});

test('an abort while the token is fetched ends the request at once without an error', async () => {
  const stop = new AbortController();
  const auth: TokenSource = {
    ...scriptedTokens(),
    token: async (signal) => {
      stop.abort();
      signal.throwIfAborted();
      return 't';
    },
  };
  const client = openVertexClient({ project: 'p', location: 'l', auth, baseUrl: url });
  const chunks: ModelChunk[] = [];
  for await (const chunk of client.stream({ model: 'm', contents: hello, config: {} }, stop.signal)) chunks.push(chunk);
  expect([chunks, asked]).toEqual([[], []]);
});

describe('the URL', () => {
  const urlOf = async (open: (http: Http) => ModelClient): Promise<string> => {
    const real = createHttp({ env: {} });
    let there = '';
    const http: Http = {
      ...real,
      post: async (post) => {
        there = post.url;
        return await real.post({ ...post, url });
      },
    };
    await ask(open(http));
    return there;
  };

  test.each([
    ['us-central1', 'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/'],
    ['global', 'https://aiplatform.googleapis.com/v1/projects/p/locations/global/'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu/'],
    ['a.test/', 'https://a.test%2F-aiplatform.googleapis.com/v1/projects/p/locations/a.test%2F/'],
  ])('for the location %s', async (location, root) => {
    const there = await urlOf((http) => openVertexClient({ project: 'p', location, auth: scriptedTokens(), http }));
    expect(there).toBe(`${root}publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse`);
  });

  test('in express mode', async () => {
    expect(await urlOf((http) => openVertexExpressClient({ apiKey: 'k', http }))).toBe(
      'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    );
    expect(asked[0]?.headers).toMatchObject({ 'x-goog-api-key': 'k' });
  });
});
