import { AgentError, type AgentSend, type AgentSession, type InputAnswer, type InputRequest } from '@bowline/protocol';

/** A call that needs approval. */
export type ConfirmationRequest = Extract<InputRequest, { kind: 'confirmation' }>;

type ConfirmationAnswer = Extract<InputAnswer, { kind: 'confirmation' }>;

/**
 * The decision about a call: an outcome, or an object with `reason` for the model (`denied`), changed `args` (`edited`)
 * and `by`, the user who decided, for the log.
 */
export type ConfirmationReply =
  | Exclude<ConfirmationAnswer['outcome'], 'edited'>
  | (Omit<ConfirmationAnswer, 'kind' | 'digest'> & { readonly by?: string });

/** Decides about a call that needs approval. If it throws, the call is denied with the message as the reason. */
export type OnConfirmation = (request: ConfirmationRequest) => ConfirmationReply | Promise<ConfirmationReply>;

/** Answers the pending and future approvals of a session. With `isPreviewed`, each command is previewed first. */
export async function answerConfirmations(
  session: AgentSession,
  { onConfirmation, isPreviewed }: { readonly onConfirmation: OnConfirmation; readonly isPreviewed: boolean },
): Promise<void> {
  const take = (request: InputRequest): void => {
    if (request.kind === 'confirmation') void answer(session, request, onConfirmation);
  };
  const { pendingInputs } = await session.status();
  // The preview, or why there is none, is the event after the request.
  const previewed = new Map<string, ConfirmationRequest>();
  session.subscribe((event) => {
    if (event.type === 'input_preview') {
      const request = previewed.get(event.inputId);
      previewed.delete(event.inputId);
      if (request !== undefined) take(event.preview === undefined ? request : { ...request, preview: event.preview });
    }
    if (event.type !== 'input_request') return;
    const { request } = event;
    if (request.kind === 'confirmation' && isPreviewedFirst(request, isPreviewed))
      previewed.set(request.inputId, request);
    else take(request);
  });
  for (const request of pendingInputs) take(request);
}

/** What is pending is always shown with its question. */
function isPreviewedFirst({ tool, canPreview }: ConfirmationRequest, isPreviewed: boolean): boolean {
  return canPreview === true && (isPreviewed || tool === 'apply_changes');
}

async function answer(
  session: AgentSession,
  request: ConfirmationRequest,
  onConfirmation: OnConfirmation,
): Promise<void> {
  try {
    await session.send(toSend(request, await onConfirmation(request)));
  } catch (thrown) {
    // An answer that cannot be sent denies the call, so that the turn continues.
    const reason = AgentError.from(thrown).message;
    // If this fails too, the approval is no longer pending, or the store failed, which ends the turn.
    await session.send(toSend(request, { outcome: 'denied', reason })).catch(() => undefined);
  }
}

function toSend({ inputId, digest }: ConfirmationRequest, reply: ConfirmationReply): AgentSend {
  const { by, ...answered } = typeof reply === 'string' ? { outcome: reply } : toObject(reply);
  const input = { inputId, answer: { kind: 'confirmation' as const, digest, ...answered } };
  return { input: by === undefined ? input : { ...input, by } };
}

/** Checks that a program without types returned something. */
function toObject<Reply>(reply: Reply | undefined): Reply {
  if (reply !== undefined && reply !== null) return reply;
  throw new AgentError('OPTIONS_INVALID', 'onConfirmation must return an outcome, such as once or denied');
}
