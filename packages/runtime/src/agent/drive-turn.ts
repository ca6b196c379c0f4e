import { unreachable, type EndReason } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Journal } from '../journal/journal.ts';
import type { Dispatch } from '../dispatch/create-dispatch.ts';
import { refused } from '../dispatch/decide-calls.ts';
import { nextAction, type Ceiling, type NextAction, type TurnInputs, type TurnLimits } from '../state/next-action.ts';
import { notePending } from '../state/note-pending.ts';
import type { CallState } from '../state/turn-state.ts';
import { LoopCheck } from './loop-check.ts';
import { toRecords } from './to-records.ts';
import { LONGEST_TIMER_MS, WorkClock } from '../state/work-clock.ts';

/** The effects of a turn. */
export interface TurnParts extends Pick<Dispatch, 'decideCalls' | 'runCall' | 'expireHostCalls' | 'files' | 'saver'> {
  readonly journal: Journal;
  readonly selectModel: (signal: AbortSignal) => Promise<void>;
  readonly callModel: (signal: AbortSignal) => Promise<void>;
  readonly context: TurnContext;
  readonly limits: TurnLimits;
  /** Whether the next request would exceed a limit. */
  readonly ceiling: () => Ceiling | null;
  readonly loopDetection: boolean;
  /** Called when an approval expires, to continue the turn. */
  readonly onClock: () => void;
}

/** Operations on the model's context. Each returns records. */
export interface TurnContext extends Pick<TurnInputs, 'fit' | 'cut'> {
  readonly mask: (callIds: readonly string[]) => Promise<readonly NewRecord[]>;
  readonly summarize: (through: number, signal: AbortSignal) => Promise<readonly NewRecord[]>;
  readonly checkSummary: (signal: AbortSignal) => Promise<readonly NewRecord[]>;
  readonly checkLoop: (signal: AbortSignal) => Promise<readonly NewRecord[]>;
}

/** How long aborted calls may take to report their outcome before the stream ends without it. */
const ABORT_MS = 100;

/**
 * Drives the open stream: determines the next action, performs it and appends the result, until there is nothing to do.
 * A new turn, an answered approval and the turn of a dead process are all driven the same way.
 */
