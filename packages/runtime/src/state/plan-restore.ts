import { AgentError, type JsonObject } from '@bowline/protocol';
import { toVisibleRanges, type RecordOf, type SessionReader } from '@bowline/log';
import { findCut, type VisibleLog } from './find-cut.ts';
import { readOverwrite } from './read-overwrite.ts';

type Requested = Pick<RecordOf<'restore_requested'>, 'type' | 'body'>;

/** The record that restores files without the conversation: to before an event, or as before the last restoration. */
export async function planRestore(data: JsonObject, log: SessionReader): Promise<Requested> {
  const session = { log, visible: toVisibleRanges(await log.rewinds(), log.head.seq) };
  const body = data['undo'] === true ? await planUndo(session) : { to: await findCut(data, session) };
  return { type: 'restore_requested', body: { ...body, ...readOverwrite(data) } };
}

/** Undoes the last restoration that changed something, is not an undo itself and was not undone as a whole. */
async function planUndo({ log, visible }: VisibleLog): Promise<Pick<Requested['body'], 'to' | 'undoes'>> {
  const done = new Map<number, number>();
  let asked: RecordOf<'restore_requested'> | undefined;
  for (const range of visible)
    for await (const record of log.read(range)) {
      if (record.type === 'restore_requested') asked = record;
      else if (record.type === 'files_restored' && asked !== undefined) {
        const { undoes } = asked.body;
        if (undoes === undefined && record.body.changes.length > 0) done.set(record.seq, asked.seq);
        if (undoes !== undefined && record.body.kept.length === 0) done.delete(undoes);
        asked = undefined;
      }
    }
  const last = [...done].at(-1);
  if (last === undefined)
    throw new AgentError('SEND_INVALID', 'No restored files to undo', {
      hint: 'To restore files first: /undo, or bowline sessions restore ID',
    });
  const [undoes, at] = last;
  return { to: at - 1, undoes };
}
