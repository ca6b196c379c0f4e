import { AgentError, toKeptId, type JsonObject } from '@bowline/protocol';
import { isVisible, rangesAfter, type LogRecord, type SeqRange, type SessionReader } from '@bowline/log';

/** The records of a session, and which of them count. */
export interface VisibleLog {
  readonly log: SessionReader;
  readonly visible: readonly SeqRange[];
}

/**
 * The last record that counts if the session goes back to before `data.before`, an event: to before its stream, or with
 * `data.step` to before its step. A step begins with an answer of the model or a message of the user.
 */
export async function findCut(data: JsonObject, { log, visible }: VisibleLog): Promise<number> {
  const { before, step } = data;
  if (typeof before !== 'string') throw refused('Missing event to go back to', 'Name an event, or set undo: true');
  const [recordId = ''] = toKeptId(before).split('.');
  const record = await log.find(recordId);
  if (record === undefined) throw new AgentError('UNKNOWN_EVENT', `This session has no event ${before}`);
  if (!isVisible(visible, record.seq))
    throw refused('The session was already rewound to before that event', 'Undo that rewind first: { undo: true }');
  const start = record.streamId === undefined ? record : ((await log.findStream(record.streamId)) ?? record);
  const to = step === true ? await findStep({ log, visible }, start, record) : start.seq - 1;
  if (to >= 1) return to;
  throw refused('Cannot rewind past the beginning of a session', 'Start a new session');
}

/**
 * A step is cut off only where every call has its response, so that the model never sees a call without one. A message
 * that arrived while calls ran is therefore cut off together with them.
 */
async function findStep({ log, visible }: VisibleLog, start: LogRecord, last: LogRecord): Promise<number> {
  let to = start.seq - 1;
  const open = new Set<string>();
  for (const range of rangesAfter(visible, to))
    for await (const record of log.read({ from: range.from, to: Math.min(range.to, last.seq) })) {
      if (open.size === 0 && (record.type === 'model_answered' || record.type === 'steering_message'))
        to = record.seq - 1;
      if (record.type === 'tool_requested') open.add(record.body.callId);
      if (record.type === 'tool_finished' || record.type === 'tool_interrupted') open.delete(record.body.callId);
    }
  return to;
}

function refused(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
