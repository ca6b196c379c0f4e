import type { LogRecord } from '@bowline/log';
import type { AgentEvent } from '@bowline/protocol';
import type { MigratedPostgres } from '../../tests/server/migrated-postgres.ts';
import type { HeardList, SessionEvidence } from './chaos-evidence.ts';
import { effectOf } from './chaos-plan.ts';
import { checkListeners } from './check-listeners.ts';
import { checkSessions, type SessionFindings } from './check-sessions.ts';

/** A fault to insert into the evidence of a run, and the finding that it must cause. */
interface Control<Fault> {
  readonly name: string;
  readonly fault: Fault;
  readonly spoil: (session: SessionEvidence) => SessionEvidence;
}

type SessionFault = Exclude<keyof SessionFindings, 'problems'>;
type ListenerFault = 'missed' | 'heardAgain' | 'outOfOrder' | 'altered' | 'invented';

const sessionControls: readonly Control<SessionFault>[] = [
  {
    name: 'an effect twice',
    fault: 'doubledEffects',
    spoil: (session) => ({ ...session, lines: [...session.lines, session.lines[0] ?? ''] }),
  },
  {
    name: 'an effect that is missing',
    fault: 'falseReports',
    spoil: (session) => ({ ...session, lines: session.lines.filter((line) => line !== lineOf(session)) }),
  },
  {
    name: 'an effect that was denied',
    fault: 'deniedEffects',
    spoil: (session) => replaceResponse(session, (body) => ({ ...body, isError: true, errorType: 'denied' })),
  },
  {
    name: 'a record that is missing',
    fault: 'lost',
    spoil: (session) => ({ ...session, records: session.records.toSpliced(3, 1) }),
  },
  {
    name: 'an end that is missing, acknowledged message and all',
    fault: 'lost',
    spoil: (session) => ({ ...session, records: session.records.slice(0, lastIndexOf(session, 'stream_started')) }),
  },
  {
    name: 'a message twice',
    fault: 'doubledMessages',
    spoil: (session) => again(session, 'user_message'),
  },
  {
    name: 'a call without a response',
    fault: 'callsWithoutResponse',
    spoil: (session) => drop(session, 'tool_finished'),
  },
  {
    name: 'a call with two responses',
    fault: 'callsWithoutResponse',
    spoil: (session) => again(session, 'tool_finished'),
  },
  {
    name: 'a turn without an end',
    fault: 'unended',
    spoil: (session) => drop(session, 'stream_ended'),
  },
  {
    name: 'a message that was refused',
    fault: 'unheard',
    spoil: (session) => ({ ...session, sent: session.sent.map((note) => ({ ...note, error: 'INTERNAL' })) }),
  },
];

const listenerControls: readonly Control<ListenerFault>[] = [
  { name: 'an event that is missing', fault: 'missed', spoil: heardAs((heard) => heard.toSpliced(4, 1)) },
  { name: 'a last event that is missing', fault: 'missed', spoil: heardAs((heard) => heard.slice(0, -1)) },
  {
    name: 'an event twice',
    fault: 'heardAgain',
    spoil: heardAs((heard) => heard.toSpliced(4, 0, ...heard.slice(4, 5))),
  },
  {
    name: 'two events the wrong way round',
    fault: 'outOfOrder',
    spoil: heardAs((heard) => heard.toSpliced(4, 2, ...heard.slice(4, 6).reverse())),
  },
  {
    name: 'an event that says something else',
    fault: 'altered',
    spoil: heardAs((heard) => heard.map((event, n) => (n === 4 ? { ...event, at: new Date(0).toISOString() } : event))),
  },
  {
    name: 'an event of no log',
    fault: 'invented',
    spoil: heardAs((heard) => heard.map((event, n) => (n === 4 ? { ...event, id: `${event.id}0` } : event))),
  },
];

/** The number of inserted faults, and the names of those that were not found. */
export interface ControlsPlayed {
  readonly played: number;
  readonly unseen: readonly string[];
}

