import { openStore, type LogRecord } from '@bowline/log';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAckedRecords, type AckedRecord } from './acked-records.ts';
import { readLines } from './confirmation-script.ts';
import { readContextNotes, type AskedNote, type ContextNote } from './context-notes.ts';
import { SESSION, type ContextPlaces } from './context-script.ts';

/** All that a round has left: its log as anybody can read it, and what is known from outside of it. */
export interface ContextEvidence {
  readonly records: readonly LogRecord[];
  /** Why the log does not verify. */
  readonly fault: string;
  readonly notes: readonly ContextNote[];
  readonly acked: readonly AckedRecord[];
  readonly effects: readonly string[];
  /** What the files hold that results were put into, by their paths. */
  readonly files: ReadonlyMap<string, string>;
}

/** A request that is noted, and who sent it. */
export type Asked = AskedNote & { readonly run: number };

/** Reads what a round has left, without touching it. */
export async function readEvidence(places: ContextPlaces): Promise<ContextEvidence> {
  const { artifacts } = places;
  const names = existsSync(artifacts) ? readdirSync(artifacts) : [];
  return {
    ...(await readLog(places)),
    notes: readContextNotes(places.notes),
    acked: readAckedRecords(places.acks),
    effects: readLines(places.effects),
    files: new Map(names.map((name) => [join(artifacts, name), readFileSync(join(artifacts, name), 'utf8')])),
  };
}

async function readLog({ sessions }: ContextPlaces): Promise<Pick<ContextEvidence, 'records' | 'fault'>> {
  const store = openStore({ root: sessions });
  try {
    const reader = await store.openReader(SESSION);
    const records: LogRecord[] = [];
    for await (const record of reader.read()) records.push(record);
    const { isSound, problems } = await reader.verify();
    await reader.close();
    return { records, fault: isSound ? '' : problems.join('; ') };
  } finally {
    await store.close();
  }
}

/** The requests of one kind, in order. */
export function askedIn({ notes }: ContextEvidence, what: AskedNote['what']): Asked[] {
  return notes.flatMap((note) => (note.kind === 'asked' && note.what === what ? [note] : []));
}

/** The process that appended a record: the last that had opened the log when it came. */
export function runOf({ notes }: ContextEvidence, seq: number): number {
  const opened = notes.filter((note) => note.kind === 'opened');
  return opened.findLast(({ head }) => head < seq)?.run ?? 0;
}
