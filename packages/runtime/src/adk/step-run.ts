import { StreamingMode, type Event, type Runner } from '@google/adk';
import type { Content, Part } from '@google/genai';
import { createTextLoop, type LoopFinding, type TextLoop } from '@bowline/context';
import { AgentError, type ApprovalMode, type ContextUse } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Journal } from '../journal/journal.ts';
import type { ModelRouter } from '../model/model-router.ts';
import type { Spending } from '../model/spending.ts';
import { toUsage } from '../model/to-usage.ts';
import { fromFailure } from './agent-model.ts';
import { APP } from './log-session-service.ts';
import { toAnswerRecords, type AnswerContext } from './to-answer-records.ts';

/** What one step needs. */
export interface StepParts extends AnswerContext {
  readonly journal: Journal;
  readonly runner: Runner;
  readonly newId: () => string;
  readonly spending: Pick<Spending, 'price'>;
  /** Selects the model of a sequence and decides what to do about a failed request. */
  readonly router: Pick<ModelRouter, 'select' | 'recover' | 'concreteModel'>;
  /** Notices since the last call. */
  readonly takeNotices: () => readonly NewRecord[];
  /** Called when the model has answered. */
  readonly onAnswer: () => void;
  /** How full the context window is with the next request. */
  readonly contextUse: () => ContextUse;
  /** Stops an answer that repeats itself endlessly. */
  readonly loopDetection: boolean;
}

/** One model step. Shows the answer while it streams, and appends the complete answer and its calls together. */
export class StepRun {
  /** The mode for both the instruction and the tools of this request, even if it changes meanwhile. */
  readonly mode: ApprovalMode;
  readonly #parts: StepParts;
  readonly #messageId: string;
  readonly #cut = new AbortController();
  readonly #loops: Record<'text' | 'thought', TextLoop> | undefined;
  #shown: Part[] = [];
  #seen = 0;
  #hasRecorded = false;
  #use: ContextUse | undefined;
  #found: LoopFinding | undefined;

  constructor(parts: StepParts) {
    this.#parts = parts;
    this.#messageId = parts.newId();
    this.mode = parts.journal.session.mode;
    this.#loops = parts.loopDetection ? { text: createTextLoop(), thought: createTextLoop() } : undefined;
  }