/** Inserts each fault into the evidence of a session, and tests that the check finds it. */
export function playSessionControls(sessions: readonly SessionEvidence[]): ControlsPlayed {
  const session = sessions.find((each) => lineOf(each) !== undefined && checkSessions([each]).doubledEffects === 0);
  return play(sessionControls, (control) => {
    if (session === undefined) return false;
    return checkSessions([control.spoil(session)])[control.fault] > checkSessions([session])[control.fault];
  });
}

/** The same for the events that a client received. */
export function playListenerControls(sessions: readonly SessionEvidence[]): ControlsPlayed {
  const session = sessions.find(({ listeners }) => (listeners[0]?.heard.length ?? 0) > 6);
  return play(listenerControls, (control) => {
    if (session === undefined) return false;
    return checkListeners([control.spoil(session)])[control.fault] > checkListeners([session])[control.fault];
  });
}

/** Changes a record directly in the database. */
export async function tamper(admin: MigratedPostgres['admin'], sessionId: string): Promise<void> {
  await admin.query(`update bowline.record set body = body || ' ' where session_id = $1 and seq = 2`, [sessionId]);
}

function play<Fault>(
  controls: readonly Control<Fault>[],
  isSeen: (control: Control<Fault>) => boolean,
): ControlsPlayed {
  const unseen = controls.filter((control) => !isSeen(control)).map(({ name }) => name);
  return { played: controls.length, unseen };
}

type Finished = Extract<LogRecord, { type: 'tool_finished' }>;

/** A successful call of the session that wrote a line. */
function doneCall(session: SessionEvidence): { readonly callId: string; readonly line: string } | undefined {
  const done = new Set(
    session.records.flatMap((record) =>
      record.type === 'tool_finished' && !record.body.isError ? [record.body.callId] : [],
    ),
  );
  for (const record of session.records) {
    if (record.type !== 'tool_requested' || !done.has(record.body.callId)) continue;
    const effect = effectOf(record.body.args);
    if (effect !== undefined && effect.kind !== 'write') return { callId: record.body.callId, line: effect.id };
  }
  return undefined;
}

function lineOf(session: SessionEvidence): string | undefined {
  return doneCall(session)?.line;
}

function replaceResponse(
  session: SessionEvidence,
  change: (body: Finished['body']) => Finished['body'],
): SessionEvidence {
  const call = doneCall(session);
  const records = session.records.map((record) =>
    record.type === 'tool_finished' && record.body.callId === call?.callId
      ? { ...record, body: change(record.body) }
      : record,
  );
  return { ...session, records };
}

/** Repeats the first record of this type at the end. */
function again(session: SessionEvidence, type: LogRecord['type']): SessionEvidence {
  const first = session.records.find((record) => record.type === type);
  const records =
    first === undefined ? session.records : [...session.records, { ...first, seq: session.records.length + 1 }];
  return { ...session, records };
}

/** Replaces the last record of this type, so that no sequence number is missing. */
function drop(session: SessionEvidence, type: LogRecord['type']): SessionEvidence {
  const at = lastIndexOf(session, type);
  const records = session.records.map((record, n): LogRecord => {
    if (n !== at) return record;
    const { seq, id, at: time, hash } = record;
    return { seq, id, at: time, hash, type: 'notice', body: { level: 'info', code: 'NOTHING', text: '' } };
  });
  return { ...session, records };
}

function lastIndexOf({ records }: SessionEvidence, type: LogRecord['type']): number {
  return records.findLastIndex((record) => record.type === type);
}

function heardAs(
  spoil: (heard: readonly AgentEvent[]) => readonly AgentEvent[],
): (session: SessionEvidence) => SessionEvidence {
  return (session) => {
    const listeners = session.listeners.map((listener, n): HeardList =>
      n === 0 ? { ...listener, heard: spoil(listener.heard) } : listener,
    );
    return { ...session, listeners };
  };
}
