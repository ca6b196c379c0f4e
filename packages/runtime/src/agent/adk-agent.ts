import {
  AgentError,
  parseSend,
  type AgentEvent,
  type AgentProtocol,
  type AgentSend,
  type ContextUse,
  type EventQuery,
  type JsonObject,
  type SessionStatus,
} from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { ModelRouter } from '../model/model-router.ts';
import { CallPreviews } from './call-previews.ts';
import type { TurnDriver } from './drive-turn.ts';
import type { Dispatch } from '../dispatch/create-dispatch.ts';
import {
  isAnotherTry,
  toHostCall,
  toInputRecords,
  toKeptRule,
  type KeptRule,
  type SentInput,
} from './to-input-records.ts';
import type { Workspace } from '@bowline/workspace';
import { restoreFiles } from './restore-files.ts';
import type { History } from '../journal/history.ts';
import type { Journal } from '../journal/journal.ts';
import { planRestore } from '../state/plan-restore.ts';
import { notePending } from '../state/note-pending.ts';
import { planRewind } from '../state/plan-rewind.ts';
import { readEvents } from '../journal/read-events.ts';
import { toStatus } from '../state/to-status.ts';

export interface AdkAgentParts {
  readonly journal: Journal;
  readonly driver: TurnDriver;
  readonly router: Pick<ModelRouter, 'tryAgain'>;
  readonly newId: () => string;
  /** How full the window would be with this history. */
  readonly contextUse: (history: History) => ContextUse;
  /** Saves a rule that the user granted for a project or always. */
  readonly keepRule: (kept: KeptRule) => Promise<void>;
  readonly finishHostCall: Dispatch['finishHostCall'];
  readonly files: Dispatch['files'];
  readonly saver: Pick<Dispatch['saver'], 'save'>;
  readonly isConfined?: (() => Promise<boolean | undefined>) | undefined;
  readonly previewCall: Dispatch['previewCall'];
  readonly findPreview: Dispatch['findPreview'];
  readonly asideProblem: Dispatch['asideProblem'];
  readonly workspace: Pick<Workspace, 'history' | 'previews'>;
}

/** Refuses mode preview where nothing can run beside the workspace. */
async function requireAside(findProblem: Dispatch['asideProblem']): Promise<void> {
  const problem = await findProblem();
  if (problem === undefined) return;
  throw new AgentError('SEND_INVALID', `Mode preview is not possible here: ${problem}`, {
    hint: 'Use another approval mode. bowline doctor checks the sandbox',
  });
}

type Message = Extract<AgentSend, { message: unknown }>['message'];
type Action = Extract<AgentSend, { action: unknown }>['action'];
type Update = Extract<AgentSend, { update: unknown }>['update'];

/** The next message needs room as well. */
const MOST_FILLED = 0.9;
/** How often it waits for another process that restores files, ten seconds each. */
const RESTORE_WAITS = 30;

/** `AgentProtocol` on a log and a driver. Everything that is sent becomes a record first, then drives the turn. */
export class AdkAgent implements AgentProtocol {
  readonly #parts: AdkAgentParts;
  #abort = new AbortController();
  /** Serializes sends, so that two at once cannot both start a stream or both answer an approval. */
  #sends: Promise<unknown> = Promise.resolve();
  #drives: Promise<void> = Promise.resolve();
  #driving = 0;
  readonly #previews: CallPreviews;

  constructor(parts: AdkAgentParts) {
    this.#parts = parts;
    this.#previews = new CallPreviews(parts);
  }

  get sessionId(): string {
    return this.#parts.journal.log.sessionId;
  }

  async send(value: AgentSend): Promise<{ readonly streamId: string | null }> {
    const send = parseSend(value);
    const result = this.#sends.then(() => this.#accept(send));
    this.#sends = result.catch(() => undefined);
    return await result;
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#parts.journal.subscribe(listener);
  }

