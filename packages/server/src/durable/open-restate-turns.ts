import type { DurableTurns, SessionKey, TurnsStatus } from './durable-turns.ts';
import { askRestate } from './ask-restate.ts';
import { createRestateAdmin, requireOk, type Invocation } from './restate-admin.ts';
import { SESSION_OBJECT, toObjectKey } from './session-object.ts';

/** The addresses of Restate: `http://HOST:PORT`, or `unix:PATH` for a socket. */
export interface RestateAddresses {
  readonly ingress: string;
  readonly admin: string;
}

/** Statuses of invocations that run or will be retried. */
const HELD = new Set(['running', 'backing-off', 'suspended', 'ready', 'paused']);

/** Durable turns on Restate. Stateless: it need not be closed. */
export function openRestateTurns({ ingress, admin: adminAddress }: RestateAddresses): DurableTurns {
  const admin = createRestateAdmin(adminAddress);
  const invocationsOf = (key: SessionKey): Promise<readonly Invocation[]> =>
    admin.invocations(SESSION_OBJECT, toObjectKey(key));
  const send = async (key: SessionKey, query: string, headers: Record<string, string>): Promise<void> => {
    const path = `/${SESSION_OBJECT}/${encodeURIComponent(toObjectKey(key))}/run/send${query}`;
    const response = await askRestate({ address: ingress, path }, { method: 'POST', headers });
    await requireOk(response, `schedule session ${key.sessionId}`);
    await response.arrayBuffer();
  };
  return {
    submit: (key) => send(key, '', {}),
    submitLater: async (key, atMs, tag) => {
      const delay = Math.max(0, Math.ceil(atMs - Date.now()));
      await send(key, `?delay=${delay}ms`, { 'idempotency-key': `${tag}@${atMs}` });
    },
    cancel: async (key) => {
      const held = (await invocationsOf(key)).filter(({ status }) => HELD.has(status));
      await Promise.all(held.map(({ id }) => admin.cancel(id)));
    },
    status: async (key) => toStatus(await invocationsOf(key)),
    retry: async (key) => {
      const all = await invocationsOf(key);
      const stuck = all.filter(({ status }) => status === 'paused' || status === 'backing-off');
      await Promise.all(stuck.map(({ id }) => admin.resume(id)));
      if (all.length === 0) await send(key, '', {});
    },
  };
}

/** Ignores runs that are scheduled for later, since they block nothing. */
function toStatus(invocations: readonly Invocation[]): TurnsStatus {
  const all = new Set(invocations.map(({ status }) => status));
  if (all.has('paused')) return 'stuck';
  if (all.has('running') || all.has('suspended')) return 'running';
  all.delete('scheduled');
  return all.size > 0 ? 'queued' : 'resting';
}
