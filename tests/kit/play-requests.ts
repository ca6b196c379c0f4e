import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setUpModels } from '@bowline/providers';
import type { Screen } from '@bowline/models';
import { AgentSession, createMessage } from '@bowline/protocol';
import { all, answer, openModelServer, type ModelScript } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import * as z from 'zod';
import { testAgent } from '../turns/test-agent.ts';

/** One request as a provider received it. */
export interface SentRequest {
  readonly kind: string;
  readonly body: string;
}

/** The kinds of requests that a session makes by itself, each named after the alias of its model. */
export const sideKinds = ['classifier', 'summarizer', 'summary-check', 'loop-check', 'loop-double-check'] as const;

/** The loop check begins at step 30 and runs in parallel with the next steps; the last step waits for it. */
const STEPS = 32;
const MAIN = 'main-model';
const json = (value: unknown): ReturnType<typeof answer.text> => answer.text(JSON.stringify(value));
const answers: Readonly<Record<(typeof sideKinds)[number], unknown>> = {
  classifier: { reasoning: 'large', model_choice: 'pro' },
  summarizer: { goal: 'to read', facts: ['it was read'] },
  'summary-check': { missing: [], wrong: [] },
  'loop-check': { confidence: 0.95, reason: 'maybe' },
  'loop-double-check': { confidence: 0.1, reason: 'no' },
};

/** How a session differs from others. */
export interface PlayedSession {
  /** The provider: the part of a model's name before the slash. */
  readonly provider: string;
  readonly screen: Screen;
  /** Text in the instruction, the messages, the calls and every result. */
  readonly poison: string;
}

/** Plays a long turn and a compaction over one provider's wire, and returns everything that was sent. */
export async function playRequests({ provider, screen, poison }: PlayedSession): Promise<readonly SentRequest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-screened-'));
  const server = await openModelServer(toScript(poison));
  const models = modelsAt(server.url, folder, provider);
  const agent = await testAgent({
    model: models.client,
    models: { ...models, name: 'auto' },
    screen,
    instruction: () => `You are a test. ${poison}`,
    tools: [
      defineTool({
        name: 'read',
        description: 'Reads',
        effect: 'read',
        input: z.object({ n: z.number(), note: z.string().optional() }),
        run: async ({ n }, { signal }) => {
          const isChecked = (): boolean => server.requests.some(({ model }) => model === 'loop-double-check');
          while (n === STEPS - 1 && !isChecked() && !signal.aborted) await nextTurn();
          return succeed(`${n} ${poison} ${'some words '.repeat(200)}`);
        },
      }),
    ],
  });
  try {
    const session = new AgentSession(agent.agent);
    await all(session.sendStream(createMessage(`read it all ${poison}`)));
    await all(session.sendStream({ action: { name: 'compact' } }));
    return server.requests.map(({ model, body }) => ({
      kind: sideKinds.find((kind) => kind === model) ?? 'main',
      body: JSON.stringify(body),
    }));
  } finally {
    await agent.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function toScript(poison: string): ModelScript {
  const read = Array.from({ length: STEPS }, (_, n) => answer.calls({ name: 'read', args: { n, note: poison } }));
  return {
    rules: [
      ...sideKinds.map((kind) => ({ model: kind, steps: [json(answers[kind])], repeat: true })),
      { model: MAIN, steps: [...read, answer.text('done')], repeat: true },
    ],
  };
}

/** Sets up models as a program does, with every Gemini model name redirected to one provider. */
function modelsAt(url: string, folder: string, provider: string): ReturnType<typeof setUpModels> {
  const at = (model: string): object => ({ modelConfig: { model: `${provider}/${model}` } });
  const names = ['gemini-2.5-pro', 'gemini-3.5-flash', 'gemini-3.1-flash-lite'];
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({
      providers: { chat: { kind: 'openai-chat', baseUrl: `${url}/v1` } },
      modelConfigs: {
        customAliases: Object.fromEntries([
          ...names.map((name) => [name, at(MAIN)] as const),
          ...sideKinds.map((kind) => [kind, at(kind)] as const),
        ]),
      },
    }),
  );
  return setUpModels({ env: environmentAt(url), home: folder, bowlineHome: folder });
}

function environmentAt(url: string): Readonly<Record<string, string>> {
  return {
    GEMINI_API_KEY: 'a key of no use',
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_API_KEY: 'a key of no use',
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: 'a key of no use',
    ANTHROPIC_BASE_URL: `${url}/v1`,
  };
}

/** Searches the web with Gemini and with a configured search engine, and returns what was sent. Both know `key`. */
export async function playSearches(query: string, key: string): Promise<readonly SentRequest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-screened-'));
  const sent: SentRequest[] = [];
  const engine = createServer((request, response) => {
    sent.push({ kind: 'search engine', body: decodeURIComponent((request.url ?? '').replaceAll('+', ' ')) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[]}');
  });
  await new Promise<void>((resolve) => {
    engine.listen(0, '127.0.0.1', resolve);
  });
  const { port } = engine.address() as AddressInfo;
  const server = await openModelServer({ default: answer.grounded('found', {}) });
  const env = { ...environmentAt(server.url), GEMINI_API_KEY: key };
  try {
    for (const settings of [{}, { webSearch: { provider: 'searxng', url: `http://127.0.0.1:${port}/search` } }]) {
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
      const { webSearch } = setUpModels({ env, home: folder, bowlineHome: folder });
      await webSearch?.(query, new AbortController().signal);
    }
    return [...sent, ...server.requests.map(({ body }) => ({ kind: 'web search', body: JSON.stringify(body) }))];
  } finally {
    await server.close();
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
