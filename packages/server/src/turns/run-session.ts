import { AgentError, type AgentEvent, type AgentProtocol } from '@bowline/protocol';
import { Projection, type SessionStore } from '@bowline/log';
import { waitState, turnFold, type WaitState } from '@bowline/runtime';
import { applyEntry, isAboutStore, refuse } from './apply-entry.ts';
import { isLiveError } from './is-unkept.ts';
import { createTurnWatch, type TurnWatch } from './turn-watch.ts';
import type { TurnInbox, WaitingEntry } from './turn-inbox.ts';
import type { WarmRecords } from './warm-records.ts';

/** A session that is open on this worker. */
export interface HeldSession {
  readonly session: AgentProtocol;
  readonly close: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** What running a session needs. */
export interface RunParts {
  readonly store: SessionStore;
  readonly inbox: TurnInbox;
  /** Opens the agent on a log of that store, taking it over from its holder. */
  readonly open: (store: SessionStore) => Promise<HeldSession>;
  /** Calls back when the inbox may have a new entry. A hint may be lost. */
  readonly listen: (onHint: () => void) => Promise<() => Promise<void>>;
  /** Publishes the agent's events until the result is called. */
  readonly publish: (agent: Pick<AgentProtocol, 'subscribe'>) => () => void;
  /** Called for each settled entry. */
  readonly onSettled: (messageId: string, waitedMs: number | undefined) => void;
  /** How often to check the inbox without a hint. */
  readonly pollMs?: number | undefined;
  /** Recently read records of sessions. */
  readonly warm?: WarmRecords | undefined;
}

/** How a run ended, and what it did. */
export interface RunResult {
  /** `left`: another worker continues it, now or later. */
  readonly end: Exclude<WaitState, { kind: 'running' }> | { readonly kind: 'left' };
  readonly settled: number;
  readonly records: number;
  /** False if there was nothing to do. */
  readonly hasOpened: boolean;
}

const POLL_MS = 1_000;
/** Shorter turns do not listen: a new message submits the session again anyway. */
const LISTEN_AFTER_MS = 100;
/** Waits that end this soon keep the session open. This also covers a wake-up that is slightly early. */
export const LINGER_MS = 10_000;

/**
 * Runs a session as far as possible: sends the entries of its inbox to the agent, runs its turn until it ends or waits,
 * and releases it. Any worker can do this at any time. When `signal` aborts, this worker does nothing more and another
 * one continues.
 */
export async function runSession(sessionId: string, parts: RunParts, signal: AbortSignal): Promise<RunResult> {
  const waiting = await parts.inbox.waiting(sessionId);
  if (waiting.length === 0) {
    const rest = await readRest(parts.store, sessionId);
    if (!isDue(rest)) return { end: rest, settled: 0, records: 0, hasOpened: false };
  }
  const watch = createTurnWatch(parts.store, parts.warm);
  const held = await openOrRefuse(sessionId, { parts, watch, waiting });
  const run = new SessionRun({ sessionId, parts, watch, held, signal });
  return await run.toRest(waiting);
}

/** The state of the turn, derived from the log alone. */
async function readRest(store: SessionStore, sessionId: string): Promise<WaitState> {
  const summary = await store.find(sessionId);
  if (summary?.isOpen !== true || (summary.movedTo ?? null) !== null) return { kind: 'idle' };
  const reader = await store.openReader(sessionId);
  try {
    return waitState((await Projection.open(reader, turnFold)).state, Date.now());
  } finally {
    await reader.close();
  }
}

/** Whether there is something to do now or soon enough to wait for it. */
function isDue(rest: WaitState): rest is Extract<WaitState, { kind: 'running' }> {
  if (rest.kind === 'idle') return false;
  return rest.kind === 'running' || (rest.until !== null && Date.parse(rest.until) - Date.now() <= LINGER_MS);
}

/** If a session cannot be opened, answers waiting clients instead of retrying forever. */
async function openOrRefuse(
  sessionId: string,
  run: { readonly parts: RunParts; readonly watch: TurnWatch; readonly waiting: readonly WaitingEntry[] },
): Promise<HeldSession> {
  const { parts, watch, waiting } = run;
  try {
    return await parts.open(watch.store);
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (isAboutStore(error) || error.code === 'INTERNAL') throw error;
    for (const { messageId, waitedMs } of waiting) {
      await parts.inbox.settle(sessionId, messageId, refuse(error));
      parts.onSettled(messageId, waitedMs);
    }
    throw error;
  }
}

/** Starts listening after a delay, then checks once for entries that arrived before. */
function listenSoon(listen: RunParts['listen'], look: () => void): () => Promise<void> {
  let listening: Promise<(() => Promise<void>) | undefined> = Promise.resolve(undefined);
  const begin = (): void => {
    listening = listen(look).catch(() => undefined);
    void listening.then(look);
  };
  const timer = setTimeout(begin, LISTEN_AFTER_MS);
  return async () => {
    clearTimeout(timer);
    await (
      await listening
    )?.();
  };
}

interface SessionRunParts {
  readonly sessionId: string;
  readonly parts: RunParts;
  readonly watch: TurnWatch;
  readonly held: HeldSession;
  readonly signal: AbortSignal;
}

/** One worker's run of one session. */
class SessionRun {
  readonly #run: SessionRunParts;
  #settled = 0;
  #mustLook = false;
  #failure: AgentError | undefined;
  #wake = (): void => undefined;

