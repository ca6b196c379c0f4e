import { AgentError } from '@bowline/protocol';
import type { NewRecord, SessionStore } from '@bowline/log';
import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import * as z from 'zod';
import { creationSchema } from '../../worker/to-session-options.ts';
import type { HttpEnv } from '../guard.ts';
import { parseAs, readJson } from '../read-body.ts';
import type { ServerPorts } from '../server-ports.ts';

const BODY_BYTES = 64 * 1024;

const newSessionSchema = z.strictObject({
  ...creationSchema.shape,
  sessionId: z.string().optional(),
  workspace: z.string().min(1).max(4096),
  title: z.string().max(1024).optional(),
});
type NewSession = z.infer<typeof newSessionSchema>;

/** Routes that create and list sessions. */
export function addSessionRoutes(app: Hono<HttpEnv>, ports: ServerPorts): void {
  app.post('/v1/sessions', async (context) => {
    const wanted = parseAs(newSessionSchema, await readJson(context.req.raw, BODY_BYTES));
    const { store, facts } = context.get('guest').ports;
    const { sessionId = ports.newId(), workspace, ...wishes } = wanted;
    // The facts are saved first, since a log without them could not be continued. A repeated request gets the same
    // session.
    if ((await facts.put(sessionId, { workspace, wishes })) === 'known') {
      const known = await facts.get(sessionId);
      if (!isDeepStrictEqual({ workspace, wishes }, { workspace: known?.workspace, wishes: known?.wishes }))
        throw new AgentError('SESSION_EXISTS', `Session ${sessionId} already exists`, { hint: 'Choose another id' });
    }
    await createSession(store, sessionId, { wanted, ports });
    return context.json({ sessionId }, 201);
  });

  app.get('/v1/sessions', async (context) => {
    const workspace = context.req.query('workspace');
    const sessions = await context.get('guest').ports.store.list(workspace === undefined ? {} : { workspace });
    return context.json({ sessions });
  });
}

/** Starts the log, so that the session can be followed before the first message. The worker continues it. */
async function createSession(
  store: SessionStore,
  sessionId: string,
  { wanted, ports }: { readonly wanted: NewSession; readonly ports: ServerPorts },
): Promise<void> {
  const { workspace, model, mode, title } = wanted;
  const settings = { ...(model === undefined ? {} : { model }), mode: mode ?? 'default' };
  const records: NewRecord[] = [
    {
      type: 'session_started',
      body: { sessionId, workspace, agent: 'main', versions: { bowline: ports.version }, settings },
    },
  ];
  if (mode !== undefined && mode !== 'default') records.push({ type: 'mode_changed', body: { mode } });
  if (title !== undefined) records.push({ type: 'title_changed', body: { title } });
  const found = await store.find(sessionId);
  const exists = found?.sessionId === sessionId;
  if (exists && found.records > 0) return;
  // A session without records was left by a process that died while creating it.
  const log = await store.open(sessionId, { owner: ports.owner, create: !exists });
  try {
    await log.append(records);
  } finally {
    await log.close();
  }
}
