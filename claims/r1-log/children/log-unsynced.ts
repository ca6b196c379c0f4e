import { DatabaseSync } from 'node:sqlite';
import { openAcks } from '../ack-file.ts';

/** A database that never syncs but acknowledges all the same. */
const [, , root = '', ackPath = ''] = process.argv;
const ack = openAcks(ackPath);
const database = new DatabaseSync(`${root}.db`);
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
  CREATE TABLE records (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`);
const insert = database.prepare('INSERT INTO records VALUES (?, ?)');
for (let seq = 1; seq <= 15_000; seq += 1) {
  insert.run(seq, 'x'.repeat(1000));
  ack('unsynced', { seq, hash: '-' });
}
