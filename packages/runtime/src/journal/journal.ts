import type { Content } from '@google/genai';
import { AgentError, createLiveId, FanOut, type AgentEvent, type AgentEventBody } from '@bowline/protocol';
import {
  Projection,
  rangesAfter,
  sessionFold,
  type AppendOptions,
  type LogRecord,
  type NewRecord,
  type SessionLog,
  type SessionState,
} from '@bowline/log';
import { History } from './history.ts';
import type { TurnState } from '../state/turn-state.ts';
import { turnFold } from '../state/reduce-turn.ts';
import { toAgentEvents } from './to-agent-events.ts';

/** Reading fewer records again takes less time than committing the two snapshots. */
const DUE_AT_CLOSE = 64;

/**
 * The single owner of a session's log in this process. Appended records are folded, then reported to subscribers, in
 * that order. Nothing else in the runtime holds state that outlives a call.
 */
export class Journal {
  readonly log: SessionLog;
  readonly #turn: Projection<TurnState>;
  readonly #session: Projection<SessionState>;
  readonly #fanOut: FanOut;
  readonly #estimate: (content: Content) => number;
  #history: History;
  #told: { seq: number; id: string; live: number };
  #untold: LogRecord[] = [];
  #takenSeq: number;

  private constructor(log: SessionLog, opened: Opened, onFault: (thrown: unknown) => void) {
    this.log = log;
    this.#turn = opened.turn;
    this.#session = opened.session;
    this.#history = opened.history;
    this.#estimate = opened.estimate;
    this.#takenSeq = log.head.seq;
    this.#told = { seq: log.head.seq, id: opened.lastId, live: 0 };
    this.#fanOut = new FanOut(onFault);
  }

  static async open(
    log: SessionLog,
    estimate: (content: Content) => number,
    onFault: (thrown: unknown) => void,
  ): Promise<Journal> {
    const turn = await Projection.open(log, turnFold);
    const session = await Projection.open(log, sessionFold);
    const history = await readHistory(log, session.state, { visible: session.visible, estimate });
    let lastId = '';
    for await (const record of log.read({ from: log.head.seq })) lastId = record.id;
    return new Journal(log, { turn, session, history, lastId, estimate }, onFault);
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

  /** The last record that was processed here. The log may be ahead by records that are being appended. */
  get takenSeq(): number {
    return this.#takenSeq;
  }

  /**
   * Appends the records if nothing was appended since they were created. Returns false otherwise, and they must be
   * created again.
   */
  async appendNext(records: readonly NewRecord[]): Promise<boolean> {
    try {
      await this.append(records, { after: this.#takenSeq });
      return true;
    } catch (thrown) {
      if (AgentError.is(thrown) && thrown.code === 'LOG_MOVED') return false;
      throw thrown;
    }
  }

  /** The last record that subscribers received. Readers may not go further. */
  get toldSeq(): number {
    return this.#told.seq;
  }

  /**
   * Appends, folds and reports records. With `isTold: false`, reporting waits for `tell`, so that a caller can return
   * first.
   */
  async append(
    records: readonly NewRecord[],
    options: AppendOptions & { readonly isTold?: boolean } = {},
  ): Promise<readonly LogRecord[]> {
    const { isTold = true, ...condition } = options;
    const appended = await this.log.append(records, condition);
    await this.#turn.apply(appended);
    await this.#session.apply(appended);
    if (appended.some(({ type }) => type === 'rewound' || type === 'context_restored'))
      this.#history = await this.#read(this.#session.state);
    else for (const record of appended) this.#history.take(record);
    this.#takenSeq = appended.at(-1)?.seq ?? this.#takenSeq;
    this.#untold.push(...appended);
    if (isTold) this.tell();
    await this.#session.save(this.log);
    await this.#turn.save(this.log);
    return appended;
  }

  /** What the model would see if the last compaction or masking were undone. Undefined if there is none. */
  async longer(): Promise<{ readonly undone: number; readonly history: History } | undefined> {
    const { state } = this.#session;
    const last = state.shortened.at(-1);
    if (last === undefined) return undefined;
    const undone = [...state.undone, last.at];
    const history = await this.#read({ compacted: last.before, undone, restoredAt: this.log.head.seq + 1 });
    return { undone: last.at, history };
  }

  async #read(state: Shortened): Promise<History> {
    return await readHistory(this.log, state, { visible: this.#session.visible, estimate: this.#estimate });
  }

  /** Reports all appended records that subscribers have not received, in order. */
  tell(): void {
    const records = this.#untold;
    this.#untold = [];
    for (const record of records) {
      this.#told = { seq: record.seq, id: record.id, live: 0 };
      for (const event of toAgentEvents(record, this.log.sessionId)) this.#fanOut.emit(event);
    }
  }

  /** Reports a live event, which is never saved. */
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
      await this.#session.save(this.log, { due: DUE_AT_CLOSE });
      await this.#turn.save(this.log, { due: DUE_AT_CLOSE });
    } catch {
      // A snapshot only saves time. If it cannot be saved, as after a takeover, the records are folded again.
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
  readonly estimate: (content: Content) => number;
}

/** What the model does not see as it was. */
type Shortened = Pick<SessionState, 'compacted' | 'undone' | 'restoredAt'>;

interface Readable {
  readonly visible: Projection<SessionState>['visible'];
  readonly estimate: (content: Content) => number;
}

/** What the model sees, from the last summary on. Earlier records are not even read. */
async function readHistory(
  log: SessionLog,
  { compacted, ...restored }: Shortened,
  { visible, estimate }: Readable,
): Promise<History> {
  const { undone } = restored;
  const history = new History(estimate, restored);
  const { at, through } = compacted ?? { at: 0, through: 0 };
  if (at > 0)
    for await (const record of log.read({ from: at, to: at }))
      if (record.type === 'context_compacted') history.compact(record.seq, record.body);
  for (const range of rangesAfter(visible, through))
    for await (const record of log.read(range))
      if (record.type !== 'context_compacted' || (record.seq > at && !undone.includes(record.seq)))
        history.take(record);
  return history;
}
