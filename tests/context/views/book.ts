import type { NewRecord } from '@bowline/log';
import { History } from '../../../packages/runtime/src/journal/history.ts';
import { toPlaced } from './shelf.ts';

/** What a session is played on: its records, and what the model would be shown of them. */
export interface Book {
  readonly history: History;
  /** The last record. */
  readonly head: number;
  readonly append: (records: readonly NewRecord[]) => Promise<void>;
  /** Goes on with a copy that ends at a record. */
  readonly fork: (at: number) => Promise<void>;
  /** Reads the session again: what others would show the model of it, by who they are. */
  readonly reread: () => Promise<Readonly<Record<string, History>>>;
}

/** Tokens as anybody would guess them. */
export function guessTokens(content: object): number {
  return Math.ceil(JSON.stringify(content).length / 4);
}

/** A book that is nowhere: it only goes on. */
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
