import { StreamingMode, type Event, type Runner } from '@google/adk';
import type { Content, Part } from '@google/genai';
import { createTextLoop, type LoopFinding, type TextLoop } from '@bowline/context';
import { AgentError, type ApprovalMode, type ContextUse } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Journal } from '../agent/journal.ts';
import { fromFailure } from '../model/agent-model.ts';
import type { ModelDesk } from '../model/model-desk.ts';
import type { Spending } from '../model/spending.ts';
import { APP } from '../sessions/log-session-service.ts';
import { toAnswerRecords, toUsage, type AnswerContext } from './to-answer-records.ts';

/** What one step needs. */
export interface ModelStepParts extends AnswerContext {
  readonly journal: Journal;
  readonly runner: Runner;
  readonly newId: () => string;
  readonly spending: Pick<Spending, 'price'>;
  /** Chooses the model of a sequence, knows it, and says what a failed request leads to. */
  readonly desk: Pick<ModelDesk, 'select' | 'recover' | 'concreteModel'>;
  /** What has to be said besides, since it was last asked for. */
  readonly takeNotices: () => readonly NewRecord[];
  /** The model has answered. */
  readonly onAnswer: () => void;
  /** How full its window is with what is asked next. */
  readonly contextUse: () => ContextUse;
  /** An answer that repeats itself without end is cut. */
  readonly looksForLoops: boolean;
}

/** Calls the model once: shows what it says as it says it, and keeps the whole answer and its calls in one append. */
export class ModelStep {
  readonly #parts: ModelStepParts;
  #messageId = '';
  #shown: Part[] = [];
  #seen = 0;
  #hasRecorded = false;
  #use: ContextUse | undefined;
  #loops: Record<'text' | 'thought', TextLoop> | undefined;
  #found: LoopFinding | undefined;
  #cut = new AbortController();
  #mode: ApprovalMode | undefined;

  constructor(parts: ModelStepParts) {
    this.#parts = parts;
  }

  /** Runs the step. An abort leaves what was said so far; a failure becomes a record. */
  async run(signal: AbortSignal): Promise<void> {
    const { runner, journal, newId } = this.#parts;
    this.#begin(newId());
    const events = runner.runAsync({
      ...APP,
      sessionId: journal.log.sessionId,
      // ADK wants a message to run at all; the history that the model sees comes from the log.
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
      await this.#fail(new AgentError('MODEL_INVALID_ANSWER', 'the step ended without an answer'));
  }

  /** Chooses the model before anything else of a sequence is done or told. */
  async select(signal: AbortSignal): Promise<void> {
    const { desk, journal } = this.#parts;
    try {
      await desk.select(journal.history.contents, signal);
    } catch (thrown) {
      await this.#fail(AgentError.from(thrown));
    }
  }

  /** The mode of this request: one for its instruction and its tools, whatever is said while it is put together. */
  get mode(): ApprovalMode {
    return this.#mode ?? this.#parts.journal.session.mode;
  }

  #begin(messageId: string): void {
    this.#messageId = messageId;
    this.#mode = this.#parts.journal.session.mode;
    this.#shown = [];
    this.#hasRecorded = false;
    this.#found = undefined;
    this.#cut = new AbortController();
    this.#loops = this.#parts.looksForLoops ? { text: createTextLoop(), thought: createTextLoop() } : undefined;
  }

  private get found(): LoopFinding | undefined {
    return this.#found;
  }

  /** Whether the step has left anything in the log; the compiler cannot see that ADK calls `record`. */
  private get hasRecorded(): boolean {
    return this.#hasRecorded;
  }

  /** What the model is shown now; what is said from here on, this answer has not seen. */
  show(): readonly Content[] {
    this.#seen = this.#parts.journal.takenSeq;
    this.#use = this.#parts.contextUse();
    return this.#parts.journal.history.contents;
  }

  /** Called by ADK through the session service, before it goes on. */
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

  /** What was shown of an answer that failed is taken back: whoever shows it must not show it twice. */
  #toFailure(event: Event): readonly NewRecord[] {
    const { desk, spending } = this.#parts;
    return desk.recover({
      error: fromFailure(event),
      usage: spending.price(this.#model, toUsage(event.usageMetadata)),
      retracts: this.#shown.length > 0 ? this.#messageId : undefined,
    });
  }

  /** What ADK throws is a request that cannot be made, or a bug; the turn ends and says so. A store that failed cannot even say that. */
  async #fail(error: AgentError): Promise<void> {
    const { journal } = this.#parts;
    const { streamId } = journal.turn;
    if (/^(STORE|SESSION)_/.test(error.code) || streamId === null) throw error;
    const { code, message, hint } = error;
    const why = { code, message, ...(hint === undefined ? {} : { hint }) };
    const body = { model: this.#model, ...why, retryable: false, isFinal: true };
    this.#hasRecorded = true;
    await journal.append([{ type: 'model_failed', streamId, body }]);
  }

  get #model(): string {
    return this.#parts.desk.concreteModel;
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

  /** What repeats itself is taken back: the model is told of it, and does not see it again. */
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

  /** What a person saw happened: it stays, as far as it got. */
  async #keepPartial(): Promise<void> {
    const text = this.#shown.map((part) => (part.thought === true ? '' : part.text)).join('');
    const { streamId } = this.#parts.journal.turn;
    if (text === '' || streamId === null) return;
    const content = { role: 'model', parts: [{ text }] };
    const body = { messageId: this.#messageId, model: this.#model, content, finishReason: 'ABORTED', seen: this.#seen };
    this.#shown = [];
    await this.#parts.journal.append([{ type: 'model_answered', streamId, body }]);
  }
}
