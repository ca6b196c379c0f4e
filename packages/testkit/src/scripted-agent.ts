import {
  AgentError,
  createLiveId,
  FanOut,
  isLiveOnly,
  parseSend,
  toKeptId,
  unreachable,
  type AgentEvent,
  type AgentEventBody,
  type AgentProtocol,
  type AgentSend,
  type EndReason,
  type EventQuery,
  type InputAnswer,
  type InputOutcome,
  type InputRequest,
  type SessionStatus,
} from '@bowline/protocol';
import type { PlannedCall, PlayedEvent, PlayedTurn } from './turn-plan.ts';

type Message = Extract<AgentSend, { message: unknown }>['message'];
type Input = Extract<AgentSend, { input: unknown }>['input'];
type Update = Extract<AgentSend, { update: unknown }>['update'];

/** An `AgentProtocol` that plays planned turns from memory, for tests of clients and of the protocol itself. */
export class ScriptedAgent implements AgentProtocol {
  readonly sessionId = 'scripted';
  readonly #plans: PlayedTurn[];
  readonly #kept: AgentEvent[] = [];
  readonly #fanOut = new FanOut(() => undefined);
  readonly #asked = new Map<string, { readonly request: InputRequest; readonly answer: (input: Input) => void }>();
  #turn: { readonly streamId: string; readonly abort: AbortController } | null = null;
  #live = 0;

  constructor(plans: readonly PlayedTurn[]) {
    this.#plans = [...plans];
    this.#emit({ type: 'initialize', sessionId: this.sessionId, workspace: '/workspace', agent: 'scripted' });
  }

  async send(value: AgentSend): Promise<{ readonly streamId: string | null }> {
    const send = parseSend(value);
    if ('message' in send) return { streamId: this.#message(send.message) };
    if ('input' in send) return { streamId: this.#input(send.input) };
    if ('update' in send) this.#emit({ type: 'session_update', ...send.update });
    return { streamId: null };
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#fanOut.subscribe(listener);
  }

  async *events(query: EventQuery = {}): AsyncIterable<AgentEvent> {
    if ('streamId' in query && query.streamId === this.#turn?.streamId) {
      yield* this.#kept.filter((event) => event.streamId === query.streamId);
      return;
    }
    yield* selectEvents([...this.#kept], query);
  }

  async status(): Promise<SessionStatus> {
    const updates = this.#kept.filter((event) => event.type === 'session_update');
    const latest = <Key extends keyof Update>(key: Key): Update[Key] =>
      updates.findLast((u) => u[key] !== undefined)?.[key];
    return {
      sessionId: this.sessionId,
      activeStreamId: this.#turn?.streamId ?? null,
      waitsUntil: null,
      pendingInputs: [...this.#asked.values()].map(({ request }) => request),
      mode: latest('mode') ?? 'default',
      model: latest('model') ?? null,
      title: latest('title') ?? null,
    };
  }

  async abort(): Promise<void> {
    this.#turn?.abort.abort();
  }

  #message(message: Message): string {
    const content = message.display ?? message.content;
    const user: AgentEventBody = {
      type: 'message',
      role: 'user',
      messageId: message.messageId ?? `u${this.#kept.length}`,
      content,
    };
    if (this.#turn !== null) {
      this.#emit(user, this.#turn.streamId);
      return this.#turn.streamId;
    }
    const plan = this.#plans.shift();
    if (plan === undefined) throw new AgentError('INTERNAL', 'the script has no turn left for this message');
    const turn = { streamId: `stream-${this.#kept.length}`, abort: new AbortController() };
    this.#turn = turn;
    setImmediate(() => {
      this.#emit({ type: 'agent_start' }, turn.streamId);
      this.#emit(user, turn.streamId);
      void this.#play(plan, turn);
    });
    return turn.streamId;
  }

  #input(input: Input): string | null {
    const asked = this.#asked.get(input.inputId);
    if (asked === undefined) {
      throw new AgentError('UNKNOWN_INPUT', `there is no open question ${input.inputId}, or it was already answered`);
    }
    asked.answer(input);
    return this.#turn?.streamId ?? null;
  }

  async #play(plan: PlayedTurn, turn: { streamId: string; abort: AbortController }): Promise<void> {
    let reason: EndReason = 'completed';
    for (const step of plan) {
      if (turn.abort.signal.aborted) break;
      const end = await this.#step(step, turn.streamId, turn.abort.signal);
      if (end !== undefined) {
        reason = end;
        break;
      }
    }
    this.#turn = null;
    this.#emit({ type: 'agent_end', reason: turn.abort.signal.aborted ? 'aborted' : reason }, turn.streamId);
  }

  async #step(step: PlayedTurn[number], streamId: string, signal: AbortSignal): Promise<EndReason | undefined> {
    switch (step.kind) {
      case 'text':
        await this.#say(step.chunks, streamId, signal);
        return undefined;
      case 'calls':
        await this.#call(step.calls, streamId, signal);
        return undefined;
      case 'endless':
        await aborted(signal);
        return undefined;
      case 'failure':
        this.#emit({ type: 'error', code: step.code, message: step.message, fatal: true }, streamId);
        return 'failed';
      case 'end':
        return step.reason;
      case 'events':
        await this.#tell(step.events, streamId, signal);
        return undefined;
      case 'question':
        await this.#ask(step.request, streamId, signal);
        return undefined;
      default:
        return unreachable(step);
    }
  }

  async #say(chunks: readonly string[], streamId: string, signal: AbortSignal): Promise<void> {
    const messageId = `m${this.#kept.length}`;
    let text = '';
    for (const chunk of chunks) {
      await new Promise(setImmediate);
      if (signal.aborted) break;
      text += chunk;
      this.#emit({ type: 'message_delta', messageId, kind: 'text', text: chunk }, streamId);
    }
    if (text !== '')
      this.#emit({ type: 'message', role: 'agent', messageId, content: [{ type: 'text', text }] }, streamId);
  }

