import { openStore, type LogRecord, type SessionReader } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './mutate-files.ts';
import { RecordMap } from './record-map.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { startChild } from '../kills/start-child.ts';

/** The session that is damaged. */
export const VICTIM = 'victim';
const HALF = 30;

/** A session in a certain state: its bytes and its records. */
export interface VictimState {
  readonly name: 'closed' | 'killed';
  readonly files: Files;
  readonly records: readonly LogRecord[];
  readonly map: RecordMap;
  /** Files to damage, each repeated as often as it should be chosen. */
  readonly targets: readonly string[];
}

/**
 * Creates the victim below `folder`: closed properly, then reopened and killed with `kill -9`, which leaves a
 * write-ahead log.
 */
export async function createVictimStates(folder: string, random: SeededRandom): Promise<VictimState[]> {
  const root = join(folder, 'origin');
  const home = join(root, VICTIM);
  await writeFirstHalf(root, createTexts(random, 2, HALF));
  const closed = readFiles(home);
  const closedRecords = await readCopy(root, join(folder, 'closed'));
  const texts = createTexts(random, HALF + 1, 2 * HALF);
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts));
  const child = startChild(
    join(import.meta.dirname, 'children/r4-killed-writer.ts'),
    [root, VICTIM, join(folder, 'texts.json')],
    join(folder, 'cache'),
  );
  const { signal, output, errors } = await child.ended;
  if (signal !== 'SIGKILL' || output.trim().split('\n').length !== texts.length)
    throw new Error(`the writer did not end as it should: ${errors}`);
  const killed = readFiles(home);
  if ((killed.get('events.db-wal')?.length ?? 0) < 100_000) throw new Error('the writer left no write-ahead log');
  const killedRecords = await readCopy(root, join(folder, 'killed'));
  if (killedRecords.length !== 2 * HALF) throw new Error('the writer left too few records');
  return [toState('closed', closed, closedRecords), toState('killed', killed, killedRecords)];
}

export async function readAll(reader: SessionReader): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for await (const record of reader.read()) records.push(record);
  return records;
}

async function writeFirstHalf(root: string, texts: readonly string[]): Promise<void> {
  const store = openStore({ root });
  const log = await store.open(VICTIM, { owner, create: true });
  await log.append([started(VICTIM)]);
  for (const text of texts) await log.append([note(text)]);
  await log.saveSnapshot({ name: 'r4', version: 1, seq: texts.length, state: 'derived '.repeat(300) });
  await log.close();
  await store.close();
}

/** Texts of 100 bytes to 20 KB, mostly small, filled with words that identify their record. */
function createTexts(random: SeededRandom, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => {
    const size = Math.round(100 * 200 ** (random.int(0, 1000) / 1000));
    return markerOf(from + n)
      .repeat(Math.ceil(size / 12))
      .slice(0, Math.max(size, 12));
  });
}

function markerOf(seq: number): string {
  return `record-${String(seq).padStart(4, '0')} `;
}

function readFiles(home: string): Files {
  const names = readdirSync(home).filter((name) => statSync(join(home, name)).isFile());
  return new Map(names.map((name) => [name, readFileSync(join(home, name))]));
}

/** Reads a copy, because reading a session that was left by a kill changes its files. */
async function readCopy(root: string, copy: string): Promise<LogRecord[]> {
  cpSync(root, copy, { recursive: true });
  const store = openStore({ root: copy });
  const reader = await store.openReader(VICTIM);
  try {
    const { isSound, problems } = await reader.verify();
    if (!isSound) throw new Error(`the session is not sound before it is damaged: ${problems.join('; ')}`);
    return await readAll(reader);
  } finally {
    await reader.close();
    await store.close();
  }
}

function toState(name: VictimState['name'], files: Files, records: readonly LogRecord[]): VictimState {
  const markers = new Map(records.map(({ seq }) => [seq, seq === 1 ? 'session_started' : markerOf(seq)]));
  const [database, witness, wal] = ['events.db', 'head', 'events.db-wal'] as const;
  const targets =
    name === 'closed'
      ? [database, database, database, database, database, witness]
      : [wal, wal, wal, database, database, witness];
  return { name, files, records, map: new RecordMap(files, markers), targets };
}
