import {
  StructuredOutput,
  TurnOutcome,
  type DeniedCall,
  type OpenedSession,
  type OutputSchema,
  type TokenCounts,
} from '@bowline/assembly';
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

/** What came of a question. */
export interface Answer {
  /** The last thing that the agent said. */
  readonly text: string;
  /** Why the turn ended: `completed`, or what stopped it short. A turn that failed is thrown instead. */
  readonly reason: Exclude<EndReason, 'failed'>;
  /** The calls that were denied, each with why. */
  readonly denied: readonly DeniedCall[];
  readonly usage: TokenCounts;
  /** In US dollars; null when the price of a model is not known. */
  readonly cost: number | null;
}

/** An open session, in the few words that most programs need; `session` has all of the contract. */
export interface Bowline extends AsyncDisposable {
  readonly id: string;
  readonly session: AgentSession;
  /** Asks and waits for the end of the turn. Rejects with an `AgentError`, its code and hint, when the turn failed. */
  ask(text: string): Promise<Answer>;
  /**
   * The same, with an answer that matches a schema, as `data`. One that does not match goes back to the model, twice at
   * most; then it rejects with `OUTPUT_INVALID`.
   */
  ask<Schema extends z.ZodType>(
    text: string,
    options: { readonly schema: Schema },
  ): Promise<Answer & { readonly data: z.output<Schema> }>;
  ask(text: string, options: AskOptions): Promise<Answer & { readonly data?: unknown }>;
  /** Asks and gives every event of the turn as it happens. */
  stream(text: string): AsyncIterable<AgentEvent>;
  /** Ends the session here, with what it left running in the background. It can be resumed by its id. */
  close(): Promise<void>;
}

/** How to ask. */
export interface AskOptions {
  /** What the answer has to look like: made with zod, or JSON Schema as plain data. */
  readonly schema?: OutputSchema;
}

const askOptions: Readonly<Record<keyof AskOptions, OptionRule>> = {
  schema: { takes: 'a zod schema or a JSON Schema', fits: (value) => typeof value === 'object' && value !== null },
};

/** A session in few words. */
export function toBowline({
  session,
  sessionId,
  close: closeSession,
}: Pick<OpenedSession, 'session' | 'sessionId' | 'close'>): Bowline {
  const ask = async (text: string, options: AskOptions = {}): Promise<Answer & { readonly data?: unknown }> => {
    checkOptions(options, askOptions);
    checkPrompt(text);
    const outcome = new TurnOutcome();
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
    ask: ask as Bowline['ask'], // that data fits its schema is what was checked
    stream: (text) => session.sendStream(createMessage(text)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A prompt that says nothing would cost a turn. */
function checkPrompt(text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new AgentError('SEND_INVALID', 'there is no prompt', { hint: 'ask takes a string that is not blank' });
}

/** Plays one turn to its end and adds it to an outcome. Throws what ended it, where it failed. */
async function play(session: AgentSession, send: AgentSend, outcome: TurnOutcome): Promise<Answer> {
  for await (const event of session.sendStream(send)) outcome.take(event);
  const { text, reason, denied, stats } = outcome;
  if (reason === 'failed') throw AgentError.from(outcome.error);
  return { text, reason, denied, usage: stats.usage, cost: stats.cost ?? null };
}
