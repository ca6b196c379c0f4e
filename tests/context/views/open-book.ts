import { expect } from 'vitest';
import { toVisibleRanges, type NewRecord, type SessionLog } from '@bowline/log';
import { Journal } from '../../../packages/runtime/src/journal/journal.ts';
import { History } from '../../../packages/runtime/src/journal/history.ts';
import { guessTokens, type Book } from './book.ts';
import { toBytes } from './observed.ts';
import { toPlaced, type Shelf } from './shelf.ts';

/** A book that must be closed. */
export interface OpenBook extends Book {
  /** Undoes all that has made the view shorter, and returns how often and the view if nothing had ever done so. */
  readonly lengthen: () => Promise<{ readonly steps: number; readonly views: Readonly<Record<string, History>> }>;
  readonly close: () => Promise<void>;
}

/** The session is reread each time, but closed and reopened only this often, because that waits for the disk. */
const CLOSE_EVERY = 4;

/**
 * A new session on a shelf, written and read by the journal of the runtime. Each record is applied at once; the log
 * receives them together when needed, because every commit waits for the disk.
 */
export async function openBook(shelf: Shelf): Promise<OpenBook> {
  let rereads = 0;
  let pending: NewRecord[] = [];
  let writer = await openJournal(await shelf.create());
  let live = await readAgain(writer.log);
  const flush = async (): Promise<void> => {
    if (pending.length > 0) await writer.append(pending);
    pending = [];
  };
  return {
    get history() {
      return live;
    },
    get head() {
      return writer.log.head.seq + pending.length;
    },
    append: async (records) => {
      for (const record of records) {
        pending.push(record);
        if (record.type !== 'rewound') live.take(toPlaced(record, writer.log.head.seq + pending.length));
      }
      if (!records.some(({ type }) => type === 'rewound')) return;
      await flush();
      live = await readAgain(writer.log);
    },
    fork: async (at) => {
      await flush();
      writer = await openJournal(await shelf.fork(writer.log, at));
      live = await readAgain(writer.log);
    },
    reread: async () => {
      await flush();
      const { history } = writer;
      rereads += 1;
      if (rereads % CLOSE_EVERY === 0) writer = await openJournal(await shelf.reopen(writer.log));
      return { 'who wrote it': history, 'who opens it again': await readAgain(writer.log) };
    },
    lengthen: async () => {
      await flush();
      let steps = 0;
      for (;;) {
        const longer = await writer.longer();
        if (longer === undefined) break;
        steps += 1;
        await writer.append([{ type: 'context_restored', body: { undone: longer.undone, tokens: 0 } }]);
        expect(toBytes(writer.history.contents)).toEqual(toBytes(longer.history.contents));
      }
      const never = new History(guessTokens);
      for (const range of toVisibleRanges(await writer.log.rewinds(), writer.log.head.seq))
        for await (const record of writer.log.read(range))
          if (record.type !== 'context_masked' && record.type !== 'context_compacted') never.take(record);
      return { steps, views: { never, written: writer.history, reopened: await readAgain(writer.log) } };
    },
    close: async () => {
      await writer.close();
      await shelf.close();
    },
  };
}

async function openJournal(log: SessionLog): Promise<Journal> {
  return await Journal.open(log, guessTokens, (thrown) => {
    throw thrown;
  });
}

async function readAgain(log: SessionLog): Promise<History> {
  return (await openJournal(log)).history;
}
