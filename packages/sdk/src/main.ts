import { homedir } from 'node:os';
import {
  bowlineHomeOf,
  createMachine,
  openSession as openAssembled,
  setUpModels,
  type OpenedSession,
  type SessionWishes,
} from '@bowline/assembly';
import { ModelHealth, type ModelClient } from '@bowline/models';
import { AgentError, createMessage, toText, type AgentEvent, type AgentSession } from '@bowline/protocol';

/** How to open a session. Everything has a default but what only you can know. */
export interface SessionOptions extends Partial<Omit<SessionWishes, 'models' | 'secrets' | 'tools' | 'isInteractive'>> {
  /** In place of `GEMINI_API_KEY` from the environment. */
  readonly apiKey?: string;
  /** Any other way to a model. */
  readonly client?: ModelClient;
  /** Your own tools, made with `defineTool`. */
  readonly tools?: NonNullable<SessionWishes['tools']>['own'];
  /** Tools that you run yourself, when a `tool_status` event with `host` tells you to; see the README. */
  readonly hostTools?: NonNullable<SessionWishes['tools']>['host'];
  /** False leaves only your own tools. */
  readonly builtInTools?: boolean;
  /** True when you answer `input_request` events; otherwise what would be asked is refused. */
  readonly canAsk?: boolean;
}

/** An open session, in the few words that most programs need; `session` has all of the contract. */
export interface Bowline extends AsyncDisposable {
  readonly id: string;
  readonly session: AgentSession;
  /** Asks and waits; resolves to the last thing the agent said. Rejects with an `AgentError` when the turn failed. */
  ask(text: string): Promise<string>;
  /** Asks and gives every event of the turn as it happens. */
  stream(text: string): AsyncIterable<AgentEvent>;
  close(): Promise<void>;
}

/** Opens a session on this machine, durable from its first word. */
export async function openSession(options: SessionOptions = {}): Promise<Bowline> {
  const { apiKey, client, tools, hostTools, builtInTools, canAsk = false, ...wishes } = options;
  const { pid, execPath, execArgv, platform, env } = process;
  const opened = await openAssembled(
    {
      workspace: process.cwd(),
      ...wishes,
      ...modelsOf(apiKey === undefined ? env : { ...env, GEMINI_API_KEY: apiKey }, client),
      isInteractive: canAsk,
      tools: { own: tools ?? [], host: hostTools ?? [], isBuiltIn: builtInTools ?? true },
    },
    createMachine({ name: 'bowline sdk', version: '0.1.0', pid, execPath, execArgv, platform, env }),
  );
  return toBowline(opened);
}

/** Which models can be had, by who answers for them: what one session of this program has learnt the others need not learn again. */
const health = new WeakMap<ModelClient, ModelHealth>();
const healthByKey = new Map<string, ModelHealth>();

function healthOf(client: ModelClient | undefined, apiKey: string): ModelHealth {
  const known = client === undefined ? healthByKey.get(apiKey) : health.get(client);
  if (known !== undefined) return known;
  const fresh = new ModelHealth();
  if (client === undefined) healthByKey.set(apiKey, fresh);
  else health.set(client, fresh);
  return fresh;
}

/** Models as the machine has them, with a client of your own in their place if you gave one. */
function modelsOf(
  env: Readonly<Record<string, string | undefined>>,
  client: ModelClient | undefined,
): Pick<SessionWishes, 'models' | 'secrets'> {
  const known = healthOf(client, env['GEMINI_API_KEY'] ?? '');
  const models = setUpModels({ env, home: homedir(), bowlineHome: bowlineHomeOf(env), health: known });
  return { models: client === undefined ? models : { ...models, client }, secrets: models.secrets };
}

function toBowline({ session, sessionId, close }: OpenedSession): Bowline {
  const stream = (text: string): AsyncIterable<AgentEvent> => session.sendStream(createMessage(text));
  return {
    id: sessionId,
    session,
    stream,
    close,
    [Symbol.asyncDispose]: close,
    async ask(text) {
      let said = '';
      let failure: AgentError | undefined;
      for await (const event of stream(text)) {
        if (event.type === 'message' && event.role === 'agent') said = toText(event.content);
        if (event.type === 'error' && event.fatal)
          failure = new AgentError('INTERNAL', event.message, { details: { code: event.code } });
      }
      if (failure !== undefined) throw failure;
      return said;
    },
  };
}

export * from '@bowline/protocol';
export { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '@bowline/tools';
