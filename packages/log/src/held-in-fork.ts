import { stricterModes, type HeldModes } from './records/held-modes.ts';
import { sessionFold } from './records/session-fold.ts';
import { foldAt } from './projection.ts';
import type { SessionReader } from './session-log.ts';

/** Returns the modes of a fork at a record: never less strict than the current modes of the session. */
export async function heldInFork(reader: SessionReader, at: number): Promise<HeldModes> {
  const now = await foldAt(reader, sessionFold, reader.head.seq);
  return stricterModes(await foldAt(reader, sessionFold, at), now);
}
