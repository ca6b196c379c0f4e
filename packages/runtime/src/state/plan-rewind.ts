import { isDeepStrictEqual } from 'node:util';
import { AgentError, toKeptId, type ApprovalMode, type JsonObject } from '@bowline/protocol';
import {
  foldAt,
  isVisible,
  sessionFold,
  stricterModes,
  toVisibleRanges,
  type NewRecord,
  type RecordBody,
  type SeqRange,
  type SessionReader,
  type SessionState,
} from '@bowline/log';

/** Why a rewind was made, where it takes another one back. */
const UNDO = 'undo';

/**
 * The records that take a session back: to before the stream of an event, or to where the last rewind left it.
 * What calls have done to files and elsewhere is not taken back, and that is said where there is something to say.
 * The approval mode is never loosened by it: the stricter of the two stays. Grants go with the records that gave them.
 */
export async function planRewind(
  data: JsonObject,
  log: SessionReader,
  session: SessionState,
): Promise<readonly NewRecord[]> {
  const visible = toVisibleRanges(await log.rewinds(), log.head.seq);
  if (data['undo'] === true) {
    const left = await findLeft(log, visible);
    return [{ type: 'rewound', body: { to: left, reason: UNDO, ...(await changesOf(session, log, left)) } }];
  }
  if (typeof data['before'] !== 'string')
    throw refused('no message to rewind to was given', 'name an event, or set undo: true');
  const to = (await findStart(data['before'], log, visible)) - 1;
  const rewound: NewRecord = { type: 'rewound', body: { to, ...(await changesOf(session, log, to)) } };
  return (await hasEffects(log, visible, to)) ? [rewound, REMAINS] : [rewound];
}

const REMAINS: NewRecord = {
  type: 'notice',
  body: {
    level: 'info',
    code: 'FILES_REMAIN',
    text: 'files and other effects of its calls stay as they are',
  },
};

type Rewound = RecordBody<'rewound'>;

/** The modes that hold from here on, and what of the session is different when it stands at a record again. */
async function changesOf(
  now: SessionState,
  log: SessionReader,
  to: number,
): Promise<Pick<Rewound, 'held' | 'changed'>> {
  const then = await foldAt(log, sessionFold, to);
  const held = stricterModes(now, then);
  const before = shownOf(now, now.mode);
  const after = shownOf(then, held.mode);
  const changed: Rewound['changed'] = {
    ...(after.mode === before.mode ? {} : { mode: after.mode }),
    ...(after.model === '' || after.model === before.model ? {} : { model: after.model }),
    ...(after.title === before.title ? {} : { title: after.title }),
    ...(isDeepStrictEqual(after.todos, before.todos) ? {} : { todos: after.todos }),
  };
  return { held, ...(Object.keys(changed).length === 0 ? {} : { changed }) };
}

/** What surfaces show of a session. No title is an empty one; a model that is not chosen yet is not told. */
function shownOf({ model, requestedModel, title, todos }: SessionState, mode: ApprovalMode): Shown {
  return { mode, model: model ?? requestedModel ?? '', title: title ?? '', todos };
}

type Shown = Required<NonNullable<Rewound['changed']>>;

/** Where the stream of an event begins; an event outside any stream is its own beginning. */
async function findStart(eventId: string, log: SessionReader, visible: readonly SeqRange[]): Promise<number> {
  const [recordId = ''] = toKeptId(eventId).split('.');
  const record = await log.find(recordId);
  if (record === undefined) throw new AgentError('UNKNOWN_EVENT', `no event ${eventId} in this session`);
  if (!isVisible(visible, record.seq))
    throw refused('the session was already rewound to before that event', 'undo that rewind first: { undo: true }');
  const start = record.streamId === undefined ? record : ((await log.findStream(record.streamId)) ?? record);
  if (start.seq > 1) return start.seq;
  throw refused('cannot rewind past the beginning of a session', 'start a new session');
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
  const reads = new Set<string>();
  for (const range of visible)
    for await (const record of log.read({ from: Math.max(range.from, to + 1), to: range.to })) {
      if (record.type === 'tool_requested' && record.body.effect === 'read') reads.add(record.body.callId);
      if (record.type === 'tool_started' && !reads.has(record.body.callId)) return true;
    }
  return false;
}

function refused(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
