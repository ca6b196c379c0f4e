import { AgentError, answeredBy, parseSend, type AgentSend } from '@bowline/protocol';
import type { Hono } from 'hono';
import { toInboxTopic } from '../../bus/topics.ts';
import type { InboxEntry } from '../../turns/inbox-entry.ts';
import type { HttpEnv, Guest } from '../guard.ts';
import { readJson } from '../read-body.ts';
import { limitsOf, type ServerPorts } from '../server-ports.ts';
import { waitForOutcome } from '../wait-for-outcome.ts';

const ID_LENGTH = 128;

/** Routes that send messages to a session. They put the message into its inbox, then notify a worker. */
export function addTalkRoutes(app: Hono<HttpEnv>, ports: ServerPorts): void {
  const limits = limitsOf(ports);

  app.post('/v1/sessions/:id/send', async (context) => {
    const guest = context.get('guest');
    const send = answeredBy(parseSend(await readJson(context.req.raw, limits.bodyBytes)), guest.name);
    const messageId = idOf(send, context.req.header('idempotency-key')) ?? ports.newId();
    const told = await tell(ports, guest, {
      sessionId: context.req.param('id'),
      messageId,
      entry: { send: withId(send, messageId) },
      signal: context.req.raw.signal,
    });
    if (told === undefined) return context.json({ isWaiting: true, messageId }, 202);
    if ('error' in told) {
      const { code, message, ...options } = told.error;
      throw new AgentError(code, message, withoutUndefined(options));
    }
    return context.json({ streamId: told.streamId });
  });

  app.post('/v1/sessions/:id/abort', async (context) => {
    const messageId = idOf(undefined, context.req.header('idempotency-key')) ?? ports.newId();
    const sessionId = context.req.param('id');
    await put(ports, context.get('guest'), { sessionId, messageId, entry: { abort: true } });
    return context.json({ messageId }, 202);
  });
}

interface Telling {
  readonly sessionId: string;
  readonly messageId: string;
  readonly entry: InboxEntry;
}

async function tell(
  ports: ServerPorts,
  guest: Guest,
  { signal, ...telling }: Telling & { readonly signal: AbortSignal },
): ReturnType<typeof waitForOutcome> {
  const { sessionId, messageId } = telling;
  const { sendMs: waitMs } = limitsOf(ports);
  const key = { tenant: guest.tenant, sessionId };
  const ending = ports.signal === undefined ? signal : AbortSignal.any([signal, ports.signal]);
  const wait = { bus: ports.bus, inbox: guest.ports.inbox, key, messageId, waitMs, signal: ending };
  return await waitForOutcome(wait, () => put(ports, guest, telling));
}

/**
 * Saves the message, then makes sure that a worker will look, even if the message was known: the first notification may
 * be missing.
 */
async function put(ports: ServerPorts, { tenant, ports: own }: Guest, telling: Telling): Promise<void> {
  const { sessionId, messageId, entry } = telling;
  const found = await own.store.find(sessionId);
  if (found?.sessionId !== sessionId)
    throw new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, { hint: 'See GET /v1/sessions' });
  await own.inbox.put(sessionId, { messageId, entry });
  const key = { tenant, sessionId };
  void ports.bus.publish(toInboxTopic(key), messageId);
  await ports.durable.submit(key);
}

/** A message is identified by its own ID, any other request by its idempotency key. */
function idOf(send: AgentSend | undefined, header: string | undefined): string | undefined {
  const own = send !== undefined && 'message' in send ? send.message.messageId : undefined;
  const id = own ?? header;
  if (id === undefined || (id.length > 0 && id.length <= ID_LENGTH)) return id;
  throw new AgentError('SEND_INVALID', `An id must have 1 to ${ID_LENGTH} characters`);
}

function withId(send: AgentSend, messageId: string): AgentSend {
  return 'message' in send ? { message: { ...send.message, messageId } } : send;
}

function withoutUndefined(options: { hint?: string | undefined; retryable?: boolean | undefined }): {
  hint?: string;
  retryable?: boolean;
} {
  const { hint, retryable } = options;
  return { ...(hint === undefined ? {} : { hint }), ...(retryable === undefined ? {} : { retryable }) };
}