  constructor(run: SessionRunParts) {
    this.#run = run;
  }

  async toRest(first: readonly WaitingEntry[]): Promise<RunResult> {
    const { parts, watch, held, signal } = this.#run;
    const wake = (): void => {
      this.#wake();
    };
    watch.onAppend(wake);
    signal.addEventListener('abort', wake);
    const look = (): void => {
      this.#mustLook = true;
      wake();
    };
    const silence = parts.publish({ subscribe: (listener) => held.session.subscribe(this.#screen(listener)) });
    const poll = setInterval(() => void this.#poll(look), parts.pollMs ?? POLL_MS);
    const unlisten = listenSoon(parts.listen, look);
    try {
      await this.#drive(first);
      return await this.#letGo(silence);
    } catch (thrown) {
      silence();
      await held.leave().catch(() => undefined);
      throw thrown;
    } finally {
      clearInterval(poll);
      signal.removeEventListener('abort', wake);
      await unlisten();
    }
  }

  /** Runs until there is nothing left to do, or the session is no longer ours. */
  async #drive(first: readonly WaitingEntry[]): Promise<void> {
    const { parts, sessionId, watch, held, signal } = this.#run;
    await this.#apply(first);
    // Continues a turn that a dead worker left open. A message that was just sent needs no `resume`.
    if (!signal.aborted) await held.session.send({ action: { name: 'resume' } });
    while (!signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#mustLook) {
        this.#mustLook = false;
        await this.#apply(await parts.inbox.waiting(sessionId));
        continue;
      }
      // No last check is needed: a new message submits the session again.
      if (!isDue(watch.rest(Date.now()))) return;
      await this.#changed();
    }
  }

  /**
   * Checks cheaply first: a thousand sessions that wait for their models poll once a second and rarely find anything.
   */
  async #poll(look: () => void): Promise<void> {
    const { parts, sessionId } = this.#run;
    const isWaiting = await parts.inbox.hasWaiting?.(sessionId).catch(() => true);
    if (isWaiting !== false) look();
  }

  async #apply(waiting: readonly WaitingEntry[]): Promise<void> {
    const { parts, sessionId, held, signal } = this.#run;
    for (const entry of waiting) {
      if (signal.aborted) return;
      const outcome = await applyEntry(held.session, entry, signal);
      await parts.inbox.settle(sessionId, entry.messageId, outcome);
      parts.onSettled(entry.messageId, entry.waitedMs);
      this.#settled += 1;
    }
  }

  async #changed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => {
      resolve(undefined);
    };
    // The state may have changed before the promise was created.
    const { watch, signal } = this.#run;
    if (signal.aborted || this.#mustLook || this.#failure !== undefined || !isDue(watch.rest(Date.now()))) return;
    await promise;
  }

  /**
   * Hides errors about writing the log from clients: the turn stops here, and continues where the log can be written.
   */
  #screen(listener: (event: AgentEvent) => void): (event: AgentEvent) => void {
    return (event) => {
      if (event.type !== 'error' || !isLiveError(event)) {
        listener(event);
        return;
      }
      const code = event.code === 'SESSION_FENCED' ? event.code : 'STORE_FAILED';
      this.#failure = new AgentError(code, `${event.code}: ${event.message}`, { retryable: true });
      this.#wake();
    };
  }

  async #letGo(silence: () => void): Promise<RunResult> {
    const { held, watch, signal } = this.#run;
    const result = { settled: this.#settled, records: watch.appended(), hasOpened: true };
    const { waitsUntil } = await held.session.status();
    if (signal.aborted || waitsUntil !== null) {
      silence();
      await held.leave();
    } else {
      await held.close();
      silence();
    }
    const rest = watch.rest(Date.now());
    const isLeft = signal.aborted || rest.kind === 'running';
    return { ...result, end: isLeft ? { kind: 'left' } : rest };
  }
}
