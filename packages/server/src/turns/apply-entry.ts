import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AgentError, type AgentEvent, type AgentProtocol, type AgentSend } from '@bowline/protocol';
import { abortStream } from './abort-stream.ts';
import { inboxEntrySchema, type InboxOutcome } from './inbox-entry.ts';
import type { WaitingEntry } from './turn-inbox.ts';

/**
 * Says to the agent what waits in the inbox. What was said already counts once: a worker may have died between saying
 * and settling. A failure of the store is thrown, since it says nothing about the entry.
 */
export async function applyEntry(
  agent: AgentProtocol,
  waiting: WaitingEntry,
  signal: AbortSignal,
): Promise<InboxOutcome> {
  const parsed = inboxEntrySchema.safeParse(waiting.entry);
  if (!parsed.success) return refuse(new AgentError('SEND_INVALID', z.prettifyError(parsed.error)));
  if ('abort' in parsed.data) {
    await abortStream(agent, signal);
    return { streamId: null };
  }
  const send = withMessageId(parsed.data.send, waiting.messageId);
  if (await isUpdated(agent, send)) return { streamId: null };
  try {
    const { streamId } = await agent.send(send);
    return { streamId };
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (isAboutStore(error)) throw error;
    return (await findAnswer(agent, send, error)) ?? refuse(error);
  }
}

/** True when the store failed, not what was asked of it: the same may succeed later, here or elsewhere. */
export function isAboutStore({ code, retryable }: AgentError): boolean {
  return retryable || code === 'SESSION_FENCED' || code === 'SESSION_CLOSED' || code.startsWith('STORE_');
}

export function refuse({ code, message, hint, retryable }: AgentError): InboxOutcome {
  return { error: { code, message, ...(hint === undefined ? {} : { hint }), ...(retryable ? { retryable } : {}) } };
}

/** The inbox knows each entry by an id; the agent knows messages by theirs, and there they are the same. */
function withMessageId(send: AgentSend, messageId: string): AgentSend {
  return 'message' in send ? { message: { ...send.message, messageId: send.message.messageId ?? messageId } } : send;
}

/** Whether the session is already as an update wants it. */
async function isUpdated(agent: AgentProtocol, send: AgentSend): Promise<boolean> {
  if (!('update' in send) || send.update.model !== undefined) return false;
  const { title, mode } = await agent.status();
  const { title: wantedTitle = title, mode: wantedMode = mode } = send.update;
  return wantedTitle === title && wantedMode === mode;
}

/** An answer that is refused because the same answer was taken before was accepted. */
async function findAnswer(agent: AgentProtocol, send: AgentSend, error: AgentError): Promise<InboxOutcome | undefined> {
  if (!('input' in send) || error.code !== 'UNKNOWN_INPUT') return undefined;
  for await (const event of agent.events())
    if (isAnswer(event, send.input)) return { streamId: event.streamId ?? null };
  return undefined;
}

function isAnswer(event: AgentEvent, { inputId, answer }: Extract<AgentSend, { input: unknown }>['input']): boolean {
  if (event.type === 'tool_response')
    return (
      answer.kind === 'tool_result' && event.callId === inputId && isDeepStrictEqual(event.content, answer.content)
    );
  if (event.type !== 'input_response' || event.inputId !== inputId) return false;
  return answer.kind === 'credential'
    ? event.outcome.kind === 'credential'
    : isDeepStrictEqual(event.outcome, { ...answer });
}
