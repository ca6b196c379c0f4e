import { hash } from 'node:crypto';
import { StructuredOutput, TurnOutcome, type DeniedCall, type OutputSchema, type TokenCounts } from '@bowline/protocol';
import { type OpenedSession, type SessionFiles } from '@bowline/assembly';
import {
  AgentError,
  createMessage,
  type AgentEvent,
  type AgentSend,
  type AgentSession,
  type EndReason,
} from '@bowline/protocol';
import type * as z from 'zod';
import { checkOptions, type OptionRule } from './session-options.ts';

/** The result of a turn. */
export interface Answer {
  /** The agent's last message. */
  readonly text: string;
  /** Why the turn ended. A failed turn is thrown instead. */
  readonly reason: Exclude<EndReason, 'failed'>;
  /** The denied calls, with reasons. */
  readonly denied: readonly DeniedCall[];
  readonly usage: TokenCounts;
  /** In US dollars; null if the price of a model is unknown. */
  readonly cost: number | null;
}

/** An open session. `session` gives access to the whole protocol. */
export interface Bowline extends AsyncDisposable {
  readonly id: string;
  readonly session: AgentSession;
  /** What the agent has changed, and what restoring files would do. Changes nothing. */
  readonly files: SessionFiles;
  /** Sends a prompt and waits for the end of the turn. Rejects with an `AgentError` if the turn fails. */
  ask(text: string): Promise<Answer>;
  /**
   * Returns the answer as `data` that matches a schema. An answer that does not match goes back to the model, at most
   * twice; then it rejects with `OUTPUT_INVALID`.
   */
  ask<Schema extends z.ZodType>(
    text: string,
    options: { readonly schema: Schema },
  ): Promise<Answer & { readonly data: z.output<Schema> }>;
  ask(text: string, options: AskOptions): Promise<Answer & { readonly data?: unknown }>;
  /** Sends a prompt and yields the events of the turn. */
  stream(text: string): AsyncIterable<AgentEvent>;
  /** Closes the session and stops its background commands. The session can be resumed by its id. */
  close(): Promise<void>;
}

/** The options of `ask`. */
export interface AskOptions {
  /** The schema of the answer: a zod schema, or a JSON Schema. */
  readonly schema?: OutputSchema;
}

const askOptions: Readonly<Record<keyof AskOptions, OptionRule>> = {
  schema: { takes: 'a zod schema or a JSON Schema', fits: (value) => typeof value === 'object' && value !== null },
};

/** Wraps an open session. */
export function toBowline({
  session,
  sessionId,
  files,
  close: closeSession,
}: Pick<OpenedSession, 'session' | 'sessionId' | 'files' | 'close'>): Bowline {
  const ask = async (text: string, options: AskOptions = {}): Promise<Answer & { readonly data?: unknown }> => {
    checkOptions(options, askOptions);
    checkPrompt(text);
    const outcome = new TurnOutcome((text) => hash('sha256', text));
    if (options.schema === undefined) return await play(session, createMessage(text), outcome);
    const structured = new StructuredOutput(options.schema);
    for (let send = structured.toSend(createMessage(text)); ;) {
      const answer = await play(session, send, outcome);
      const checked = await structured.check(answer);
      if (checked.kind === 'failed') throw checked.error;
      if (checked.kind === 'valid') return { ...answer, data: checked.data };
      send = checked.send;
    }
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeSession({ endsBackground: true }));
  return {
    id: sessionId,
    session,
    files,
    ask: ask as Bowline['ask'], // the check guarantees that data matches the schema
    stream: (text) => session.sendStream(createMessage(text)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Refuses an empty prompt, which would cost a turn. */
function checkPrompt(text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new AgentError('SEND_INVALID', 'The prompt is empty', { hint: 'Pass a string that is not blank' });
}

/** Runs one turn and adds it to an outcome. Throws if the turn fails. */
async function play(session: AgentSession, send: AgentSend, outcome: TurnOutcome): Promise<Answer> {
  for await (const event of session.sendStream(send)) outcome.take(event);
  const { text, reason, denied, stats } = outcome;
  if (reason === 'failed') throw AgentError.from(outcome.error);
  return { text, reason, denied, usage: stats.usage, cost: stats.cost ?? null };
}
