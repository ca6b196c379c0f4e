import { stricterModes, type HeldModes } from './records/held-modes.ts';
import { sessionFold } from './records/session-fold.ts';
import { foldAt } from './projection.ts';
import type { SessionReader } from './session-log.ts';

/** The modes that hold in a fork at a record: no looser than the session's own, wherever in it the fork begins. */
export async function heldInFork(reader: SessionReader, at: number): Promise<HeldModes> {
  const now = await foldAt(reader, sessionFold, reader.head.seq);
  return stricterModes(await foldAt(reader, sessionFold, at), now);
}
