import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostEnvironment, openSession, type OpenedSession, type SessionOptions } from '@bowline/assembly';
import { setUpModels, type HostModels } from '@bowline/providers';
import type { AgentEvent, AgentSession } from '@bowline/protocol';
import { defaultRetryPolicy, type Deadlines, type ModelClient, type RetryPolicy } from '@bowline/models';
import {
  openModelServer,
  type ModelScript,
  type ModelServer,
  type ScriptedStep,
  type WireName,
} from '@bowline/testkit';

/** A wire as a session uses it: the name of a model that is reached over it. */
export interface WiredModel {
  /** The name of the wire in the testkit server. */
  readonly wire: WireName;
  readonly model: string;
}

/** Each wire, and the two clients for chat completions. */
export const wiredModels = {
  gemini: { wire: 'gemini', model: 'gemini-2.5-pro' },
  responses: { wire: 'openai-responses', model: 'openai/gpt-5' },
  anthropic: { wire: 'anthropic', model: 'anthropic/claude-sonnet-4-5' },
  chat: { wire: 'openai-chat', model: 'chat/gpt-5' },
  compatible: { wire: 'openai-chat', model: 'local/some' },
} as const satisfies Readonly<Record<string, WiredModel>>;
export type WiredName = keyof typeof wiredModels;

/** The options of a session; the rest is set up like in the program. */
export interface WiredOptions extends Partial<Omit<SessionOptions, 'models' | 'model' | 'workspace'>> {
  readonly model: string;
  readonly rules?: Omit<NonNullable<SessionOptions['model']>, 'name'>;
  readonly deadlines?: Deadlines | undefined;
  readonly policy?: RetryPolicy;
  /** Replacements for Gemini models, by name: the only way to fall back to another provider. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** Enables thinking for other providers, which is off by default. */
  readonly thinks?: boolean | undefined;
  /** Nothing listens at the address of the server. */
  readonly isRefused?: boolean;
  /** Wraps the client between the session and the providers, to inject faults. */
  readonly through?: (client: ModelClient) => ModelClient;
}

/** A session over real provider clients, their server, and all events so far. */
export interface WiredSession {
  readonly server: ModelServer;
  readonly session: AgentSession;
  readonly heard: readonly AgentEvent[];
  readonly workspace: string;
  /** Reopens the session as another process, after the previous one has released it. */
  readonly reopen: () => Promise<AgentSession>;
  readonly close: () => Promise<void>;
}

/** The usual number of attempts, almost without delay. */
export const quickPolicy: RetryPolicy = { ...defaultRetryPolicy, baseMs: 10, maxMs: 40 };

/** Opens a session on a scripted server, with models set up from environment and settings like in a program. */
export async function openWiredSession(
  script: ModelScript | readonly ScriptedStep[],
  options: WiredOptions,
): Promise<WiredSession> {
  const {
    deadlines,
    policy = quickPolicy,
    aliases,
    thinks,
    isRefused = false,
    through,
    model,
    rules,
    ...groups
  } = options;
  const folder = mkdtempSync(join(tmpdir(), 'bl-wire-'));
  const server = await openModelServer(script);
  if (isRefused) await server.close();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(toSettings(server.url, { aliases, thinks })));
  const env = toEnvironment(server.url, folder);
  const models: HostModels = setUpModels({ env, home: folder, bowlineHome: folder, deadlines });
  const client = through?.(models.client) ?? models.client;
  const heard: AgentEvent[] = [];
  const open = async (session: SessionOptions['session']): Promise<OpenedSession> => {
    const { pid, execPath, execArgv, platform } = process;
    const here = await openSession(
      {
        isInteractive: false,
        ...groups,
        model: { ...rules, name: model },
        ...(session === undefined ? {} : { session }),
        workspace,
        models: { ...models, client, policy },
      },
      createHostEnvironment({ name: 'wired session', version: '0', pid, execPath, execArgv, platform, env }),
    );
    here.session.subscribe((event) => heard.push(event));
    return here;
  };
  let opened = await open(undefined);
  return {
    server,
    session: opened.session,
    heard,
    workspace,
    reopen: async () => {
      await opened.close();
      opened = await open({ resume: opened.sessionId });
      return opened.session;
    },
    close: async () => {
      await opened.session.abort();
      await opened.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toEnvironment(url: string, folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    BOWLINE_HOME: folder,
    GEMINI_API_KEY: randomUUID(),
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_API_KEY: randomUUID(),
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: randomUUID(),
    ANTHROPIC_BASE_URL: `${url}/v1`,
  };
}

function toSettings(url: string, { aliases = {}, thinks = false }: Pick<WiredOptions, 'aliases' | 'thinks'>): object {
  const generateContentConfig = { thinkingConfig: { thinkingBudget: 8192, includeThoughts: true } };
  return {
    providers: {
      chat: { kind: 'openai-chat', baseUrl: `${url}/v1` },
      local: { kind: 'openai-compatible', baseUrl: `${url}/v1` },
    },
    modelConfigs: {
      customAliases: Object.fromEntries(
        Object.entries(aliases).map(([name, model]) => [name, { modelConfig: { model } }]),
      ),
      overrides: thinks
        ? Object.values(wiredModels).map(({ model }) => ({ match: { model }, modelConfig: { generateContentConfig } }))
        : [],
    },
  };
}
