import { randomUUID } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import { Channel, type ChannelTimes } from './channel.ts';
import { dialWorkspace, type Unreached } from './dial-workspace.ts';
import type { Frame } from './frames.ts';
import {
  answerSchemas,
  farMessageSchema,
  REMOTE_VERSION,
  type AnswerOf,
  type FarFacts,
  type FarMessage,
  type Operation,
} from './remote-messages.ts';
import { toWorkspaceUrl, type WorkspaceAddress } from './workspace-address.ts';

/** What a link connects, and how patiently. */
export interface LinkParts {
  readonly address: WorkspaceAddress;
  readonly key: Buffer;
  readonly sessionId: string;
  readonly times: ChannelTimes;
  /** The waits between attempts to connect. */
  readonly retryMs: readonly number[];
  /** How many of the waits are used before the first connection. */
  readonly firstTries: number;
}

/** What a link reports. */
export interface LinkListener {
  readonly onNews: (news: Extract<FarMessage, { readonly key: string }>) => void;
  /** Connected again: what the far end knew of this connection is gone. */
  readonly onAgain: () => void;
  /** Given up for now. The next request tries again. */
  readonly onGone: () => void;
  /** For the user, in a sentence. */
  readonly onTrouble: (text: string) => void;
}

/** The bytes of an answer, or of a request. */
interface Asked<Op extends Operation['op']> {
  readonly value: AnswerOf<Op>;
  readonly body: Uint8Array;
}

interface Pending {
  readonly operation: Operation;
  readonly body: Uint8Array | undefined;
  readonly resolve: (answer: { readonly value: unknown; readonly body: Uint8Array }) => void;
  readonly reject: (error: AgentError) => void;
  /** It may have arrived at the far end. */
  wasSent: boolean;
  isSent: boolean;
}

/** More wait here. */
const MOST_SENT = 48;

/**
 * The connection of a session to its remote workspace, made again when it breaks. Requests without an answer are sent
 * again: those with an effect carry a key, so the far end runs them once.
 */
export class RemoteLink {
  readonly #parts: LinkParts;
  readonly #listener: LinkListener;
  readonly #client = randomUUID();
  readonly #pending = new Map<number, Pending>();
  #received: string[] = [];
  #lastId = 0;
  #channel: Channel | undefined;
  #connecting: Promise<void> | undefined;
  #facts: FarFacts | undefined;
  #refusal: AgentError | undefined;
  #isClosed = false;
  #isHeld = false;
  #endWait: (() => void) | undefined;

