import { AgentError, type AgentSend, type AgentSession, type InputAnswer, type InputRequest } from '@bowline/protocol';

/** A call that needs approval, with what is known of it. */
export type ConfirmationRequest = Extract<InputRequest, { kind: 'confirmation' }>;

type ConfirmationAnswer = Extract<InputAnswer, { kind: 'confirmation' }>;

/**
 * What to do with a call: an outcome alone, or with the `reason` that the model gets (`denied`), the `args` to run with
 * instead (`edited`), and `by`, the person who decided, for the log.
 */
export type ConfirmationReply =
  | Exclude<ConfirmationAnswer['outcome'], 'edited'>
  | (Omit<ConfirmationAnswer, 'kind' | 'digest'> & { readonly by?: string });

/** Decides about a call that needs approval. What it throws denies the call, with the message as the reason. */
export type OnConfirmation = (request: ConfirmationRequest) => ConfirmationReply | Promise<ConfirmationReply>;

/** Answers a session's questions about calls: those that wait already, and those that come. */
export async function answerConfirmations(session: AgentSession, onConfirmation: OnConfirmation): Promise<void> {
  const take = (request: InputRequest): void => {
    if (request.kind === 'confirmation') void answer(session, request, onConfirmation);
  };
  const { pendingInputs } = await session.status();
  session.subscribe((event) => {
    if (event.type === 'input_request') take(event.request);
  });
  for (const request of pendingInputs) take(request);
}

async function answer(
  session: AgentSession,
  request: ConfirmationRequest,
  onConfirmation: OnConfirmation,
): Promise<void> {
  try {
    await session.send(toSend(request, await onConfirmation(request)));
  } catch (thrown) {
    // Also an outcome that this call does not offer: what cannot be sent denies the call, so that the turn goes on.
    const reason = AgentError.from(thrown).message;
    // When this fails too, the question is answered or over, or the store has failed, which ends the turn by itself.
    await session.send(toSend(request, { outcome: 'denied', reason })).catch(() => undefined);
  }
}

function toSend({ inputId, digest }: ConfirmationRequest, reply: ConfirmationReply): AgentSend {
  const { by, ...answered } = typeof reply === 'string' ? { outcome: reply } : toObject(reply);
  const input = { inputId, answer: { kind: 'confirmation' as const, digest, ...answered } };
  return { input: by === undefined ? input : { ...input, by } };
}

/** A program that no compiler checks may forget to return something. */
function toObject<Reply>(reply: Reply | undefined): Reply {
  if (reply !== undefined && reply !== null) return reply;
  throw new AgentError('OPTIONS_INVALID', 'onConfirmation has to return an outcome, such as once or denied');
}
