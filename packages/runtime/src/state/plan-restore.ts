import { AgentError, type JsonObject } from '@bowline/protocol';
import { toVisibleRanges, type RecordOf, type SessionReader } from '@bowline/log';
import { findCut, type VisibleLog } from './find-cut.ts';

type Requested = Pick<RecordOf<'restore_requested'>, 'type' | 'body'>;

/** The record that restores files without the conversation: to before an event, or as before the last restoration. */
export async function planRestore(data: JsonObject, log: SessionReader): Promise<Requested> {
  const session = { log, visible: toVisibleRanges(await log.rewinds(), log.head.seq) };
  if (data['undo'] === true) return await planUndo(session);
  const paths = Array.isArray(data['overwrite']) ? data['overwrite'].filter((path) => typeof path === 'string') : [];
  const overwrite = paths.length === 0 ? {} : { overwrite: paths };
  return { type: 'restore_requested', body: { to: await findCut(data, session), ...overwrite } };
}

/** Undoes the last restoration that is not an undo itself and was not undone. */
async function planUndo({ log, visible }: VisibleLog): Promise<Requested> {
  const done = new Map<number, number>();
  let asked: RecordOf<'restore_requested'> | undefined;
  for (const range of visible)
    for await (const record of log.read(range)) {
      if (record.type === 'restore_requested') {
        asked = record;
        if (record.body.undoes !== undefined) done.delete(record.body.undoes);
      } else if (record.type === 'files_restored' && asked !== undefined) {
        if (asked.body.undoes === undefined) done.set(record.seq, asked.seq);
        asked = undefined;
      }
    }
  const last = [...done].at(-1);
  if (last === undefined)
    throw new AgentError('SEND_INVALID', 'No restored files to undo', {
      hint: 'To restore files first: /undo, or bowline sessions restore ID',
    });
  const [undoes, at] = last;
  return { type: 'restore_requested', body: { to: at - 1, undoes } };
}
