import {
  AgentError,
  createLiveId,
  FanOut,
  isLiveOnly,
  toKeptId,
  type AgentEvent,
  type AgentProtocol,
  type SessionStatus,
} from '@bowline/protocol';
import { openStore, Projection, sessionFold, toSeq, type SessionReader } from '@bowline/log';
import { readEvents, toAgentEvents, toStatus } from '@bowline/runtime';
import type { HostEnvironment } from '@bowline/assembly';
import { readSocketAddress } from './socket-address.ts';
import { ownerGone, connectToSession, type Visit } from './connect-to-session.ts';

/** A session that another process runs, watched from here. */
export interface WatchedSession {
  readonly agent: AgentProtocol;
  /** Whether messages can be sent to it. If not, only saved events are visible, with a short delay. */
  readonly canSpeak: boolean;
  readonly close: () => Promise<void>;
}

/**
 * Follows a session without opening it for writing: through its owner's socket if there is one, otherwise through its
 * log.
 */
export async function watchSession(
  wanted: string,
  workspace: string,
  machine: HostEnvironment,
): Promise<WatchedSession> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const found = await store.find(wanted, wanted === 'latest' ? { workspace } : {});
    if (found === undefined)
      throw new AgentError('SESSION_NOT_FOUND', `Session not found: ${wanted}`, {
        hint: 'Run bowline sessions list --all to list your sessions',
      });
    const reader = await store.openReader(found.sessionId);
    const watched = new WatchedAgent(reader);
    const socket = readSocketAddress(machine.sessionsFolder, found.sessionId);
    const canSpeak = await watched.open(socket);
    const close = async (): Promise<void> => {
      watched.close();
      await reader.close();
      await store.close();
    };
    return { agent: watched, canSpeak, close };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/**
 * `AgentProtocol` for a session that another process runs. `events()` returns only what subscribers have already
 * received.
 */
class WatchedAgent implements AgentProtocol {
  readonly #reader: SessionReader;
  readonly #fanOut = new FanOut(() => undefined);
  readonly #closed = new AbortController();
  #visit: Visit | undefined;
  #isOver = false;
  #heard: { seq: number; id: string };

  constructor(reader: SessionReader) {
    this.#reader = reader;
    this.#heard = { seq: reader.head.seq, id: '' };
  }

  get sessionId(): string {
    return this.#reader.sessionId;
  }

  /** Returns true if connected to the process that runs the session. */
  async open(socket: string | undefined): Promise<boolean> {
    const early: AgentEvent[] = [];
    let hear = (event: AgentEvent): void => void early.push(event);
    const onEnd = (): void => {
      if (!this.#closed.signal.aborted && this.#visit !== undefined) this.#tellEnd();
    };
    this.#visit =
      socket === undefined
        ? undefined
        : await connectToSession(socket, {
            sessionId: this.sessionId,
            onEvent: (event) => {
              hear(event);
            },
            onEnd,
          });
    if (this.#visit === undefined) void this.#tail(this.#reader.head.seq + 1);
    else this.#heard = { seq: this.#visit.seq, id: '' };
    hear = (event) => {
      this.#hear(event);
    };
    early.forEach(hear);
    return this.#visit !== undefined;
  }

  async send(send: Parameters<AgentProtocol['send']>[0]): ReturnType<AgentProtocol['send']> {
    return await this.#owner().send(send);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#fanOut.subscribe(listener);
  }

  events(query: Parameters<AgentProtocol['events']>[0] = {}): AsyncIterable<AgentEvent> {
    return readEvents(this.#reader, query, { upTo: this.#heard.seq, openStreamId: null });
  }

  async status(): Promise<SessionStatus> {
    if (this.#visit !== undefined) return await this.#visit.status();
    const { state } = await Projection.open(this.#reader, sessionFold);
    return toStatus(this.sessionId, state, null);
  }

  async abort(): Promise<void> {
    await this.#owner().abort();
  }

  close(): void {
    this.#closed.abort();
    this.#visit?.close();
  }

  #owner(): Visit {
    if (this.#visit !== undefined) return this.#visit;
    if (this.#isOver) throw ownerGone(this.sessionId);
    throw new AgentError('SESSION_BUSY', 'This session is read-only here', {
      hint: `To take it over: bowline --resume ${this.sessionId} --takeover`,
    });
  }

  #hear(event: AgentEvent): void {
    const kept = toKeptId(event.id);
    if (!isLiveOnly(event)) this.#heard = { seq: toSeq(kept.split('.')[0] ?? '') ?? this.#heard.seq, id: kept };
    this.#fanOut.emit(event);
  }

  /** Reads saved events as they are written, without a connection to the writer. */
  async #tail(from: number): Promise<void> {
    try {
      for await (const record of this.#reader.tail(from, this.#closed.signal))
        for (const event of toAgentEvents(record, this.sessionId)) this.#hear(event);
    } catch (thrown) {
      if (!this.#closed.signal.aborted) this.#tellEnd(AgentError.from(thrown).message);
    }
  }

  /** Ends the connection. From here on, only the log describes the session. */
  #tellEnd(because?: string): void {
    this.#visit = undefined;
    this.#isOver = true;
    const id = createLiveId(this.#heard.id, 1);
    const { message, hint = '' } = ownerGone(this.sessionId, because);
    this.#fanOut.emit({
      type: 'error',
      id,
      at: new Date().toISOString(),
      code: 'SESSION_CLOSED',
      message,
      hint,
      fatal: true,
    });
  }
}
