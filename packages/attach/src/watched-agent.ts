import { setTimeout as sleep } from 'node:timers/promises';
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
import { findOwner, Projection, sessionFold, toSeq, type HeldBy, type SessionReader } from '@bowline/log';
import { readEvents, toAgentEvents, toStatus } from '@bowline/runtime';
import { connectToSession, ownerGone, type Visit } from './connect-to-session.ts';
import { readSocketAddress } from './socket-address.ts';

/** The process that runs a watched session, or that ran it last. */
export type SessionOwner =
  /** Without `canSend`, only saved events are visible, with a short delay. */
  | { readonly kind: 'running'; readonly pid: number; readonly host: string; readonly canSend: boolean }
  /** `hasDied`: without closing the session. */
  | {
      readonly kind: 'ended';
      readonly pid: number;
      readonly host: string;
      readonly at: string;
      readonly hasDied: boolean;
    };

/** How often a process that has no socket, or a successor, is looked for. */
const LOOK_MS = 200;

/**
 * `AgentProtocol` for a session that another process runs. `events()` returns only what subscribers have already
 * received. When its process ends, it reads the log and follows the next process that opens the session.
 */
export class WatchedAgent implements AgentProtocol {
  readonly #reader: SessionReader;
  readonly #root: string;
  readonly #fanOut = new FanOut(() => undefined);
  readonly #closed = new AbortController();
  readonly #listeners = new Set<() => void>();
  #owner: SessionOwner;
  #visit: Visit | undefined;
  #address: string | undefined;
  #tail: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #heard: { seq: number; id: string };

  constructor(reader: SessionReader, root: string, { pid, host }: HeldBy) {
    this.#reader = reader;
    this.#root = root;
    this.#owner = { kind: 'running', pid, host, canSend: false };
    this.#heard = { seq: reader.head.seq, id: '' };
  }

  get sessionId(): string {
    return this.#reader.sessionId;
  }

  get owner(): SessionOwner {
    return this.#owner;
  }

  /** Calls the listener when the owner changes. Call the result to stop. */
  onOwner(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Connects to the process that runs the session, or reads its log until that is possible. */
  async open(): Promise<void> {
    await this.#connect(this.#owner);
    this.#look().catch((thrown: unknown) => {
      this.#tellUnreadable(AgentError.from(thrown));
    });
  }

  async send(send: Parameters<AgentProtocol['send']>[0]): ReturnType<AgentProtocol['send']> {
    return await this.#connected().send(send);
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
    await this.#connected().abort();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#visit?.close();
    await this.#stopTail();
  }

  #connected(): Visit {
    if (this.#visit !== undefined) return this.#visit;
    if (this.#owner.kind === 'ended') throw ownerGone(this.sessionId);
    throw new AgentError('SESSION_BUSY', 'This session is read-only here', {
      hint: `To take it over: bowline --resume ${this.sessionId} --takeover`,
    });
  }

  /** Tries the socket of the owner. Without one, its log is read. */
  async #connect({ pid, host }: Pick<HeldBy, 'pid' | 'host'>): Promise<void> {
    const early: AgentEvent[] = [];
    let hear = (event: AgentEvent): void => void early.push(event);
    const connection = { isOver: false };
    const socket = readSocketAddress(this.#root, this.sessionId);
    const visit =
      socket === undefined
        ? undefined
        : await connectToSession(socket, {
            sessionId: this.sessionId,
            onEvent: (event) => {
              hear(event);
            },
            onEnd: () => {
              connection.isOver = true;
              if (this.#visit !== undefined && this.#visit === visit) this.#lose();
            },
          });
    if (visit !== undefined) {
      await this.#stopTail();
      await this.#catchUp(visit.seq);
    } else if (this.#tail === undefined) this.#startTail();
    if (this.#isClosed()) {
      visit?.close();
      return;
    }
    this.#visit = visit;
    this.#address = socket;
    for (const event of early) if (isLiveOnly(event) || (seqOf(event) ?? 0) > this.#heard.seq) this.#hear(event);
    hear = (event) => {
      this.#hear(event);
    };
    this.#setOwner({ kind: 'running', pid, host, canSend: visit !== undefined });
    if (connection.isOver && visit !== undefined) this.#lose();
  }

  /** The connection is over: its process has ended, or closed the session. */
  #lose(): void {
    if (this.#isClosed()) return;
    this.#visit = undefined;
    this.#startTail();
  }

  /** Looks for the process that has the session open, and for one that took it over. */
  async #look(): Promise<void> {
    while (!this.#isClosed()) {
      await sleep(LOOK_MS, undefined, { signal: this.#closed.signal }).catch(() => undefined);
      if (this.#isClosed()) return;
      if (this.#visit !== undefined) this.#leaveOld(this.#visit);
      else {
        const held = findOwner(this.#root, this.sessionId);
        if (held === undefined) this.#setEnded();
        else await this.#connect(held);
      }
    }
  }

  /** A process that was fenced off may never close its socket, but its successor has another one. */
  #leaveOld(visit: Visit): void {
    const address = readSocketAddress(this.#root, this.sessionId);
    if (address !== undefined && address !== this.#address) visit.close();
  }

  #setEnded(): void {
    if (this.#owner.kind === 'ended') return;
    const { pid, host } = this.#owner;
    // A process that closes the session removes its address.
    const hasDied = readSocketAddress(this.#root, this.sessionId) !== undefined;
    this.#setOwner({ kind: 'ended', pid, host, at: new Date().toISOString(), hasDied });
  }

  #setOwner(next: SessionOwner): void {
    const { kind, pid } = this.#owner;
    const isSame =
      kind === next.kind && pid === next.pid && this.#canSend() === (next.kind === 'running' && next.canSend);
    this.#owner = next;
    if (!isSame) for (const listener of this.#listeners) listener();
  }

  #canSend(): boolean {
    return this.#owner.kind === 'running' && this.#owner.canSend;
  }

  #hear(event: AgentEvent): void {
    const kept = toKeptId(event.id);
    if (!isLiveOnly(event)) this.#heard = { seq: seqOf(event) ?? this.#heard.seq, id: kept };
    this.#fanOut.emit(event);
  }

  /** Reads what was saved before the first event of a connection. */
  async #catchUp(to: number): Promise<void> {
    for await (const record of this.#reader.read({ from: this.#heard.seq + 1, to }))
      for (const event of toAgentEvents(record, this.sessionId)) this.#hear(event);
    this.#heard = { ...this.#heard, seq: Math.max(this.#heard.seq, to) };
  }

  /** Reads saved events as they are written, without a connection to the writer. */
  #startTail(): void {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      try {
        for await (const record of this.#reader.tail(this.#heard.seq + 1, stop.signal))
          for (const event of toAgentEvents(record, this.sessionId)) this.#hear(event);
      } catch (thrown) {
        if (!stop.signal.aborted) this.#tellUnreadable(AgentError.from(thrown));
      }
    };
    this.#tail = { stop, ended: read() };
  }

  async #stopTail(): Promise<void> {
    const tail = this.#tail;
    this.#tail = undefined;
    tail?.stop.abort();
    await tail?.ended;
  }

  #tellUnreadable({ code, message, hint = '' }: AgentError): void {
    const id = createLiveId(this.#heard.id, 1);
    this.#fanOut.emit({ type: 'error', id, at: new Date().toISOString(), code, message, hint, fatal: true });
  }

  #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }
}

function seqOf({ id }: AgentEvent): number | undefined {
  return toSeq(toKeptId(id).split('.')[0] ?? '');
}