  events(query: EventQuery = {}): AsyncIterable<AgentEvent> {
    const { journal } = this.#parts;
    return readEvents(journal.log, query, { upTo: journal.toldSeq, openStreamId: journal.turn.streamId });
  }

  async status(): Promise<SessionStatus> {
    const { journal, isConfined } = this.#parts;
    const { turn, session } = journal;
    const status = toStatus(this.sessionId, session, turn.retryAt);
    return isConfined === undefined ? status : { ...status, isConfined: await isConfined() };
  }

  async abort(): Promise<void> {
    if (this.#parts.journal.turn.streamId === null) return;
    this.#abort.abort();
    await this.#previews.cancel();
    this.#drive();
  }

  /** Waits until nothing runs, then closes the session. */
  async close(): Promise<void> {
    await this.#previews.cancel();
    await this.#drives;
    await this.#parts.files.settled().catch(() => undefined); // the log has failed, and has reported it
    this.#parts.driver.close();
    await this.#parts.journal.close();
  }

  async #accept(send: AgentSend): Promise<{ readonly streamId: string | null }> {
    if ('message' in send) return { streamId: await this.#message(send.message) };
    if ('input' in send) return { streamId: await this.#input(send.input) };
    if ('update' in send) return await this.#update(send.update);
    return { streamId: await this.#action(send.action) };
  }

  async #message(message: Message): Promise<string> {
    const { journal, newId } = this.#parts;
    const { content, display, messageId = newId() } = message;
    const body = { messageId, content, ...(display === undefined ? {} : { display }) };
    const known = journal.session.recent.find((recent) => recent.messageId === messageId);
    if (known !== undefined) return known.streamId;
    // A message sent after an acknowledged abort does not belong to the stream that is ending.
    if (this.#abort.signal.aborted) await this.#drives;
    const open = await this.#join({ type: 'steering_message', body });
    return open ?? (await this.#begin([{ type: 'user_message', body }]));
  }

  /**
   * Adds a record to the open stream, if any. Checks again, since the stream may be ending and records after its end
   * are not delivered.
   */
  async #join(record: NewRecord): Promise<string | null> {
    const { journal } = this.#parts;
    for (;;) {
      const { streamId } = journal.turn;
      if (streamId === null) return null;
      if (await journal.appendNext([{ ...record, streamId }])) {
        this.#drive();
        return streamId;
      }
    }
  }

  /** Starts a stream with these records. */
  async #begin(first: readonly NewRecord[], continues = false): Promise<string> {
    const { journal, newId } = this.#parts;
    const streamId = newId();
    const started: NewRecord = { type: 'stream_started', body: continues ? { continues } : {} };
    const records = [started, ...first];
    this.#abort = new AbortController();
    await journal.append(
      records.map((record) => ({ ...record, streamId })),
      { isTold: false },
    );
    // The caller gets the stream's ID before subscribers see its start.
    setImmediate(() => {
      journal.tell();
      this.#drive();
    });
    return streamId;
  }

  async #input(input: SentInput): Promise<string | null> {
    const { answer } = input;
    if (answer.kind === 'tool_result') return await this.#hostResult(input.inputId, answer);
    const { journal, keepRule } = this.#parts;
    toInputRecords(input, journal);
    await this.#previews.check(input.inputId, answer);
    await this.#previews.cancel(input.inputId);
    // The rule is saved first: a rule without its answer is harmless, but an answer without its rule would lead to
    // another approval.
    const kept = toKeptRule(input, journal.session.pending);
    if (kept !== undefined) await keepRule(kept);
    // Validates the answer again, since it may have expired or the turn may have ended meanwhile.
    const records = toInputRecords(input, journal);
    const { streamId } = journal.turn;
    if (isAnotherTry(input, journal.turn)) this.#parts.router.tryAgain();
    await journal.append(records.map((record) => (streamId === null ? record : { ...record, streamId })));
    this.#drive();
    return streamId;
  }

  /**
   * Records a result from the host. It counts once, and only if nothing in between, such as a timeout, has closed the
   * call.
   */
  async #hostResult(
    callId: string,
    answer: Extract<SentInput['answer'], { kind: 'tool_result' }>,
  ): Promise<string | null> {
    const { journal, finishHostCall } = this.#parts;
    const record = await finishHostCall(toHostCall(callId, journal.turn), answer);
    for (;;) {
      toHostCall(callId, journal.turn);
      const { streamId } = journal.turn;
      const isKept = await journal.appendNext([streamId === null ? record : { ...record, streamId }]);
      if (!isKept) continue;
      this.#drive();
      return streamId;
    }
  }