  constructor(parts: LinkParts, listener: LinkListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  /** Connects for the first time. */
  async open(): Promise<FarFacts> {
    await this.#connect(this.#parts.retryMs.slice(0, this.#parts.firstTries));
    if (this.#facts === undefined) throw this.#unreachable('it was closed');
    return this.#facts;
  }

  /** Sends a request, over as many connections as it takes, and checks the answer. */
  async ask<Op extends Operation['op']>(
    operation: Extract<Operation, { readonly op: Op }>,
    { body, signal }: { readonly body?: Uint8Array; readonly signal?: AbortSignal } = {},
  ): Promise<Asked<Op>> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new AgentError('SESSION_CLOSED', 'The workspace is closed');
    if (this.#refusal !== undefined) throw this.#refusal;
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<{ value: unknown; body: Uint8Array }>();
    this.#pending.set(id, { operation, body, resolve, reject, wasSent: false, isSent: false });
    const onAbort = (): void => {
      if (!this.#pending.delete(id)) return;
      this.#channel?.send({ type: 'cancel', id });
      reject(AgentError.from(signal?.reason));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#flush();
    if (this.#channel === undefined) this.#reconnect();
    try {
      const answer = await promise;
      const parsed = answerSchemas[operation.op].safeParse(answer.value);
      if (!parsed.success)
        throw new AgentError('SERVER_REFUSED', `The workspace answered ${operation.op} in a way that is not valid`);
      return { value: parsed.data as AnswerOf<Op>, body: answer.body };
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if ('once' in operation) this.#received.push(operation.once);
      this.#flush();
    }
  }

  /** Keeps this process alive while it waits for a command. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#channel?.hold(isHeld || this.#pending.size > 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#endWait?.();
    this.#channel?.finish();
    this.#channel = undefined;
    this.#rejectAll(this.#unreachable('it was closed'));
  }

  /** Sends what waits, as far as the other end keeps up. */
  #flush(): void {
    const channel = this.#channel;
    if (channel === undefined) return;
    let sent = [...this.#pending.values()].filter(({ isSent }) => isSent).length;
    for (const [id, pending] of this.#pending) {
      if (pending.isSent) continue;
      if (sent >= MOST_SENT || channel.isCongested) break;
      sent += 1;
      const received = this.#received.splice(0);
      pending.isSent = true;
      pending.wasSent = true;
      try {
        channel.send({ type: 'ask', id, operation: pending.operation, received }, pending.body);
      } catch (thrown) {
        this.#pending.delete(id);
        pending.reject(AgentError.from(thrown));
      }
    }
    this.hold(this.#isHeld);
  }

  #reconnect(): void {
    if (this.#isClosed || this.#refusal !== undefined) return;
    this.#connecting ??= this.#connect(this.#parts.retryMs)
      .then(() => {
        this.#listener.onAgain();
        this.#flush();
      })
      .catch((thrown: unknown) => {
        const error = AgentError.from(thrown);
        if (error.code === 'SERVER_REFUSED') this.#refusal = error;
        this.#rejectAll(error);
        if (!this.#isClosed) this.#listener.onGone();
      })
      .finally(() => {
        this.#connecting = undefined;
        // What was asked while it was given up.
        if (this.#channel === undefined && this.#pending.size > 0) this.#reconnect();
      });
  }

  async #connect(waits: readonly number[]): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#isClosed) throw new AgentError('SESSION_CLOSED', 'The workspace is closed');
      const unreached = await this.#dial();
      if (unreached === undefined) {
        if (attempt > 0) this.#listener.onTrouble(`Connected to workspace ${this.#url} again.`);
        return;
      }
      const wait = waits[attempt];
      if (wait === undefined) throw this.#unreachable(unreached.why);
      const when = `Retrying in ${wait < 1000 ? wait / 1000 : Math.round(wait / 1000)} s (${attempt + 2} of ${waits.length + 1}).`;
      this.#listener.onTrouble(`Can't reach workspace ${this.#url} (${unreached.why}). ${when}`);
      await this.#wait(wait);
    }
  }

  async #dial(): Promise<Unreached | undefined> {
    const { address, key, times, sessionId } = this.#parts;
    const socket = await dialWorkspace(address, key);
    if ('why' in socket) return socket;
    const { promise, resolve, reject } = Promise.withResolvers<Unreached | undefined>();
    const channel: Channel = new Channel(
      socket,
      {
        onFrame: (frame) => {
          if (this.#channel === channel) this.#receive(channel, frame);
          else {
            try {
              this.#greet(frame);
              this.#channel = channel;
              resolve(undefined);
            } catch (thrown) {
              reject(AgentError.from(thrown));
              channel.close('refused');
            }
          }
        },
        onClosed: (why) => {
          resolve({ why });
          this.#lose(channel);
        },
      },
      times,
    );
    channel.onDrained(() => {
      this.#flush();
    });
    channel.send({ type: 'hello', version: REMOTE_VERSION, client: this.#client, session: sessionId });
    const unreached = await promise;
    if (this.#isClosed) channel.close('closed');
    return unreached;
  }

  /** Checks the first message of the far end. Throws if the connection is of no use. */
  #greet({ message }: Frame): void {
    const parsed = farMessageSchema.safeParse(message);
    if (!parsed.success) throw refused(`${this.#url} speaks another version of the protocol`);
    const { data } = parsed;
    if (data.type === 'refused') throw refused(data.text, data.hint);
    if (data.type !== 'hello' || data.version !== REMOTE_VERSION) throw refused(`${this.#url} is not a workspace`);
    const before = this.#facts?.root ?? data.facts.root;
    if (before !== data.facts.root)
      throw refused(`${this.#url} now serves ${data.facts.root}, and this session works in ${before}`);
    this.#facts = data.facts;
  }

  #receive(channel: Channel, { message, body }: Frame): void {
    const parsed = farMessageSchema.safeParse(message);
    if (!parsed.success) {
      channel.close('a message is invalid');
      return;
    }
    const { data } = parsed;
    switch (data.type) {
      case 'answer':
        this.#settle(data.id)?.resolve({ value: data.value, body });
        break;
      case 'failed': {
        const { hint, retryable: isRetryable, details } = data;
        const facts = { ...(hint === undefined ? {} : { hint }), retryable: isRetryable, details };
        this.#settle(data.id)?.reject(new AgentError(data.code, data.message, facts));
        break;
      }
      case 'refused':
        this.#refusal = refused(data.text, data.hint);
        channel.close('refused');
        break;
      case 'hello':
        channel.close('a second hello');
        break;
      case 'output':
      case 'waiting':
      case 'ended':
        this.#listener.onNews(data);
        break;
    }
  }

  /** Undefined if it was given up meanwhile. */
  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #lose(channel: Channel): void {
    if (this.#channel !== channel) return;
    this.#channel = undefined;
    for (const pending of this.#pending.values()) pending.isSent = false;
    if (this.#refusal !== undefined) {
      this.#rejectAll(this.#refusal);
      this.#listener.onGone();
    } else this.#reconnect();
  }

  #rejectAll(error: AgentError): void {
    for (const [id, { reject, wasSent, operation }] of [...this.#pending]) {
      this.#pending.delete(id);
      const isUnknown = wasSent && isEffect(operation);
      reject(this.#refusal ?? (isUnknown ? toUnknown(error) : error));
    }
  }

  #unreachable(why: string): AgentError {
    return new AgentError('SERVER_UNREACHABLE', `Can't reach workspace ${this.#url} (${why})`, {
      hint: 'Check that bowline workspace serve runs there and that the network is up',
      details: { errno: 'EHOSTUNREACH' },
    });
  }

  get #url(): string {
    return toWorkspaceUrl(this.#parts.address);
  }

  async #wait(forMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The tool that asked reports what may have been carried out as unknown. */
function toUnknown({ code, message, facts }: AgentError): AgentError {
  const text = `${message}. It is unknown whether the last request was carried out`;
  return new AgentError(code, text, { ...facts, retryable: true });
}

function isEffect({ op }: Operation): boolean {
  return op === 'write' || op === 'start' || op === 'type' || op === 'undo' || op === 'kill' || op === 'endBackground';
}

function refused(text: string, hint?: string): AgentError {
  return new AgentError('SERVER_REFUSED', text, hint === undefined ? {} : { hint });
}
