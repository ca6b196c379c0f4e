import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAckedRecords, type AckedRecord } from '../kills/acked-records.ts';
import { readLines } from '../confirmation/confirmation-script.ts';
import { readContextNotes, type AskedNote, type ContextNote } from './context-notes.ts';
import { SESSION, type ContextPlaces } from './context-script.ts';
import { readLog, type ReadLog } from '../kills/read-log.ts';

/** Everything that a round left: its log, and what is known apart from it. */
export interface ContextEvidence extends ReadLog {
  readonly notes: readonly ContextNote[];
  readonly acked: readonly AckedRecord[];
  readonly effects: readonly string[];
  /** The contents of the files that hold masked results, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** A recorded request and the process that sent it. */
export type Asked = AskedNote & { readonly run: number };

/** Reads the evidence of a round without changing it. */
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

/** The process that appended a record: the last one that had opened the log before it. */
export function runOf({ notes }: ContextEvidence, seq: number): number {
  const opened = notes.filter((note) => note.kind === 'opened');
  return opened.findLast(({ head }) => head < seq)?.run ?? 0;
}
