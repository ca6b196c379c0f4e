import type { NewRecord } from '@bowline/log';
import { History } from '../../../packages/runtime/src/journal/history.ts';
import { toPlaced } from './shelf.ts';

/** The records of a session, and the view of the model. */
export interface Book {
  readonly history: History;
  /** The sequence number of the last record. */
  readonly head: number;
  readonly append: (records: readonly NewRecord[]) => Promise<void>;
  /** Continues with a copy that ends at a record. */
  readonly fork: (at: number) => Promise<void>;
  /** Reads the session again, and returns the history as each kind of reader sees it. */
  readonly reread: () => Promise<Readonly<Record<string, History>>>;
}

/** A simple token estimate. */
export function guessTokens(content: object): number {
  return Math.ceil(JSON.stringify(content).length / 4);
}

/** A book without storage, which only supports appending. */
export function createBook(): Book {
  const history = new History(guessTokens);
  let head = 0;
  const onlyGoesOn = async (): Promise<never> => {
    throw new TypeError('this book only goes on');
  };
  return {
    history,
    get head() {
      return head;
    },
    append: async (records) => {
      for (const record of records) {
        head += 1;
        history.take(toPlaced(record, head));
      }
    },
    fork: onlyGoesOn,
    reread: onlyGoesOn,
  };
}
