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
  /** Opens the agent on a log of that store, and takes it over from its holder. */
  readonly open: (store: SessionStore) => Promise<HeldSession>;
  /** Calls back when something may have been put into the inbox; a hint may be missed. */
  readonly listen: (onHint: () => void) => Promise<() => Promise<void>>;
  /** Tells the world what the agent tells, until the result is called. */
  readonly publish: (agent: Pick<AgentProtocol, 'subscribe'>) => () => void;
  /** Hears that something was settled. */
  readonly onSettled: (messageId: string, waitedMs: number | undefined) => void;
  /** How often the inbox is looked at without a hint. */
  readonly pollMs?: number | undefined;
  /** What was read of sessions lately. */
  readonly warm?: WarmRecords | undefined;
}

/** How a run ended, and what it did. */
export interface RunResult {
  /** `left`: another worker continues it, or none for now. */
  readonly end: Exclude<WaitState, { kind: 'running' }> | { readonly kind: 'left' };
  readonly settled: number;
  readonly records: number;
  /** Whether there was anything to open the session for. */
  readonly hasOpened: boolean;
}

const POLL_MS = 1_000;
/** Shorter turns do not listen: a new message submits the session again anyway. */
const LISTEN_AFTER_MS = 100;
/** A wait that is over so soon is waited for here. It also covers a clock that wakes us a little early. */
export const LINGER_MS = 10_000;

/**
 * Takes a session and brings it as far as it goes: says what waits in its inbox, drives its turn until it ends or rests,
 * and lets go. Any worker can do this at any time; when `signal` aborts, another one will, and nothing more is done here.
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

/** Where the turn stands, by the log alone. */
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

/** Whether there is something to do now, or so soon that it is waited for. */
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

/** Listens in a moment, and looks then, since something may have been said before. */
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

/** One worker's time with one session. */
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

  /** Until there is nothing to do and nothing waits, or the session is no longer ours. */
  async #drive(first: readonly WaitingEntry[]): Promise<void> {
    const { parts, sessionId, watch, held, signal } = this.#run;
    await this.#apply(first);
    // What a dead worker left open goes on; what was just said goes on by itself.
    if (!signal.aborted) await held.session.send({ action: { name: 'resume' } });
    while (!signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#mustLook) {
        this.#mustLook = false;
        await this.#apply(await parts.inbox.waiting(sessionId));
        continue;
      }
      // Stops looking: a new message submits the session again.
      if (!isDue(watch.rest(Date.now()))) return;
      await this.#changed();
    }
  }

  /** A thousand sessions that wait for their models look once a second, and hardly ever find anything. */
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
    // It may have changed before anyone listened.
    const { watch, signal } = this.#run;
    if (signal.aborted || this.#mustLook || this.#failure !== undefined || !isDue(watch.rest(Date.now()))) return;
    await promise;
  }

  /** That the log could not be written is for us alone: the turn stands still here, and goes on where it can. */
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
