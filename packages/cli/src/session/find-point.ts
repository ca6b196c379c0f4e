import { isVisible, toVisibleRanges, type SessionReader, type SessionStore } from '@bowline/log';
import type { JsonObject } from '@bowline/protocol';
import { usageError } from '../texts/error-text.ts';
import { sessionTexts } from '../texts/session-texts.ts';

/** Where a session is to go back to, as typed. */
export interface TypedPoint {
  /** The number of messages to go back. */
  readonly count: string | undefined;
  /** An event or the number of a record: to before its step. */
  readonly before: string | undefined;
}

/** The point as data of an action. Throws an error that says how far the session goes back. */
export async function findPoint(store: SessionStore, sessionId: string, typed: TypedPoint): Promise<JsonObject> {
  const { before, count = '1' } = typed;
  const reader = await store.openReader(sessionId);
  try {
    if (before === undefined) return { before: await findMessage(reader, count) };
    return { before: /^\d+$/.test(before) ? await findRecord(reader, before) : before, step: true };
  } finally {
    await reader.close();
  }
}

async function findMessage(reader: SessionReader, count: string): Promise<string> {
  const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
  const messages: string[] = [];
  for await (const { seq, type, id } of reader.read())
    if (type === 'user_message' && isVisible(visible, seq)) messages.push(id);
  if (!/^[1-9]\d*$/.test(count)) throw usageError(sessionTexts.notACount(count));
  const found = messages.at(-Number(count));
  if (found !== undefined) return found;
  throw usageError(sessionTexts.tooFar(messages.length, count));
}

async function findRecord(reader: SessionReader, typed: string): Promise<string> {
  const seq = Number(typed);
  if (seq >= 1 && seq <= reader.head.seq) for await (const { id } of reader.read({ from: seq, to: seq })) return id;
  throw usageError(sessionTexts.noRecord(typed, reader.head.seq));
}
