import type { Fold } from './records/fold.ts';
import { isVisible, rangesAfter, toVisibleRanges, type Rewind, type SeqRange } from './records/lineage.ts';
import type { LogRecord } from './records/log-record.ts';
import type { SessionLog, SessionReader } from './session-log.ts';

/** How many records may follow the last snapshot before a writer saves another. */
const SNAPSHOT_EVERY = 2000;

/** A fold that stays in sync with a log: starts at the latest snapshot, then gets each record once, in order. */
export class Projection<State> {
  readonly #log: SessionReader;
  readonly #fold: Fold<State>;
  readonly #rewinds: Rewind[];
  #state: State;
  #seq: number;
  #savedAt: number;

  private constructor(log: SessionReader, fold: Fold<State>, start: Start<State>) {
    this.#log = log;
    this.#fold = fold;
    this.#rewinds = [...start.rewinds];
    this.#state = start.state;
    this.#seq = start.seq;
    this.#savedAt = start.savedAt;
  }

  static async open<State>(log: SessionReader, fold: Fold<State>): Promise<Projection<State>> {
    const rewinds = await log.rewinds();
    const head = log.head.seq;
    const { state, savedAt } = await foldTo(log, fold, toVisibleRanges(rewinds, head));
    return new Projection(log, fold, { rewinds, state, seq: head, savedAt });
  }

  get state(): State {
    return this.#state;
  }

  /** The last record that was applied. */
  get seq(): number {
    return this.#seq;
  }

  /** The records that are currently visible, as ranges, oldest first. */
  get visible(): SeqRange[] {
    return toVisibleRanges(this.#rewinds, this.#seq);
  }

  /** Applies the records that follow the last one. A rewind reads the log again; any other record is a single step. */
  async apply(records: readonly LogRecord[]): Promise<void> {
    for (const record of records) {
      if (record.seq <= this.#seq) continue;
      if (record.type === 'rewound') await this.#goBack(record.seq, record.body.to);
      this.#state = this.#fold.reduce(this.#state, record);
      this.#seq = record.seq;
    }
  }

  /** Saves a snapshot if at least `due` records have been applied since the last one. */
  async save(log: SessionLog, { due = SNAPSHOT_EVERY }: { readonly due?: number } = {}): Promise<void> {
    if (this.#seq - this.#savedAt < due) return;
    const { name, version, encode } = this.#fold;
    await log.saveSnapshot({ name, version, seq: this.#seq, state: encode(this.#state) });
    this.#savedAt = this.#seq;
  }

  async #goBack(at: number, to: number): Promise<void> {
    const { state } = await foldTo(this.#log, this.#fold, toVisibleRanges(this.#rewinds, to));
    this.#state = state;
    this.#rewinds.push({ at, to });
  }
}

/** Returns the state of a fold at a record, taking into account the rewinds before it. */
export async function foldAt<State>(log: SessionReader, fold: Fold<State>, seq: number): Promise<State> {
  const { state } = await foldTo(log, fold, toVisibleRanges(await log.rewinds(), seq));
  return state;
}

interface Start<State> {
  readonly rewinds: readonly Rewind[];
  readonly state: State;
  readonly seq: number;
  readonly savedAt: number;
}

async function foldTo<State>(
  log: SessionReader,
  fold: Fold<State>,
  path: readonly SeqRange[],
): Promise<{ state: State; savedAt: number }> {
  const snapshot = await log.snapshot(fold.name, fold.version, path);
  const savedAt = snapshot !== undefined && isVisible(path, snapshot.seq) ? snapshot.seq : 0;
  let state = snapshot === undefined || savedAt === 0 ? fold.initial : fold.decode(snapshot.state);
  for (const range of rangesAfter(path, savedAt)) {
    for await (const record of log.read(range)) state = fold.reduce(state, record);
  }
  return { state, savedAt };
}
