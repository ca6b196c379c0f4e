import { AgentError } from '@bowline/protocol';
import type { LogOwner, SessionStore } from '@bowline/log';
import type { EventBus } from '../bus/event-bus.ts';
import { toEventsTopic, toInboxTopic, toOutcomeTopic } from '../bus/topics.ts';
import type { DurableTurns, SessionKey } from '../durable/durable-turns.ts';
import { toObjectKey, type RunEnd } from '../durable/session-object.ts';
import { createTeller } from '../live/publish-events.ts';
import { giveUp } from '../turns/give-up.ts';
import { runSession, type HeldSession, type RunParts, type RunResult } from '../turns/run-session.ts';
import type { TurnInbox } from '../turns/turn-inbox.ts';
import type { WarmRecords } from '../turns/warm-records.ts';
import type { ServerLog } from './json-log.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

const MOST_FAILURES = 5;
const MOST_REMEMBERED = 10_000;

/** The storage of a tenant's sessions. */
export interface TenantRoom {
  readonly store: SessionStore;
  readonly inbox: TurnInbox;
  readonly warm?: WarmRecords | undefined;
}

/** What every run needs. */
export interface RunOnceParts {
  readonly room: (tenant: string) => TenantRoom;
  /** Opens the agent of a session on the given store. */
  readonly open: (key: SessionKey, store: SessionStore) => Promise<HeldSession>;
  readonly bus: EventBus;
  readonly turns: DurableTurns;
  /** Recorded in the log as the writer. */
  readonly owner: LogOwner;
  readonly log: ServerLog;
  readonly pollMs?: number | undefined;
}

/** One run, on this worker. */
export interface OneRun {
  readonly parts: RunOnceParts;
  readonly metrics: WorkerMetrics;
  readonly signal: AbortSignal;
  /** Consecutive failures per session on this worker, other than transient ones. */
  readonly failures: Map<string, number>;
}

/** Runs a session once, and logs and counts the result. */
export async function runOnce(key: SessionKey, run: OneRun): Promise<RunEnd> {
  const { parts, metrics, signal } = run;
  const began = performance.now();
  let ended: RunResult['end']['kind'] | 'failed' = 'failed';
  const facts = { tenant: key.tenant, session: key.sessionId };
  metrics.began();
  try {
    const { end, settled, records } = await runSession(key.sessionId, toRunParts(key, run), signal);
    await wakeLater(key, end, parts.turns);
    ended = end.kind;
    run.failures.delete(toObjectKey(key));
    const ms = Math.round(performance.now() - began);
    parts.log('info', 'run_ended', { ...facts, end: end.kind, ms, settled, records });
    return end.kind === 'left' ? 'left' : 'done';
  } catch (thrown) {
    const error = AgentError.from(thrown);
    const { code, message } = error;
    if (code === 'SESSION_FENCED') metrics.fenced();
    parts.log(signal.aborted ? 'info' : 'error', 'run_failed', { ...facts, code, message });
    if (signal.aborted || code !== 'INTERNAL' || !isHopeless(key, run.failures)) throw thrown;
    await giveUp(key.sessionId, toRunParts(key, run), { error, owner: parts.owner });
    parts.log('error', 'run_given_up', facts);
    return 'given_up';
  } finally {
    metrics.ended(ended, performance.now() - began);
  }
}

/** Whether the session has failed too often to be retried. */
function isHopeless(key: SessionKey, failures: Map<string, number>): boolean {
  const name = toObjectKey(key);
  const count = (failures.get(name) ?? 0) + 1;
  failures.delete(name);
  if (count >= MOST_FAILURES) return true;
  failures.set(name, count);
  // Limits the size: a session that continues on another worker is never removed here.
  const [oldest] = failures.keys();
  if (failures.size > MOST_REMEMBERED && oldest !== undefined) failures.delete(oldest);
  return false;
}

/** Schedules a wake-up for a session that waits until a given time. Nothing stays open until then. */
async function wakeLater(key: SessionKey, end: RunResult['end'], turns: DurableTurns): Promise<void> {
  if (end.kind === 'waiting' && end.until !== null) await turns.submitLater(key, Date.parse(end.until), 'wake');
}

function toRunParts(key: SessionKey, { parts, metrics }: OneRun): RunParts {
  const { bus, open, room, pollMs } = parts;
  const { store, inbox, warm } = room(key.tenant);
  return {
    store,
    inbox,
    warm,
    open: (watched) => open(key, watched),
    listen: (onHint) => bus.subscribe(toInboxTopic(key), onHint),
    publish: (agent) => {
      const tell = createTeller(bus, toEventsTopic(key));
      return agent.subscribe((event) => {
        metrics.heard(event);
        tell(event);
      });
    },
    onSettled: (messageId, waitedMs) => {
      metrics.settled(waitedMs);
      void bus.publish(toOutcomeTopic(key), messageId);
    },
    pollMs,
  };
}
