import { appendFileSync } from 'node:fs';
import type { OpenedSession } from '@bowline/assembly';
import type { StructuredOutput } from '@bowline/protocol';
import {
  stepBoard,
  type AgentEvent,
  type AgentSend,
  type CallBoard,
  type EndReason,
  type InputRequest,
} from '@bowline/protocol';
import type { CommandEnv, OnConfirm } from '../command.ts';
import { summarizeQuestion } from '../approvals/describe-question.ts';
import { howToAnswer } from '../approvals/how-to-answer.ts';
import { headlessTexts } from '../texts/headless-texts.ts';
import { describeError } from '../describe-error.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { Output } from './output.ts';
import { ProgressLine } from './progress-line.ts';
import { RunNews } from './run-news.ts';
import { RunOutcome } from './run-outcome.ts';

/** How a run is shown, and what it does when a call needs approval. */
export interface RunOptions {
  readonly output: Output;
  readonly debugFile?: string | undefined;
  readonly onConfirm: OnConfirm;
  /** The schema that the last answer must match. */
  readonly structured?: StructuredOutput | undefined;
}

/** A headless run: sends messages, shows the events, and ends with an exit code. */
export class HeadlessRun {
  readonly #opened: OpenedSession;
  readonly #env: CommandEnv;
  readonly #options: RunOptions;
  readonly #progress: ProgressLine | undefined;
  readonly #outcome = new RunOutcome();
  readonly #news: RunNews;
  #board: CallBoard = new Map();
  /** Requests that were pending before this run. */
  #inherited: ReadonlySet<string> = new Set();

  constructor(opened: OpenedSession, env: CommandEnv, options: RunOptions) {
    this.#opened = opened;
    this.#env = env;
    this.#options = options;
    this.#news = new RunNews({ hasStatus: env.isStderrTty });
    this.#progress = env.isStderrTty ? new ProgressLine(env.status) : undefined;
  }

  /** Prints a warning on stderr and in the output. */
  warn(text: string): void {
    this.#say(this.#news.once(text));
    this.#options.output.warn(text);
  }

  /** Sends one after the other, as long as each succeeds. Does not show events up to `after`. */
  async play(sends: readonly AgentSend[], { after }: { readonly after?: string | undefined } = {}): Promise<number> {
    for (const warning of this.#opened.warnings) this.#say(this.#news.once(warning));
    const onAbort = (): void => {
      void this.#opened.session.abort();
    };
    this.#env.signal.addEventListener('abort', onAbort, { once: true });
    const { pendingInputs } = await this.#opened.session.status();
    this.#inherited = new Set(pendingInputs.map(({ inputId }) => inputId));
    try {
      let code: number = EXIT.ok;
      for (const send of sends)
        if (code === EXIT.ok) code = await this.#read(send, after);
        else if ('message' in send) this.#say(headlessTexts.notSent);
      return code === EXIT.ok ? await this.#checkData() : code;
    } finally {
      this.#progress?.close();
      const { sessionId } = this.#opened;
      const { pending } = this.#outcome;
      this.#options.output.end(this.#outcome.toEnd(sessionId));
      if (pending.length > 0) this.#env.stderr(describePending(sessionId, pending));
      else await this.#leave();
    }
  }

  /** Stops background commands, which end with the run. */
  async #leave(): Promise<void> {
    for (const command of await this.#opened.endBackground())
      this.#env.stderr(`bowline: ${headlessTexts.endedInBackground(command)}\n`);
    const { error, turn } = this.#outcome;
    if (turn.reason === 'aborted' && this.#env.signal.aborted) this.#say(headlessTexts.stopped(this.#opened.sessionId));
    if (error !== undefined) this.#env.stderr(describeError(error));
  }

  /**
   * Checks the answer against the schema. One that does not match goes back to the model, a limited number of times.
   */
  async #checkData(): Promise<number> {
    const checked = await this.#options.structured?.check(this.#outcome.turn);
    if (checked === undefined) return EXIT.ok;
    if (checked.kind !== 'repair') return this.#outcome.settle(checked) ? EXIT.ok : EXIT.failed;
    const code = await this.#read(checked.send);
    return code === EXIT.ok ? await this.#checkData() : code;
  }

  async #read(send: AgentSend, after?: string): Promise<number> {
    let isNew = after === undefined;
    for await (const event of this.#opened.session.sendStream(send)) {
      this.#board = stepBoard(this.#board, event);
      if (isNew) this.#take(event);
      else this.#outcome.turn.recall(event);
      if (event.id === after) isNew = true;
      if (event.type === 'agent_end') return this.#toCode(event.reason);
      if (isNew && (await this.#isResting(event))) return await this.#rest();
    }
    return EXIT.failed;
  }

  /** Whether only pending approvals are left: every call that could run has run. */
  async #isResting(event: AgentEvent): Promise<boolean> {
    if (event.type !== 'input_request' && event.type !== 'tool_response' && event.type !== 'input_response')
      return false;
    const { pendingInputs } = await this.#opened.session.status();
    // A tool that asks a question is running, but waits too.
    const asking = new Set(
      pendingInputs.map((request) => (request.kind === 'credential' ? undefined : request.callId)),
    );
    const open = [...this.#board].filter(([, { endedAt }]) => endedAt === undefined);
    if (open.some(([callId, { status }]) => status !== 'awaiting' && !asking.has(callId))) return false;
    this.#outcome.wait(pendingInputs);
    return pendingInputs.length > 0;
  }

  #toCode(reason: EndReason): number {
    return this.#outcome.error?.code === 'MODEL_AUTH' ? EXIT.auth : exitCodeOf(reason);
  }

  /** A request that an earlier run left for the user is kept, whatever this run does with its own. */
  async #rest(): Promise<number> {
    const isInherited = this.#outcome.pending.some(({ inputId }) => this.#inherited.has(inputId));
    if (this.#options.onConfirm === 'suspend' || isInherited) return EXIT.suspended;
    this.#outcome.failWaiting();
    await this.#abort();
    return EXIT.failed;
  }

  /** Ends the turn. What is said then, such as that changes still wait, is shown. */
  async #abort(): Promise<void> {
    const { session } = this.#opened;
    let stop: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      stop = session.subscribe((event) => {
        if (event.type === 'notice') this.#take(event);
        if (event.type === 'agent_end' || (event.type === 'error' && event.fatal)) resolve();
      });
    });
    await session.abort();
    if ((await session.status()).activeStreamId !== null) await ended;
    stop();
  }

  #say(text: string | undefined): void {
    if (text !== undefined) this.#env.stderr(`bowline: ${text}\n`);
  }

  #take(event: AgentEvent): void {
    const { debugFile, output } = this.#options;
    if (debugFile !== undefined) appendFileSync(debugFile, `${JSON.stringify(event)}\n`);
    output.event(event);
    this.#say(this.#outcome.take(event));
    this.#say(this.#news.take(event));
    if (event.type === 'notice' && event.code === 'CHANGES_PENDING')
      this.#say(headlessTexts.stillPending(event.text, this.#opened.sessionId));
    this.#progress?.take(event);
  }
}

function describePending(sessionId: string, pending: readonly InputRequest[]): string {
  const questions = pending.flatMap((request) => summarizeQuestion(request).map((line) => `  ${line}\n`)).join('');
  const commands = howToAnswer(sessionId, pending).map((command) => `  ${command}\n`);
  const { suspended, howToAnswer: how, howToDecide } = headlessTexts;
  const heading = commands.some((command) => command.includes(' --deny ')) ? howToDecide : how;
  return `bowline: ${suspended(sessionId)}\n${questions}${heading}\n${commands.join('')}`;
}
