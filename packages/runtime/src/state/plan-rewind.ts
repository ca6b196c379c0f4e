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

/** The reason of a rewind that undoes another one. */
const UNDO = 'undo';

/**
 * The records that rewind a session: to before the stream of an event, or back to where the last rewind started.
 * Changes to files and other effects are not undone, and the user is told so if there are any. The approval mode is
 * never loosened: the stricter of the two stays. Grants are removed with the records that gave them.
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
    throw refused('Missing event to rewind to', 'Name an event, or set undo: true');
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

/** The approval modes after the rewind, and what changes in the session. */
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

/**
 * The parts of a session that clients show. A missing title is an empty one, and a model that is not selected yet is
 * omitted.
 */
function shownOf({ model, requestedModel, title, todos }: SessionState, mode: ApprovalMode): Shown {
  return { mode, model: model ?? requestedModel ?? '', title: title ?? '', todos };
}

type Shown = Required<NonNullable<Rewound['changed']>>;

/** Where the stream of an event starts. An event outside any stream is its own start. */
async function findStart(eventId: string, log: SessionReader, visible: readonly SeqRange[]): Promise<number> {
  const [recordId = ''] = toKeptId(eventId).split('.');
  const record = await log.find(recordId);
  if (record === undefined) throw new AgentError('UNKNOWN_EVENT', `This session has no event ${eventId}`);
  if (!isVisible(visible, record.seq))
    throw refused('The session was already rewound to before that event', 'Undo that rewind first: { undo: true }');
  const start = record.streamId === undefined ? record : ((await log.findStream(record.streamId)) ?? record);
  if (start.seq > 1) return start.seq;
  throw refused('Cannot rewind past the beginning of a session', 'Start a new session');
}

/** The end of the branch that the last rewind left, not counting rewinds that were undone. */
async function findLeft(log: SessionReader, visible: readonly SeqRange[]): Promise<number> {
  const rewinds = (await log.rewinds()).filter(({ at }) => isVisible(visible, at));
  for (const { at } of rewinds.toReversed())
    for await (const record of log.read({ from: at, to: at }))
      if (record.type === 'rewound' && record.body.reason !== UNDO) return at - 1;
  throw refused('No rewind to undo', 'To go back first: /rewind, or bowline sessions rewind ID');
}

/** Whether anything after that record had effects. */
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
