import { AgentError } from '@bowline/protocol';
import { existsSync, statSync } from 'node:fs';
import { GENESIS, hashRecord } from '../records/chain.ts';
import type { LogHead, VerifyReport } from '../session-log.ts';
import { checksumFile, readWitness, type Witness } from './head-witness.ts';
import type { RecordRow } from './record-table.ts';
import { SessionDatabase } from './session-database.ts';
import type { SessionFiles } from './session-files.ts';

const PAGE = 500;

/**
 * Verifies that the log continues from `known` to `head` without a gap or a change; throws `SESSION_DAMAGED` if not.
 */
export function proveTail(database: SessionDatabase, known: LogHead, head: LogHead): void {
  const chain = walkChain(database, known);
  if (chain.head.seq === head.seq && chain.problem === undefined) return;
  throw new AgentError('SESSION_DAMAGED', chain.problem ?? `Record ${known.seq} is missing although it was saved`, {
    hint: 'Run bowline sessions salvage with its id. The original is kept',
  });
}

/** Verifies everything in an open session: the file, the chain from the first record, the meta row and the witness. */
export function verifyDatabase(database: SessionDatabase, files: SessionFiles): VerifyReport {
  const problems: string[] = [];
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      problems.push(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  attempt(() => problems.push(...database.integrityProblems()));
  attempt(() => void database.meta.read());
  const chain = walkChain(database, { seq: 0, hash: GENESIS });
  if (chain.problem !== undefined) problems.push(chain.problem);
  attempt(() => {
    const problem = checkWitness(readWitness(files.witness), database, chain.head);
    if (problem !== undefined) problems.push(problem);
  });
  return { isSound: problems.length === 0, valid: chain.head.seq, problems };
}

/** Verifies a session that may not even open. The seal is checked first, while there is no connection. */
export function verifySession(files: SessionFiles): VerifyReport {
  const seal = checkSeal(files);
  let database: SessionDatabase;
  try {
    database = SessionDatabase.openReadOnly(files.database);
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    return { isSound: false, valid: 0, problems: [...seal.problems, problem] };
  }
  try {
    const report = verifyDatabase(database, files);
    const problems = [...report.problems];
    // The seal is outdated if a later writer has an epoch; a damaged row cannot claim that.
    if (seal.problems.length > 0 && !isOutdated(database, seal.witness)) problems.push(...seal.problems);
    return { ...report, isSound: problems.length === 0, problems };
  } finally {
    database.close();
  }
}

function checkSeal(files: SessionFiles): { witness: Witness | undefined; problems: string[] } {
  const witness = readWitness(files.witness);
  if (witness?.seal == null || !existsSync(files.database)) return { witness, problems: [] };
  const { size, crc } = checksumFile(files.database);
  const problems: string[] = [];
  if (size !== witness.seal.size || crc !== witness.seal.crc)
    problems.push('The database was changed after it was closed');
  if (existsSync(files.wal) && statSync(files.wal).size > 0)
    problems.push('A write-ahead log appeared after the session was closed');
  return { witness, problems };
}

function isOutdated(database: SessionDatabase, witness: Witness | undefined): boolean {
  try {
    return witness !== undefined && database.meta.read().epoch > witness.epoch;
  } catch {
    return false; // an unreadable row proves nothing
  }
}

/** Checks that the log still has the record of the witness. Returns the problem if it does not. */
export function checkWitness(
  witness: Witness | undefined,
  database: SessionDatabase,
  head: LogHead,
): string | undefined {
  if (witness === undefined) return 'The witness of the last record is missing or damaged';
  if (witness.epoch > database.meta.read().epoch) return 'The database is older than its witness';
  if (witness.seq === 0) return undefined;
  if (head.seq < witness.seq) return `Records ${head.seq + 1} to ${witness.seq} are lost`;
  return readRow(database, witness.seq)?.hash === witness.hash
    ? undefined
    : `Record ${witness.seq} is not the one that was written`;
}

/** Follows the chain from a known record as far as it is valid. */
function walkChain(database: SessionDatabase, known: LogHead): { head: LogHead; problem: string | undefined } {
  let head = known;
  let size = PAGE;
  if (known.seq > 0 && readRow(database, known.seq)?.hash !== known.hash) {
    return { head: { seq: 0, hash: GENESIS }, problem: `Record ${known.seq} was replaced` };
  }
  for (;;) {
    try {
      const rows = database.records.page({ from: head.seq + 1, to: Number.MAX_SAFE_INTEGER }, size);
      for (const row of rows) {
        if (row.seq !== head.seq + 1) return { head, problem: `Record ${head.seq + 1} is missing` };
        if (hashRecord(head.hash, row.seq, row) !== row.hash)
          return { head, problem: `Record ${row.seq} does not follow the record before it` };
        head = { seq: row.seq, hash: row.hash };
      }
      if (rows.length < size) return { head, problem: undefined };
    } catch (thrown) {
      // A page with a bad row returns none of its good ones, so continue row by row up to the bad one.
      if (size === 1) return { head, problem: thrown instanceof Error ? thrown.message : String(thrown) };
      size = 1;
    }
  }
}

function readRow(database: SessionDatabase, seq: number): RecordRow | undefined {
  try {
    return database.records.row(seq);
  } catch {
    return undefined; // an unreadable row is not the one that was written
  }
}
