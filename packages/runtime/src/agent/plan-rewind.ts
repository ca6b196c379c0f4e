import { AgentError, toKeptId, type JsonObject } from '@bowline/protocol';
import { isVisible, toVisibleRanges, type NewRecord, type SeqRange, type SessionReader } from '@bowline/log';

/** Why a rewind was made, where it takes another one back. */
const UNDO = 'undo';

/**
 * The records that take a session back: to before the stream of an event, or to where the last rewind left it.
 * What calls have done to files and elsewhere is not taken back, and that is said where there is something to say.
 */
export async function planRewind(data: JsonObject, log: SessionReader): Promise<readonly NewRecord[]> {
  const visible = toVisibleRanges(await log.rewinds(), log.head.seq);
  if (data['undo'] === true) return [toRecord(await findLeft(log, visible), UNDO)];
  if (typeof data['before'] !== 'string') throw refused('to before which message?', 'name an event, or undo: true');
  const to = (await findStart(data['before'], log, visible)) - 1;
  const rewound = toRecord(to);
  return (await hasEffects(log, visible, to)) ? [rewound, REMAINS] : [rewound];
}

const REMAINS: NewRecord = {
  type: 'notice',
  body: {
    level: 'info',
    code: 'FILES_REMAIN',
    text: 'the session went back; files and whatever else its calls have changed stay as they are',
  },
};

function toRecord(to: number, reason?: string): NewRecord {
  return { type: 'rewound', body: { to, ...(reason === undefined ? {} : { reason }) } };
}

/** Where the stream of an event begins; an event outside any stream is its own beginning. */
async function findStart(eventId: string, log: SessionReader, visible: readonly SeqRange[]): Promise<number> {
  const [recordId = ''] = toKeptId(eventId).split('.');
  const record = await log.find(recordId);
  if (record === undefined) throw new AgentError('UNKNOWN_EVENT', `no event ${eventId} in this session`);
  if (!isVisible(visible, record.seq))
    throw refused('the session has gone back to before that already', 'undo that first: { undo: true }');
  const start = record.streamId === undefined ? record : ((await log.findStream(record.streamId)) ?? record);
  if (start.seq > 1) return start.seq;
  throw refused('there is nothing before the beginning of a session', 'begin a new session');
}

/** The end of the branch that the last rewind left, those that were taken back not counted. */
async function findLeft(log: SessionReader, visible: readonly SeqRange[]): Promise<number> {
  const rewinds = (await log.rewinds()).filter(({ at }) => isVisible(visible, at));
  for (const { at } of rewinds.toReversed())
    for await (const record of log.read({ from: at, to: at }))
      if (record.type === 'rewound' && record.body.reason !== UNDO) return at - 1;
  throw refused('there is no rewind to undo', 'rewind with { before: EVENT }');
}

/** Whether anything after that record did more than read. */
async function hasEffects(log: SessionReader, visible: readonly SeqRange[], to: number): Promise<boolean> {
  for (const range of visible)
    for await (const record of log.read({ from: Math.max(range.from, to + 1), to: range.to }))
      if (record.type === 'tool_started') return true;
  return false;
}

function refused(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