  async #update({ title, model, mode }: Update): Promise<{ readonly streamId: null }> {
    const records: NewRecord[] = [];
    if (title !== undefined) records.push({ type: 'title_changed', body: { title } });
    if (model !== undefined) {
      this.#parts.router.tryAgain();
      records.push({ type: 'model_requested', body: { model } });
    }
    if (mode === 'preview') await requireAside(this.#parts.asideProblem);
    if (mode !== undefined) records.push({ type: 'mode_changed', body: { mode } });
    if (records.length > 0) await this.#parts.journal.append(records);
    return { streamId: null };
  }

  async #action({ name, data = {} }: Action): Promise<string | null> {
    if (name === 'resume') return this.#resume();
    if (name === 'compact') return data['undo'] === true ? await this.#lengthen() : await this.#compact(data['focus']);
    if (name === 'preview') return this.#previews.start(data['inputId']);
    if (name === 'rewind') return await this.#rewind(data);
    if (name === 'restore') return await this.#restore(data);
    if (name === 'retry') return await this.#retry(data['last'] === true);
    throw new AgentError('SEND_INVALID', `Unknown action: ${name}`, {
      hint: 'Use resume, retry, compact, preview, rewind or restore',
    });
  }

  /** Continues the stream that a dead process left open. */
  #resume(): string | null {
    const { streamId } = this.#parts.journal.turn;
    if (streamId !== null)
      setImmediate(() => {
        this.#drive();
      });
    return streamId;
  }

  /**
   * Asks the model again at once if the turn waits for it. With `isLast`, also about what the last turn left unanswered.
   * Null if the turn does not wait.
   */
  async #retry(isLast: boolean): Promise<string | null> {
    const { journal, router } = this.#parts;
    if (isLast && journal.turn.streamId === null) return await this.#retryLast();
    const { requestedModel, model } = journal.session;
    const name = requestedModel ?? model;
    if (journal.turn.retryAt === null || name === null) return null;
    router.tryAgain();
    return await this.#join({ type: 'model_requested', body: { model: name, isRetry: true } });
  }

  async #retryLast(): Promise<string> {
    const { journal, router } = this.#parts;
    await this.#drives;
    // A message or results of calls; an answer of the model has another role.
    if (journal.history.entries.at(-1)?.content.role !== 'user')
      throw new AgentError('SEND_INVALID', 'The last message was answered', { hint: 'Send a new message' });
    router.tryAgain();
    return await this.#begin([], true);
  }

  /** Compacts the history before the next request, or now, in its own stream, if the session is idle. */
  async #compact(focus: unknown): Promise<string> {
    const record: NewRecord = { type: 'compaction_requested', body: typeof focus === 'string' ? { focus } : {} };
    if (this.#abort.signal.aborted) await this.#drives;
    return (await this.#join(record)) ?? (await this.#begin([record]));
  }

  /** Undoes the last compaction or masking, if the model has room for what it replaced. */
  async #lengthen(): Promise<null> {
    const { journal, contextUse } = this.#parts;
    if (this.#abort.signal.aborted) await this.#drives;
    if (journal.turn.streamId !== null)
      throw new AgentError('SEND_INVALID', 'The turn is not finished', {
        hint: 'Abort it first, then undo the summary',
      });
    const longer = await journal.longer();
    if (longer === undefined)
      throw new AgentError('SEND_INVALID', 'Nothing was summarized or masked', {
        hint: 'To shorten the session: /compress',
      });
    const { tokens, window } = contextUse(longer.history);
    if (tokens > window * MOST_FILLED)
      throw new AgentError(
        'SEND_INVALID',
        `The earlier conversation has ${tokens} tokens, but the model reads ${window}`,
        {
          hint: 'Use a model with a larger context window',
        },
      );
    await journal.append([{ type: 'context_restored', body: { undone: longer.undone, tokens } }]);
    return null;
  }

  /**
   * Rewinds, or undoes a rewind; with `files: true`, restores files too. Ends a turn that waits or was left open; a
   * running turn must be aborted first.
   */
  async #rewind(data: JsonObject): Promise<null> {
    const { journal, driver, workspace, files } = this.#parts;
    if (data['files'] === true && workspace.history === undefined)
      throw new AgentError('SEND_INVALID', 'Files cannot be restored here', { hint: 'Rewind without files' });
    const isOpen = journal.turn.streamId !== null;
    if (isOpen && this.#driving > 0 && driver.isAtWork && !this.#abort.signal.aborted)
      throw new AgentError('SEND_INVALID', 'The agent is running', { hint: 'Abort first, then rewind' });
    await planRewind(data, journal.log, journal.session); // an impossible rewind must not end a turn
    if (isOpen) await this.abort();
    await this.#drives;
    await files.catchUp();
    await journal.append(await planRewind(data, journal.log, journal.session));
    await this.#restoreFiles();
    const notes = notePending(journal.turn);
    if (notes.length > 0) await journal.append(notes);
    return null;
  }

  /** Restores files, or undoes that. The conversation stays, and the model is told. */
  async #restore(data: JsonObject): Promise<null> {
    const { journal, workspace, files } = this.#parts;
    if (workspace.history === undefined)
      throw new AgentError('SEND_INVALID', 'Files cannot be restored here', { hint: 'Use Git, or another copy' });
    if (this.#abort.signal.aborted) await this.#drives;
    if (journal.turn.streamId !== null)
      throw new AgentError('SEND_INVALID', 'The turn is not finished', { hint: 'Abort it first, then restore files' });
    await files.catchUp();
    await journal.append([await planRestore(data, journal.log)]);
    await this.#restoreFiles();
    return null;
  }

  /**
   * Restores the files of a rewind whose process died. A process that lost the session in the middle goes on to the end:
   * that is waited for, because it would write beside the calls of this one. If it fails, the session opens all the same.
   */
  async completeRewind(left = RESTORE_WAITS): Promise<void> {
    try {
      await this.#restoreFiles();
    } catch (thrown) {
      if (left > 0 && AgentError.from(thrown).retryable) {
        await this.completeRewind(left - 1);
        return;
      }
      const text = `files could not be restored: ${AgentError.from(thrown).message}`;
      await this.#parts.journal.append([
        { type: 'notice', body: { level: 'warning', code: 'FILES_NOT_RESTORED', text } },
      ]);
    }
  }

  /** Restores files if that was asked for and has not been done yet. */
  async #restoreFiles(): Promise<void> {
    const { journal, workspace } = this.#parts;
    const { restoring } = journal.session;
    if (restoring === null || workspace.history === undefined) return;
    const restored = await restoreFiles(journal.log, workspace.history, restoring);
    await journal.append([restored, ...(await this.#parts.saver.save())]);
  }

  #drive(): void {
    const { driver, journal } = this.#parts;
    driver.wake();
    this.#driving += 1;
    this.#drives = this.#drives
      .then(() => driver.drive(this.#abort.signal))
      .catch((thrown: unknown) => {
        // The store has failed, so this cannot be saved. The stream stays open and continues when the store works
        // again.
        const { code, message, hint } = AgentError.from(thrown);
        journal.tellLive({ type: 'error', code, message, fatal: true, ...(hint === undefined ? {} : { hint }) });
      })
      .finally(() => {
        this.#driving -= 1;
      });
  }
}
