import { AgentError } from '@bowline/protocol';
import type { Socket } from 'node:net';
import { connectSupervisor, type SupervisorLaunch } from './connect-supervisor.ts';
import { JsonLines, toJsonLine } from './json-lines.ts';
import { MAX_LINE } from './message-version.ts';
import { supervisorMessageSchema, type OwnerMessage, type SupervisorMessage } from './supervisor-messages.ts';

type Question = Exclude<OwnerMessage, { readonly type: 'hello' | 'renew' | 'part' }>;
/** A query without its number. */
export type SupervisorQuestion = Question extends infer Each
  ? Each extends Question
    ? Omit<Each, 'id'>
    : never
  : never;
export type SupervisorAnswer = Extract<SupervisorMessage, { readonly type: 'answer' }>;

/** Receives what the supervisor sends unprompted. */
export interface LinkListener {
  readonly onOutput: (key: string, text: string) => void;
  readonly onWaiting: (key: string) => void;
  readonly onEnded: (key: string) => void;
  /** The supervisor is gone, or the connection was lost. */
  readonly onLost: () => void;
}

interface Waiting {
  readonly resolve: (answer: SupervisorAnswer) => void;
  readonly reject: (error: AgentError) => void;
}

/** Queries to the supervisor and their answers. Connects on first use, and again after a loss. */
export class SupervisorLink {
  readonly #launch: SupervisorLaunch;
  readonly #listener: LinkListener;
  readonly #waiting = new Map<number, Waiting>();
  #connection: Promise<Socket> | undefined;
  #socket: Socket | undefined;
  #asked = 0;
  #isHeld = false;
  #isClosed = false;

  constructor(launch: SupervisorLaunch, listener: LinkListener) {
    this.#launch = launch;
    this.#listener = listener;
  }

  /** Connects ahead of the first query, which reports any error. */
  prepare(): void {
    (this.#connection ??= this.#connect()).catch(() => undefined);
  }

  async ask(question: SupervisorQuestion): Promise<SupervisorAnswer> {
    const socket = await (this.#connection ??= this.#connect());
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      if (socket.destroyed) {
        reject(cutOff());
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#keepAlive();
      socket.write(toJsonLine({ ...question, id }));
    });
  }

  /** Whether to keep this process alive. It always stays alive while an answer is due. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#keepAlive();
  }

  /** Leaves the supervisor. A lease is renewed as long as background commands run and this process is the last owner. */
  close(): void {
    this.#isClosed = true;
    if (this.#launch.fence?.renewEveryMs === undefined) this.#socket?.destroy();
    else this.#socket?.write(toJsonLine({ type: 'part' }));
    this.#socket?.unref();
  }

  async #connect(): Promise<Socket> {
    try {
      const socket = await connectSupervisor(this.#launch);
      this.#socket = socket;
      this.#read(socket);
      if (this.#isClosed) socket.destroy();
      return socket;
    } catch (thrown) {
      this.#connection = undefined;
      throw thrown;
    }
  }

  #read(socket: Socket): void {
    const lines = new JsonLines(supervisorMessageSchema, MAX_LINE);
    socket.on('data', (chunk) => {
      for (const line of lines.push(chunk)) {
        if (line.ok) this.#hear(line.message);
        // After an invalid message, the rest of the stream cannot be trusted either.
        else socket.destroy();
      }
    });
    // 'close' follows every error.
    socket.on('error', () => socket.destroy());
    const stopRenewing = renewLease(socket, this.#launch.fence);
    socket.on('close', () => {
      stopRenewing();
      this.#connection = undefined;
      this.#socket = undefined;
      for (const { reject } of this.#waiting.values()) reject(cutOff());
      this.#waiting.clear();
      this.#listener.onLost();
    });
    socket.resume();
    this.#keepAlive();
  }

  #hear(message: SupervisorMessage): void {
    switch (message.type) {
      case 'output':
        this.#listener.onOutput(message.key, message.text);
        break;
      case 'waiting':
        this.#listener.onWaiting(message.key);
        break;
      case 'ended':
        this.#listener.onEnded(message.key);
        break;
      case 'answer':
        this.#take(message.id)?.resolve(message);
        break;
      case 'refused':
        this.#take(message.id)?.reject(
          message.isFenced === true
            ? new AgentError('SESSION_FENCED', message.text)
            : new AgentError('INTERNAL', `The supervisor of shell commands refused: ${message.text}`),
        );
        break;
      case 'hello':
        break;
    }
  }

  #take(id: number | null): Waiting | undefined {
    if (id === null) return undefined;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#keepAlive();
    return waiting;
  }

  #keepAlive(): void {
    if (this.#isHeld || this.#waiting.size > 0) this.#socket?.ref();
    else this.#socket?.unref();
  }
}

function cutOff(): AgentError {
  return new AgentError('INTERNAL', 'Lost the connection to the supervisor of shell commands', { retryable: true });
}

/** Renews the lease of the owner on the commands of a supervisor, until the result is called. */
function renewLease(socket: Socket, fence: SupervisorLaunch['fence']): () => void {
  const everyMs = fence?.renewEveryMs;
  if (fence === undefined || everyMs === undefined) return () => undefined;
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    fence
      .renew()
      .then((until) => {
        if (until !== undefined && !socket.destroyed) socket.write(toJsonLine({ type: 'renew', until }));
      })
      // The lease is not renewed, and the supervisor ends the commands, unless a new owner renews its own.
      .catch((thrown: unknown) => {
        if (AgentError.from(thrown).code === 'SESSION_FENCED') socket.destroy();
      })
      .finally(() => {
        isAsking = false;
      });
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
  };
}
