import {
  BaseLlm,
  BaseLlmRequestProcessor,
  BaseSessionService,
  BaseTool,
  createSession,
  LlmAgent,
  Runner,
  setLogger,
  StreamingMode,
  type BaseLlmConnection,
  type BasePlugin,
  type Event,
  type InvocationContext,
  type ListSessionsResponse,
  type LlmRequest,
  type LlmResponse,
  type RunConfig,
  type Session,
} from '@google/adk';
import type { FunctionDeclaration } from '@google/genai';

type Generate = (request: LlmRequest, stream: boolean, signal: AbortSignal | undefined) => AsyncIterable<LlmResponse>;

/** A model that returns one list of responses per call. */
export class ListedModel extends BaseLlm {
  readonly requests: LlmRequest[] = [];
  readonly #generate: Generate;

  constructor(generate: Generate) {
    super({ model: 'pinned' });
    this.#generate = generate;
  }

  override async *generateContentAsync(
    request: LlmRequest,
    stream = false,
    signal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void> {
    this.requests.push(request);
    yield* this.#generate(request, stream, signal);
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new TypeError('not live');
  }
}

/** Sessions that are always empty, and the events that ADK appended. */
export class EmptySessions extends BaseSessionService {
  readonly appended: Event[] = [];
  readonly #onAppend: (event: Event) => void;

  constructor(onAppend: (event: Event) => void) {
    super();
    this.#onAppend = onAppend;
  }

  override async createSession(): Promise<Session> {
    return await this.getSession();
  }

  override async getSession(): Promise<Session> {
    return createSession({ id: 's', appName: 'pins', userId: 'u', state: {}, events: [], lastUpdateTime: 0 });
  }

  override async listSessions(): Promise<ListSessionsResponse> {
    return { sessions: [], page: 1, limit: 0, totalItems: 0, totalPages: 1 };
  }

  override async deleteSession(): Promise<void> {}

  override async appendEvent({ event }: { session: Session; event: Event }): Promise<Event> {
    this.appended.push(event);
    this.#onAppend(event);
    return event;
  }
}

/** A declared tool that counts its runs by ADK. */
export class CountedTool extends BaseTool {
  runs = 0;

  override _getDeclaration(): FunctionDeclaration {
    const { name, description } = this;
    return { name, description, parametersJsonSchema: { type: 'object', properties: { text: { type: 'string' } } } };
  }

  override async runAsync(): Promise<unknown> {
    this.runs += 1;
    return { output: 'ran' };
  }
}

/** A processor that inspects a request when it runs. */
export class LookingProcessor extends BaseLlmRequestProcessor {
  readonly #look: (request: LlmRequest, context: InvocationContext) => void;

  constructor(look: (request: LlmRequest, context: InvocationContext) => void) {
    super();
    this.#look = look;
  }

  override async *runAsync(context: InvocationContext, request: LlmRequest): AsyncGenerator<Event, void, void> {
    this.#look(request, context);
  }
}

interface RigOptions {
  /** One list of responses per model call. */
  readonly answers?: readonly (readonly LlmResponse[])[];
  readonly generate?: Generate;
  readonly agent?: Partial<ConstructorParameters<typeof LlmAgent>[0]>;
  readonly plugins?: readonly BasePlugin[];
  readonly onAppend?: (event: Event) => void;
}

/** An agent as the runtime builds it, with a model and sessions that a test can inspect. */
export function createRig({ answers = [], generate, agent: config, plugins = [], onAppend = () => {} }: RigOptions): {
  readonly model: ListedModel;
  readonly sessions: EmptySessions;
  readonly agent: LlmAgent;
  readonly runner: Runner;
  readonly run: (runConfig?: RunConfig, abortSignal?: AbortSignal) => AsyncGenerator<Event, void>;
} {
  setLogger(null);
  const left = [...answers];
  const listed: Generate = async function* () {
    yield* left.shift() ?? [];
  };
  const model = new ListedModel(generate ?? listed);
  const sessions = new EmptySessions(onAppend);
  const agent = new LlmAgent({
    name: 'main',
    model,
    disallowTransferToParent: true,
    disallowTransferToPeers: true,
    ...config,
  });
  const runner = new Runner({ appName: 'pins', agent, sessionService: sessions, plugins: [...plugins] });
  const run = (runConfig: RunConfig = {}, abortSignal?: AbortSignal): AsyncGenerator<Event, void> =>
    runner.runAsync({
      userId: 'u',
      sessionId: 's',
      newMessage: { role: 'user', parts: [{ text: 'go' }] },
      runConfig: { pauseOnToolCalls: true, streamingMode: StreamingMode.SSE, maxLlmCalls: 0, ...runConfig },
      ...(abortSignal === undefined ? {} : { abortSignal }),
    });
  return { model, sessions, agent, runner, run };
}

/** A complete text answer. */
export const whole = (text: string): LlmResponse => ({ content: { role: 'model', parts: [{ text }] }, partial: false });

/** A partial answer. */
export const piece = (text: string): LlmResponse => ({ content: { role: 'model', parts: [{ text }] }, partial: true });

/** An answer with one call. */
export const calling = (name: string, id?: string): LlmResponse => ({
  content: { role: 'model', parts: [{ functionCall: { name, args: {}, ...(id === undefined ? {} : { id }) } }] },
  partial: false,
});
