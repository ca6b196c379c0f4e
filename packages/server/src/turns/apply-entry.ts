import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AgentError, type AgentEvent, type AgentProtocol, type AgentSend } from '@bowline/protocol';
import { abortStream } from './abort-stream.ts';
import { inboxEntrySchema, type InboxOutcome } from './inbox-entry.ts';
import type { WaitingEntry } from './turn-inbox.ts';

/**
 * Sends an inbox entry to the agent. A message that was already sent counts once, since a worker may have died between
 * sending and settling it. Throws store failures, which are not an outcome of the entry.
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

/** Whether the store failed, rather than the request. The same request may succeed later, here or on another worker. */
export function isAboutStore({ code, retryable }: AgentError): boolean {
  return retryable || code === 'SESSION_FENCED' || code === 'SESSION_CLOSED' || code.startsWith('STORE_');
}

export function refuse({ code, message, hint, retryable }: AgentError): InboxOutcome {
  return { error: { code, message, ...(hint === undefined ? {} : { hint }), ...(retryable ? { retryable } : {}) } };
}

/** Uses the entry's inbox ID as the message ID, by which the agent recognizes duplicates. */
function withMessageId(send: AgentSend, messageId: string): AgentSend {
  return 'message' in send ? { message: { ...send.message, messageId: send.message.messageId ?? messageId } } : send;
}

/** Whether an update has already been applied. */
async function isUpdated(agent: AgentProtocol, send: AgentSend): Promise<boolean> {
  if (!('update' in send) || send.update.model !== undefined) return false;
  const { title, mode } = await agent.status();
  const { title: wantedTitle = title, mode: wantedMode = mode } = send.update;
  return wantedTitle === title && wantedMode === mode;
}

/** Treats an answer that is rejected as a duplicate of the same answer as accepted. */
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
