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
 * The records that rewind a session: to before the stream of an event, or back to where the last rewind started. With
 * only `files: true`, files follow the last rewind.
 * Changes to files are undone only with `files: true`, other effects never, and the user is told so if there are any. The approval mode is
 * never loosened: the stricter of the two stays. Grants are removed with the records that gave them.
 */
export async function planRewind(
  data: JsonObject,
  log: SessionReader,
  session: SessionState,
): Promise<readonly NewRecord[]> {
  const visible = toVisibleRanges(await log.rewinds(), log.head.seq);
  const restoresFiles = data['files'] === true;
  if (data['undo'] === true) {
    const { at, body } = await findLast(log, visible);
    const withFiles = restoresFiles || body.restoresFiles === true;
    return [await toRewound(log, session, { to: at - 1, reason: UNDO, withFiles })];
  }
  if (typeof data['before'] !== 'string' && restoresFiles) {
    const { at, body } = await findLast(log, visible);
    await requireRest(log, at);
    return [await toRewound(log, session, { to: body.to, withFiles: true })];
  }
  if (typeof data['before'] !== 'string')
    throw refused('Missing event to rewind to', 'Name an event, or set undo: true');
  const to = (await findStart(data['before'], log, visible)) - 1;
  const rewound = await toRewound(log, session, { to, withFiles: restoresFiles });
  const left = await findEffects(log, visible, to);
  const remains = left.filter((effect) => effect === 'other' || !restoresFiles);
  return remains.length === 0 ? [rewound] : [rewound, remain(restoresFiles)];
}

async function toRewound(
  log: SessionReader,
  session: SessionState,
  { to, reason, withFiles }: { readonly to: number; readonly reason?: string; readonly withFiles: boolean },
): Promise<NewRecord> {
  const why = reason === undefined ? {} : { reason };
  const files = withFiles ? { restoresFiles: true as const } : {};
  return { type: 'rewound', body: { to, ...why, ...files, ...(await changesOf(session, log, to)) } };
}

/** Files can follow a rewind later, but not after the session has gone on. */
async function requireRest(log: SessionReader, at: number): Promise<void> {
  for await (const { type } of log.read({ from: at + 1 }))
    if (type === 'stream_started')
      throw refused('The session has gone on since the last rewind', 'Rewind to a message, with files');
}

function remain(restoresFiles: boolean): NewRecord {
  const text = restoresFiles
    ? 'what commands and other calls have changed stays as it is'
    : 'files and other effects of its calls stay as they are';
  return { type: 'notice', body: { level: 'info', code: 'FILES_REMAIN', text } };
}

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

/** The last rewind, not counting those that undo another one or were undone. */
async function findLast(
  log: SessionReader,
  visible: readonly SeqRange[],
): Promise<{ readonly at: number; readonly body: Rewound }> {
  const rewinds = (await log.rewinds()).filter(({ at }) => isVisible(visible, at));
  for (const { at } of rewinds.toReversed())
    for await (const record of log.read({ from: at, to: at }))
      if (record.type === 'rewound' && record.body.reason !== UNDO) return { at, body: record.body };
  throw refused('No rewind to undo', 'To go back first: /rewind, or bowline sessions rewind ID');
}

/** The effects of calls after that record: files whose contents are stored, and others. */
async function findEffects(
  log: SessionReader,
  visible: readonly SeqRange[],
  to: number,
): Promise<readonly ('files' | 'other')[]> {
  const found: ('files' | 'other')[] = [];
  const reads = new Set<string>();
  for (const range of visible)
    for await (const record of log.read({ from: Math.max(range.from, to + 1), to: range.to })) {
      if (record.type === 'tool_requested' && record.body.effect === 'read') reads.add(record.body.callId);
      if (record.type === 'tool_started' && !reads.has(record.body.callId))
        found.push(record.body.files === undefined ? 'other' : 'files');
    }
  return found;
}

function refused(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