  async #tell(events: readonly PlayedEvent[], streamId: string, signal: AbortSignal): Promise<void> {
    for (const event of events) {
      await new Promise(setImmediate);
      if (signal.aborted) return;
      this.#emit(event, streamId);
    }
  }

  async #call(batch: readonly PlannedCall[], streamId: string, signal: AbortSignal): Promise<void> {
    const requests = batch.map((call, n) => {
      const args = call.args ?? {};
      const callId = `call-${this.#kept.length}-${n}`;
      return { call, args, callId, type: 'tool_request', name: call.name, effect: 'read', executor: 'local' } as const;
    });
    for (const { call: _, ...request } of requests) this.#emit(request, streamId);
    await Promise.all(
      requests.map(async ({ call, callId, name, args }) => {
        const denial =
          call.isAsked === true ? await this.#confirm({ callId, tool: name, args }, streamId, signal) : undefined;
        if (call.isEndless === true) await aborted(signal);
        const failure = signal.aborted ? 'aborted' : denial;
        const content = [{ type: 'text', text: failure ?? call.result } as const];
        const isError = failure !== undefined || call.isError === true;
        this.#emit({ type: 'tool_response', callId, name, content, isError }, streamId);
      }),
    );
  }

  /** Resolves to the reason why the call is denied, or undefined if it may run. */
  async #confirm(
    call: Pick<Extract<InputRequest, { kind: 'confirmation' }>, 'callId' | 'tool' | 'args'>,
    streamId: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const inputId = `input-${call.callId}`;
    const title = `run ${call.tool}?`;
    const outcome = await this.#ask(
      { ...call, inputId, kind: 'confirmation', title, effect: 'read', digest: inputId, findings: [] },
      streamId,
      signal,
    );
    if (outcome.kind !== 'confirmation') return 'not answered';
    return outcome.outcome === 'denied' ? (outcome.reason ?? 'denied') : undefined;
  }

  async #ask(request: InputRequest, streamId: string, signal: AbortSignal): Promise<InputOutcome> {
    const { inputId } = request;
    this.#emit({ type: 'input_request', request }, streamId);
    const input = await new Promise<Input | undefined>((resolve) => {
      this.#asked.set(inputId, { request, answer: resolve });
      signal.addEventListener('abort', () => {
        resolve(undefined);
      });
    });
    this.#asked.delete(inputId);
    const outcome = toOutcome(request, input?.answer);
    this.#emit({ type: 'input_response', inputId, outcome, by: input?.by }, streamId);
    return outcome;
  }

  #emit(body: PlayedEvent, streamId?: string): void {
    const isLive = isLiveOnly(body);
    this.#live = isLive ? this.#live + 1 : 0;
    const id = isLive ? createLiveId(this.#kept.at(-1)?.id ?? '', this.#live) : `e${this.#kept.length + 1}`;
    const event: AgentEvent = {
      ...body,
      id,
      at: new Date(0).toISOString(),
      ...(streamId === undefined ? {} : { streamId }),
    };
    if (!isLive) this.#kept.push(event);
    this.#fanOut.emit(event);
  }
}

/** Returns the outcome that other clients receive. An answer of the wrong kind counts as expired. */
function toOutcome(request: InputRequest, answer: InputAnswer | undefined): InputOutcome {
  if (answer?.kind === 'declined') return answer;
  if (answer === undefined || answer.kind === 'tool_result' || answer.kind !== request.kind) return { kind: 'expired' };
  return answer.kind === 'credential' ? { kind: 'credential' } : answer;
}

function selectEvents(kept: readonly AgentEvent[], query: EventQuery): readonly AgentEvent[] {
  if ('streamId' in query) {
    const found = kept.filter((event) => event.streamId === query.streamId);
    if (found.length === 0) throw new AgentError('UNKNOWN_STREAM', `no stream ${query.streamId} in this session`);
    return found;
  }
  if (!('from' in query) && !('after' in query)) return kept;
  const id = toKeptId('from' in query ? query.from : query.after);
  const at = kept.findIndex((event) => event.id === id);
  if (at === -1) throw new AgentError('UNKNOWN_EVENT', `no event ${id} in this session`);
  return kept.slice('from' in query ? at : at + 1);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