  /** Runs the step. An abort keeps what was said so far, and a failure becomes a record. */
  async run(signal: AbortSignal): Promise<void> {
    const { runner, journal } = this.#parts;
    const events = runner.runAsync({
      ...APP,
      sessionId: journal.log.sessionId,
      // ADK requires a message. The history that the model sees comes from the log.
      newMessage: { role: 'user', parts: [{ text: 'continue' }] },
      runConfig: { pauseOnToolCalls: true, streamingMode: StreamingMode.SSE, maxLlmCalls: 0 },
      abortSignal: AbortSignal.any([signal, this.#cut.signal]),
    });
    try {
      for await (const event of events) if (event.partial === true) this.#show(event);
    } catch (thrown) {
      await this.#fail(AgentError.from(thrown));
    }
    if (signal.aborted) await this.#keepPartial();
    else if (this.found !== undefined) await this.#keepLoop(this.found);
    else if (!this.hasRecorded)
      await this.#fail(new AgentError('MODEL_INVALID_ANSWER', 'The step ended without an answer'));
  }

  private get found(): LoopFinding | undefined {
    return this.#found;
  }

  /** Whether the step has appended anything. A getter, because the compiler does not know that ADK calls `record`. */
  private get hasRecorded(): boolean {
    return this.#hasRecorded;
  }

  /** Returns what the model sees now. Messages that arrive later are not seen by this answer. */
  show(): readonly Content[] {
    this.#seen = this.#parts.journal.takenSeq;
    this.#use = this.#parts.contextUse();
    return this.#parts.journal.history.contents;
  }

  /** Called by ADK through the session service before it continues. */
  async record(event: Event): Promise<void> {
    const { journal } = this.#parts;
    const { streamId } = journal.turn;
    if (streamId === null || this.#found !== undefined) return;
    this.#hasRecorded = true;
    const records = event.errorCode === undefined ? this.#toAnswer(event) : this.#toFailure(event);
    this.#shown = [];
    const all = [...this.#parts.takeNotices(), ...records];
    await journal.append(all.map((record) => ({ ...record, streamId })));
  }

  #toAnswer(event: Event): readonly NewRecord[] {
    const { onAnswer, spending } = this.#parts;
    const model = this.#model;
    const usage = spending.price(model, toUsage(event.usageMetadata));
    onAnswer();
    const context =
      this.#use === undefined ? undefined : { ...this.#use, tokens: usage?.inputTokens ?? this.#use.tokens };
    const answer = { messageId: this.#messageId, model, seen: this.#seen, usage, context };
    return toAnswerRecords(event, { ...this.#parts, ...answer });
  }

  /** Retracts what was shown of a failed answer, so that it does not appear twice. */
  #toFailure(event: Event): readonly NewRecord[] {
    const { router, spending } = this.#parts;
    return router.recover({
      error: fromFailure(event),
      usage: spending.price(this.#model, toUsage(event.usageMetadata)),
      retracts: this.#shown.length > 0 ? this.#messageId : undefined,
    });
  }

  async #fail(error: AgentError): Promise<void> {
    this.#hasRecorded = true;
    await appendFailure(error, this.#parts);
  }

  get #model(): string {
    return this.#parts.router.concreteModel;
  }

  #show(event: Event): void {
    for (const { text, thought } of event.content?.parts ?? []) {
      if (text === undefined || text === '') continue;
      const kind = thought === true ? 'thought' : 'text';
      this.#shown.push({ text, ...(thought === true ? { thought } : {}) });
      this.#parts.journal.tellLive({ type: 'message_delta', messageId: this.#messageId, kind, text });
      this.#lookForLoop(kind, text);
    }
  }

  #lookForLoop(kind: 'text' | 'thought', text: string): void {
    if (this.#found !== undefined) return;
    this.#found = this.#loops?.[kind].take(text) ?? undefined;
    if (this.#found !== undefined) this.#cut.abort();
  }

  /** Retracts an answer that repeats itself. The model is told about it but does not see it again. */
  async #keepLoop(found: LoopFinding): Promise<void> {
    const { journal } = this.#parts;
    const { streamId, loop } = journal.turn;
    if (streamId === null) return;
    const failure = {
      model: this.#model,
      code: 'MODEL_LOOPED',
      message: found.detail,
      retryable: true,
      isFinal: false,
    };
    const records: NewRecord[] = [
      { type: 'model_failed', body: { ...failure, retracts: this.#messageId } },
      { type: 'loop_detected', body: { ...found, strike: loop.strikes + 1 } },
    ];
    this.#hasRecorded = true;
    await journal.append(records.map((record) => ({ ...record, streamId })));
  }

  /** Saves a partial answer, because the user has seen it. */
  async #keepPartial(): Promise<void> {
    const text = this.#shown.map((part) => (part.thought === true ? '' : part.text)).join('');
    const { streamId } = this.#parts.journal.turn;
    if (text === '' || streamId === null) return;
    const content = [{ type: 'text' as const, text }];
    const body = { messageId: this.#messageId, model: this.#model, content, finishReason: 'ABORTED', seen: this.#seen };
    this.#shown = [];
    await this.#parts.journal.append([{ type: 'model_answered', streamId, body }]);
  }
}

/** Appends an error that ends the turn: a request that cannot be made, or a bug. Throws errors of the store itself. */
export async function appendFailure(
  error: AgentError,
  { journal, router }: Pick<StepParts, 'journal' | 'router'>,
): Promise<void> {
  const { streamId } = journal.turn;
  if (/^(STORE|SESSION)_/.test(error.code) || streamId === null) throw error;
  const { code, message, hint } = error;
  const why = { code, message, ...(hint === undefined ? {} : { hint }) };
  const body = { model: router.concreteModel, ...why, retryable: false, isFinal: true };
  await journal.append([{ type: 'model_failed', streamId, body }]);
}
