import type { LogRecord } from './log-record.ts';

/** Computes a state from records. Pure: the same records give the same state. */
export interface Fold<State> {
  /** Identifies its snapshots. */
  readonly name: string;
  /** Raised whenever `reduce` or the state's shape changes, so that old snapshots are not used. */
  readonly version: number;
  readonly initial: State;
  readonly reduce: (state: State, record: LogRecord) => State;
  readonly encode: (state: State) => string;
  readonly decode: (text: string) => State;
}
