import { AgentError, type TokenUsage } from '@bowline/protocol';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { Projection } from '../projection.ts';
import { sessionFold } from '../records/session-fold.ts';
import type { SessionReader, SessionSummary } from '../session-log.ts';
import { filesIn, isSessionId } from '../sqlite/session-files.ts';
import { pickSummary, toDamagedSummary, toSummary } from './session-summary.ts';

const summarySchema = z.object({
  sessionId: z.string(),
  workspace: z.string(),
  title: z.string().nullable(),
  firstMessage: z.string().nullable(),
  parent: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  messages: z.number(),
  records: z.number(),
  isOpen: z.boolean(),
  pending: z.number(),
  movedTo: z.string().nullable().optional(),
  model: z.string().nullable(),
  cost: z.number().nullable(),
  damage: z.string().nullable(),
});

/**
 * Cached summaries of the sessions in a folder.
 *
 * Only the reader writes to it: a summary is read from the session again when its files have changed. It can be deleted
 * at any time. A session that cannot be read is one entry.
 */
export class SessionCatalog {
  readonly #root: string;
  readonly #openReader: (sessionId: string) => Promise<SessionReader>;
  #memory: DatabaseSync | undefined;

  constructor(root: string, openReader: (sessionId: string) => Promise<SessionReader>) {
    this.#root = root;
    this.#openReader = openReader;
  }

  async list(filter: { readonly workspace?: string }): Promise<SessionSummary[]> {
    const names = readdirSync(this.#root).filter(isSessionId);
    const summaries: SessionSummary[] = [];
    for (const name of names) {
      const summary = await this.#summary(name);
      if (summary !== undefined) summaries.push(summary);
    }
    this.#forgetAllBut(new Set(names));
    const { workspace } = filter;
    const wanted = workspace === undefined ? summaries : summaries.filter((summary) => summary.workspace === workspace);
    return wanted.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
  }

  async find(wanted: string, filter: { readonly workspace?: string }): Promise<SessionSummary | undefined> {
    if (isSessionId(wanted) && existsSync(filesIn(join(this.#root, wanted)).database))
      return await this.#summary(wanted);
    return pickSummary(await this.list(filter), wanted);
  }

  close(): void {
    this.#memory?.close();
    this.#memory = undefined;
  }

  async #summary(sessionId: string): Promise<SessionSummary | undefined> {
    const stamp = stampOf(join(this.#root, sessionId));
    if (stamp === undefined) return undefined;
    const known = this.#recall(sessionId, stamp.text);
    if (known !== undefined) return known;
    const summary = await this.#read(sessionId, stamp.at);
    // A session that cannot be read is not cached: a later version may be able to.
    if (summary.damage === null)
      this.#remember(
        'INSERT OR REPLACE INTO summaries VALUES (?, ?, ?)',
        sessionId,
        stamp.text,
        JSON.stringify(summary),
      );
    return summary;
  }

  async #read(sessionId: string, changedAt: string): Promise<SessionSummary> {
    try {
      const reader = await this.#openReader(sessionId);
      try {
        const { state } = await Projection.open(reader, sessionFold);
        const { model } = state;
        return { ...toSummary(sessionId, state, reader.head.seq), model, cost: costOf(state.usage) };
      } finally {
        await reader.close();
      }
    } catch (thrown) {
      return toDamagedSummary(sessionId, changedAt, AgentError.from(thrown).message);
    }
  }

  #recall(sessionId: string, stamp: string): SessionSummary | undefined {
    const row = this.#database()
      .prepare('SELECT summary FROM summaries WHERE sessionId = ? AND stamp = ?')
      .get(sessionId, stamp);
    const parsed = summarySchema.safeParse(row === undefined ? undefined : JSON.parse(String(row['summary'])));
    return parsed.data;
  }

  #forgetAllBut(names: ReadonlySet<string>): void {
    for (const row of this.#database().prepare('SELECT sessionId FROM summaries').all()) {
      const sessionId = String(row['sessionId']);
      if (!names.has(sessionId)) this.#remember('DELETE FROM summaries WHERE sessionId = ?', sessionId);
    }
  }

  #remember(statement: string, ...values: readonly string[]): void {
    try {
      this.#database()
        .prepare(statement)
        .run(...values);
    } catch {
      // On a full or read-only disk, a summary that is not cached is read from the session again.
    }
  }

  #database(): DatabaseSync {
    this.#memory ??= openMemory(join(this.#root, 'index.db'));
    return this.#memory;
  }
}

/** Nothing for a session without requests; null if a price is unknown. */
function costOf({ cost, inputTokens, outputTokens }: TokenUsage): number | null {
  return cost ?? (inputTokens + outputTokens === 0 ? 0 : null);
}

/**
 * Recreates a cache that cannot be read, and keeps it in memory if it cannot be written: all its data is in the
 * sessions.
 */
function openMemory(path: string): DatabaseSync {
  for (const attempt of [path, path, ':memory:']) {
    try {
      return connectMemory(attempt);
    } catch {
      removeMemory(path);
    }
  }
  throw new AgentError('STORE_FAILED', `Cannot create an index of the sessions in ${path}`);
}

function removeMemory(path: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  } catch {
    // The folder is not writable, so the cache is kept in memory.
  }
}

function connectMemory(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 1000 });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS summaries (sessionId TEXT PRIMARY KEY, stamp TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
      SELECT count(*) FROM summaries`);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Returns a stamp that changes whenever the records of a session do. */
function stampOf(folder: string): { text: string; at: string } | undefined {
  const { database, wal, witness } = filesIn(folder);
  const main = statSync(database, { throwIfNoEntry: false }) ?? statSync(witness, { throwIfNoEntry: false });
  if (main === undefined) return undefined;
  const tail = statSync(wal, { throwIfNoEntry: false });
  return {
    text: `${main.mtimeMs}:${main.size}:${tail?.mtimeMs ?? 0}:${tail?.size ?? 0}`,
    at: main.mtime.toISOString(),
  };
}