export class TurnDriver {
  readonly #parts: TurnParts;
  readonly #running = new Map<string, Promise<void>>();
  /** Calls that this process told the host to run. */
  readonly #hosted = new Set<string>();
  readonly #loopCheck = new LoopCheck();
  #wake: (() => void) | undefined;
  #failure: unknown;
  #clock: NodeJS.Timeout | undefined;
  readonly #work: WorkClock;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.#work = new WorkClock(parts.limits.maxSeconds);
  }

  /** Checks again for something to do, after outside input. */
  wake(): void {
    this.#wake?.();
  }

  /** Whether something runs or is due. False if the next step depends on outside input. */
  get isAtWork(): boolean {
    const { kind } = this.#next();
    return this.#running.size > 0 || (kind !== 'await' && kind !== 'idle');
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#clock);
  }

  /** Resolves when the stream has ended or waits for outside input. */
  async drive(aborted: AbortSignal): Promise<void> {
    const { streamId } = this.#parts.journal.turn;
    if (streamId === null) return;
    const signal = AbortSignal.any([aborted, this.#work.start(streamId)]);
    const beside = new AbortController();
    const onAbort = (): void => {
      this.wake();
    };
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (signal.aborted) {
          await this.#abort(aborted.aborted ? [] : this.#timeIsUp());
          return;
        }
        await this.#append(this.#loopCheck.take());
        const action = this.#next();
        if (action.kind === 'idle') return;
        if (action.kind === 'await' && this.#running.size === 0) {
          this.#lookAgain(action.until);
          return;
        }
        if (action.kind === 'check_loop') {
          this.#loopCheck.start(this.#parts.context.checkLoop(AbortSignal.any([signal, beside.signal])));
        } else await this.#perform(action, signal);
        if (this.#parts.journal.turn.streamId === null) return;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      beside.abort();
      this.#loopCheck.drop();
      this.#work.stop();
    }
  }

  #next(): NextAction {
    const { journal, limits, ceiling, context, loopDetection } = this.#parts;
    const running = new Set(this.#running.keys());
    return nextAction(journal.turn, {
      running,
      isHostTold: (callId) => this.#hosted.has(callId),
      limits,
      ceiling: ceiling(),
      now: Date.now(),
      fit: () => context.fit(),
      cut: () => context.cut(),
      loopDetection,
      isLoopAsked: this.#loopCheck.isAsked,
    });
  }

  // eslint-disable-next-line complexity -- one line per action
  async #perform(action: Exclude<NextAction, { kind: 'check_loop' }>, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    switch (action.kind) {
      case 'mask':
        await this.#append(await context.mask(action.callIds));
        return;
      case 'summarize':
        await this.#append(await context.summarize(action.through, signal));
        return;
      case 'check_summary':
        await this.#append(await context.checkSummary(signal));
        return;
      case 'drop_compaction':
      case 'ask_pending':
      case 'overflow':
      case 'report_loop':
      case 'expire':
      case 'stop_at_limit':
        await this.#append(toRecords(action, this.#parts.journal.turn));
        return;
      case 'select_model':
        await this.#parts.selectModel(signal);
        return;
      case 'call_model':
        await this.#parts.callModel(signal);
        return;
      case 'decide_tools':
        await this.#decide(action.calls, signal);
        return;
      case 'run_tools':
        for (const call of action.calls) this.#start(call, signal);
        return;
      case 'await':
        await this.#changed();
        return;
      case 'expire_host':
        await this.#appendNext(await this.#parts.expireHostCalls(action.calls));
        return;
      case 'wait':
        await this.#waitUntil(action.until);
        return;
      case 'end':
        await this.#end(action.reason, action.message);
        return;
      case 'idle':
        return;
      default:
        unreachable(action);
    }
  }

  /** Decides calls. An abort does not wait for a decision, and a call that was answered meanwhile needs none. */
  async #decide(calls: readonly CallState[], signal: AbortSignal): Promise<void> {
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve(undefined);
      });
    });
    const records = await Promise.race([this.#parts.decideCalls(calls, signal), aborted]);
    const isOpen = (record: NewRecord): boolean => !('callId' in record.body) || this.#isOpen(record.body.callId);
    if (records !== undefined) await this.#append(records.filter(isOpen));
  }

  #start(call: CallState, signal: AbortSignal): void {
    const work = async (): Promise<void> => {
      const found = await this.#parts.runCall(call, signal);
      const records = [...found, ...(await this.#parts.saver.afterCall(call))];
      await (this.#isOpen(call.callId) ? this.#append(records) : this.#appendLate(records));
      if (call.executor === 'host') this.#hosted.add(call.callId);
      // Only after its record is saved; otherwise it would look like the call of a dead process.
      this.#running.delete(call.callId);
      this.wake();
    };
    this.#running.set(call.callId, work().catch(this.#onLost(call)));
  }

  /** A call that was ended without its result: what it has changed is recorded all the same. */
  async #appendLate(records: readonly NewRecord[]): Promise<void> {
    const changed = records.filter(({ type }) => type === 'files_changed' || type === 'files_saved');
    if (changed.length > 0) await this.#parts.journal.append(changed);
  }

  /** Handles a call whose record could not be saved: the store has failed, and the stream cannot continue here. */
  #onLost(call: CallState): (thrown: unknown) => void {
    return (thrown) => {
      this.#running.delete(call.callId);
      this.#failure = thrown;
      this.wake();
    };
  }

  /** Waits until then or until a message arrives. Clients can show a countdown. */
  async #waitUntil(until: string): Promise<void> {
    const { journal } = this.#parts;
    journal.tellLive({ type: 'progress', label: `waiting for ${journal.turn.model ?? 'the model'}`, until });
    const timer = setTimeout(
      () => {
        this.wake();
      },
      Math.min(LONGEST_TIMER_MS, Date.parse(until) - Date.now()),
    );
    try {
      await this.#changed();
    } finally {
      clearTimeout(timer);
    }
  }

  /** The turn waits. Only a timer is left, and a process that opens the session later checks the time first. */
  #lookAgain(until: string | undefined): void {
    clearTimeout(this.#clock);
    if (until === undefined) return;
    const ms = Math.min(LONGEST_TIMER_MS, Math.max(0, Date.parse(until) - Date.now()));
    this.#clock = setTimeout(this.#parts.onClock, ms).unref();
  }

  async #changed(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
    if (this.#failure !== undefined) throw this.#takeFailure();
  }

  #takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #isOpen(callId: string): boolean {
    return this.#parts.journal.turn.batch.some((call) => call.callId === callId && !call.isFinished);
  }

  /** Gives running calls a moment to report their outcome. Every call gets its response, and the stream its end. */
  async #abort(why: readonly NewRecord[]): Promise<void> {
    if (this.#parts.journal.turn.streamId === null) return;
    await Promise.race([Promise.all(this.#running.values()), new Promise((resolve) => setTimeout(resolve, ABORT_MS))]);
    const open = this.#parts.journal.turn.batch.filter((call) => !call.isFinished);
    const reason = why.length === 0 ? 'aborted' : 'max_time';
    const ended: NewRecord = { type: 'stream_ended', body: { reason } };
    const refusals = open.map((call) => refused(call, 'aborted', 'aborted before it finished'));
    await this.#append([...refusals, ...why, ...notePending(this.#parts.journal.turn), ended]);
  }

  #timeIsUp(): NewRecord[] {
    const { maxSeconds = 0 } = this.#parts.limits;
    return [{ type: 'limit_reached', body: { limit: 'max_time', value: this.#work.seconds, max: maxSeconds } }];
  }

  /** Ends the stream, unless a message arrived meanwhile and there is more to do. */
  async #end(reason: EndReason, message: string | undefined): Promise<void> {
    const { journal, files } = this.#parts;
    // Afterwards the user may change files, which must not be taken for changes of a command.
    await files.catchUp();
    const { streamId } = journal.turn;
    const body = { reason, ...(message === undefined ? {} : { message }) };
    const records: readonly NewRecord[] = [...notePending(journal.turn), { type: 'stream_ended', body }];
    if (streamId !== null) await journal.appendNext(records.map((record) => ({ ...record, streamId })));
  }

  /** Appends the records, unless something was appended meanwhile, such as the answer itself. */
  async #appendNext(records: readonly NewRecord[]): Promise<void> {
    const { journal } = this.#parts;
    const { streamId } = journal.turn;
    if (streamId !== null) await journal.appendNext(records.map((record) => ({ ...record, streamId })));
  }

  async #append(records: readonly NewRecord[]): Promise<void> {
    const { journal } = this.#parts;
    const { streamId } = journal.turn;
    if (streamId !== null && records.length > 0)
      await journal.append(records.map((record) => ({ ...record, streamId })));
  }
}
