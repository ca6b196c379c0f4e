import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAckedRecords, type AckedRecord } from '../kills/acked-records.ts';
import { readLines } from '../confirmation/confirmation-script.ts';
import { readContextNotes, type AskedNote, type ContextNote } from './context-notes.ts';
import { SESSION, type ContextPlaces } from './context-script.ts';
import { readLog, type ReadLog } from '../kills/read-log.ts';

/** All that a round has left: its log as anybody can read it, and what is known from outside of it. */
export interface ContextEvidence extends ReadLog {
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
    ...(await readLog(places.sessions, SESSION)),
    notes: readContextNotes(places.notes),
    acked: readAckedRecords(places.acks),
    effects: readLines(places.effects),
    files: new Map(names.map((name) => [join(artifacts, name), readFileSync(join(artifacts, name), 'utf8')])),
  };
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
