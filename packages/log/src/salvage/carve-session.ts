import { GENESIS, hashRecord } from '../records/chain.ts';
import { decodeRecord, type LogRecord } from '../records/log-record.ts';
import { readWitness } from '../sqlite/head-witness.ts';
import type { RecordRow } from '../sqlite/record-table.ts';
import type { SessionFiles } from '../sqlite/session-files.ts';
import { carveRows, isProven } from './carve-rows.ts';
import { readPages } from './database-pages.ts';

/** Returns the longest prefix of a session that can be proven, whatever the state of its files. */
export function carveSession(files: SessionFiles): { records: LogRecord[]; lost: number } {
  const pages = readPages(files);
  const witnessed = readWitness(files.witness)?.seq ?? 0;
  let rows = carveRows(pages, 'pointers');
  let records = followChain(rows);
  const last = Math.max(witnessed, records.length, ...provenSeqs(rows));
  if (records.length < last || last === 0) {
    rows = carveRows(pages, 'every byte');
    records = followChain(rows);
  }
  return { records, lost: Math.max(last, records.length, ...provenSeqs(rows)) - records.length };
}

/** Ignores rows without a valid checksum, because they may have any number. */
const provenSeqs = (rows: readonly RecordRow[]): number[] => rows.filter(isProven).map(({ seq }) => seq);

/** Follows the chain from the first record, as long as one of the rows is a valid next record. */
function followChain(rows: readonly RecordRow[]): LogRecord[] {
  const bySeq = Map.groupBy(rows, (row) => row.seq);
  const records: LogRecord[] = [];
  let previous = GENESIS;
  for (;;) {
    const seq = records.length + 1;
    const row = bySeq.get(seq)?.find((candidate) => hashRecord(previous, seq, candidate) === candidate.hash);
    if (row === undefined) return records;
    records.push(decodeRecord(row, seq, row.hash));
    previous = row.hash;
  }
}
