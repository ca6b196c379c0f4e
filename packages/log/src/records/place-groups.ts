import * as z from 'zod';
import { hashRecord } from './chain.ts';
import type { RecordFields } from './log-record.ts';

/** Records that are appended all or none. */
export interface AppendGroup {
  readonly records: readonly RecordFields[];
  /** Append only if this is the last record. */
  readonly after: number | null;
}

/** The position of a record in the chain. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

/** The positions of a group's records, or why this group was rejected. Other groups are not affected. */
export type AppendOutcome =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly code: 'LOG_MOVED' | 'RECORD_INVALID'; readonly message: string };

/** A record with its place. */
export type PlacedRecord = RecordFields & Place;

export interface PlacedGroups {
  /** The records to write, in order. */
  readonly records: readonly PlacedRecord[];
  /** One per group. */
  readonly outcomes: readonly AppendOutcome[];
  readonly head: Place;
}

/** Assigns positions after the head. A group whose condition fails is rejected, and the others move up. */
export function placeGroups(groups: readonly AppendGroup[], start: Place): PlacedGroups {
  const records: PlacedRecord[] = [];
  let head = start;
  const outcomes = groups.map((group): AppendOutcome => {
    if (group.after !== null && group.after !== head.seq) {
      return { ok: false, code: 'LOG_MOVED', message: `The log is at record ${head.seq}, not at ${group.after}` };
    }
    const placed = placeRecords(group.records, head);
    if (typeof placed === 'string') return { ok: false, code: 'RECORD_INVALID', message: placed };
    records.push(...placed);
    const places = placed.map(({ seq, hash }) => ({ seq, hash }));
    head = places.at(-1) ?? head;
    return { ok: true, places };
  });
  return { records, outcomes, head };
}

/** Returns the target record of a rewind. */
export function rewindTarget(body: string): number {
  return z.object({ to: z.number() }).parse(JSON.parse(body)).to;
}

function placeRecords(records: readonly RecordFields[], start: Place): PlacedRecord[] | string {
  const placed: PlacedRecord[] = [];
  let head = start;
  for (const fields of records) {
    const seq = head.seq + 1;
    if (fields.type === 'rewound' && rewindTarget(fields.body) >= seq)
      return `No record ${rewindTarget(fields.body)} to rewind to`;
    head = { seq, hash: hashRecord(head.hash, seq, fields) };
    placed.push({ ...fields, ...head });
  }
  return placed;
}
