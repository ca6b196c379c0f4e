import { isDeepStrictEqual } from 'node:util';
import { AgentError, type ApprovalMode, type JsonObject } from '@bowline/protocol';
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
import { findCut } from './find-cut.ts';
import { readOverwrite } from './read-overwrite.ts';

/** The reason of a rewind that undoes another one. */
const UNDO = 'undo';

/**
 * The records that rewind a session: to before the stream or the step of an event (`findCut`), or back to where the last
 * rewind started. With only `files: true`, files follow the last rewind.
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
  const overwrite = restoresFiles ? readOverwrite(data) : {};
  if (data['undo'] === true) {
    const { at, body } = await findLast(log, visible);
    const withFiles = restoresFiles || body.restoresFiles === true;
    return [await toRewound(log, session, { to: at - 1, reason: UNDO, withFiles, overwrite })];
  }
  if (typeof data['before'] !== 'string' && restoresFiles) {
    const { at, body } = await findLast(log, visible);
    await requireRest(log, at);
    return [await toRewound(log, session, { to: body.to, withFiles: true, overwrite })];
  }
  const to = await findCut(data, { log, visible });
  const rewound = await toRewound(log, session, { to, withFiles: restoresFiles, overwrite });
  const remains = toRemains(await findEffects(log, visible, to), restoresFiles);
  return remains === undefined ? [rewound] : [rewound, remain(remains)];
}

/** Where a rewind leads, and what it does with files. */
interface Goal {
  readonly to: number;
  readonly reason?: string;
  readonly withFiles: boolean;
  readonly overwrite: Pick<Rewound, 'overwrite'>;
}

async function toRewound(
  log: SessionReader,
  session: SessionState,
  { to, reason, withFiles, overwrite }: Goal,
): Promise<NewRecord> {
  const why = reason === undefined ? {} : { reason };
  const files = withFiles ? { restoresFiles: true as const, ...overwrite } : {};
  return { type: 'rewound', body: { to, ...why, ...files, ...(await changesOf(session, log, to)) } };
}

/** Files can follow a rewind later, but not after the session has gone on. */
async function requireRest(log: SessionReader, at: number): Promise<void> {
  for await (const { type } of log.read({ from: at + 1 }))
    if (type === 'stream_started')
      throw refused('The session has gone on since the last rewind', 'Rewind to a message, with files');
}

/** What a rewind leaves as it is. */
function toRemains(effects: ReadonlySet<Effects>, restoresFiles: boolean): string | undefined {
  if (effects.size === 0) return undefined;
  if (!restoresFiles) return 'files and other effects of its calls stay as they are';
  if (effects.has('any'))
    return 'what commands did outside of this folder, to Git, and to dependencies and build output stays';
  return effects.has('unknown') ? 'what commands and other calls have changed stays as it is' : undefined;
}

function remain(text: string): NewRecord {
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

/** What calls may have changed: known files, any files, or what was not looked at. */
type Effects = 'files' | 'any' | 'unknown';

/** The effects of calls after that record. */
async function findEffects(
  log: SessionReader,
  visible: readonly SeqRange[],
  to: number,
): Promise<ReadonlySet<Effects>> {
  const found = new Set<Effects>();
  const reads = new Set<string>();
  for (const range of visible)
    for await (const record of log.read({ from: Math.max(range.from, to + 1), to: range.to })) {
      if (record.type === 'tool_requested' && record.body.effect === 'read') reads.add(record.body.callId);
      if (record.type === 'tool_decided' && isConfined(record.body)) reads.add(record.body.callId);
      if (record.type === 'tool_started' && !reads.has(record.body.callId)) found.add(toEffects(record.body));
    }
  return found;
}

/** Whether a call can change nothing, or only a copy. */
export function isConfined({ profile, isAside }: RecordBody<'tool_decided'>): boolean {
  return profile === 'observe' || isAside === true;
}

function toEffects({ files, checkpoint }: RecordBody<'tool_started'>): Effects {
  if (checkpoint !== undefined) return 'any';
  return files === undefined ? 'unknown' : 'files';
}

function refused(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
