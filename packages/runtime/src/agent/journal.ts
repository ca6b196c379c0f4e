import { createLiveId, FanOut, type AgentEvent, type AgentEventBody } from '@bowline/protocol';
import {
  Projection,
  sessionFold,
  type AppendOptions,
  type LogRecord,
  type NewRecord,
  type SessionLog,
  type SessionState,
} from '@bowline/log';
import { History } from '../history/history.ts';
import type { TurnState } from '../turn/turn-state.ts';
import { turnFold } from '../turn/step-turn.ts';
import { toAgentEvents } from '../translate/to-agent-events.ts';

/**
 * The one owner of a session's log in this process: what is appended here is folded and told, in that order.
 * Nothing else in the runtime holds state that outlives a call.
 */
export class Journal {
  readonly log: SessionLog;
  readonly #turn: Projection<TurnState>;
  readonly #session: Projection<SessionState>;
  readonly #fanOut: FanOut;
  #history: History;
  #told: { seq: number; id: string; live: number };
  #untold: LogRecord[] = [];

  private constructor(log: SessionLog, opened: Opened, onFault: (thrown: unknown) => void) {
    this.log = log;
    this.#turn = opened.turn;
    this.#session = opened.session;
    this.#history = opened.history;
    this.#told = { seq: log.head.seq, id: opened.lastId, live: 0 };
    this.#fanOut = new FanOut(onFault);
  }

  static async open(log: SessionLog, onFault: (thrown: unknown) => void): Promise<Journal> {
    const turn = await Projection.open(log, turnFold);
    const session = await Projection.open(log, sessionFold);
    const history = await readHistory(log, turn);
    let lastId = '';
    for await (const record of log.read({ from: log.head.seq })) lastId = record.id;
    return new Journal(log, { turn, session, history, lastId }, onFault);
  }

  get turn(): TurnState {
    return this.#turn.state;
  }

  get session(): SessionState {
    return this.#session.state;
  }

  get history(): History {
    return this.#history;
  }

  /** The last record that subscribers have heard of; nobody may read further. */
  get toldSeq(): number {
    return this.#told.seq;
  }

  /** Appends, folds and tells. With `isTold: false` the telling waits for `tell`, so that a caller can answer first. */
  async append(
    records: readonly NewRecord[],
    options: AppendOptions & { readonly isTold?: boolean } = {},
  ): Promise<readonly LogRecord[]> {
    const { isTold = true, ...condition } = options;
    const appended = await this.log.append(records, condition);
    await this.#turn.apply(appended);
    await this.#session.apply(appended);
    if (appended.some((record) => record.type === 'rewound')) this.#history = await readHistory(this.log, this.#turn);
    else for (const record of appended) this.#history.take(record);
    this.#untold.push(...appended);
    if (isTold) this.tell();
    await this.#session.save(this.log);
    await this.#turn.save(this.log);
    return appended;
  }

  /** Tells subscribers of everything appended and not yet told, in order. */
  tell(): void {
    const records = this.#untold;
    this.#untold = [];
    for (const record of records) {
      this.#told = { seq: record.seq, id: record.id, live: 0 };
      for (const event of toAgentEvents(record)) this.#fanOut.emit(event);
    }
  }

  /** Tells of something that is shown as it happens and never kept. */
  tellLive(body: AgentEventBody): void {
    const streamId = this.#turn.state.streamId;
    const id = createLiveId(this.#told.id, (this.#told.live += 1));
    this.#fanOut.emit({ ...body, id, at: new Date().toISOString(), ...(streamId === null ? {} : { streamId }) });
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#fanOut.subscribe(listener);
  }

  async close(): Promise<void> {
    try {
      await this.#session.save(this.log, { isLast: true });
      await this.#turn.save(this.log, { isLast: true });
    } catch {
      // A snapshot is for speed alone; one that cannot be kept, as after a takeover, is folded again.
    } finally {
      await this.log.close();
    }
  }
}

interface Opened {
  readonly turn: Projection<TurnState>;
  readonly session: Projection<SessionState>;
  readonly history: History;
  readonly lastId: string;
}

async function readHistory(log: SessionLog, turn: Projection<TurnState>): Promise<History> {
  const history = new History();
  for (const range of turn.visible) for await (const record of log.read(range)) history.take(record);
  return history;
}
