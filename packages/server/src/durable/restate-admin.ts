import * as z from 'zod';
import { AgentError } from '@bowline/protocol';
import { askRestate, type RestateRequest } from './ask-restate.ts';

/** An invocation as Restate reports it. */
export interface Invocation {
  readonly id: string;
  readonly status: string;
}

/** The parts of Restate's admin API that the server uses. */
export interface RestateAdmin {
  /** Registers the workers' address. Registering the same address again only updates their capabilities. */
  register(url: string): Promise<void>;
  /** The unfinished invocations of an object. */
  invocations(object: string, key: string): Promise<readonly Invocation[]>;
  cancel(invocationId: string): Promise<void>;
  /** Retries a paused or backing-off invocation now. */
  resume(invocationId: string): Promise<void>;
}

const rowsSchema = z.object({ rows: z.array(z.object({ id: z.string(), status: z.string() })) });

/** The admin API at this address, which must be a socket, loopback or a private network. */
export function createRestateAdmin(address: string): RestateAdmin {
  const ask = (path: string, request: RestateRequest): Promise<Response> => askRestate({ address, path }, request);
  return {
    register: async (uri) => {
      // `force` discovers the address again, so that new code there continues the invocations that old code started.
      const response = await ask('/deployments', json('POST', { uri, force: true }));
      await requireOk(response, `register ${uri}`);
    },
    invocations: async (object, key) => {
      const query =
        `select id, status from sys_invocation where target_service_name = ${quote(object)} ` +
        `and target_service_key = ${quote(key)} and status != 'completed'`;
      const response = await ask('/query', json('POST', { query }));
      await requireOk(response, 'list runs');
      return rowsSchema.parse(await response.json()).rows;
    },
    cancel: async (id) => {
      await requireOk(await ask(`/invocations/${id}/cancel`, { method: 'PATCH' }), 'cancel a run', [404]);
    },
    resume: async (id) => {
      await requireOk(await ask(`/invocations/${id}/resume`, { method: 'PATCH' }), 'resume a run', [404, 409]);
    },
  };
}

/** Throws Restate's error message. */
export async function requireOk(response: Response, what: string, alsoFine: readonly number[] = []): Promise<void> {
  if (response.ok || alsoFine.includes(response.status)) {
    if (!response.ok) await response.body?.cancel();
    return;
  }
  const said = (await response.text()).slice(0, 500);
  throw new AgentError('STORE_FAILED', `Restate could not ${what} (${response.status}): ${said}`, {
    retryable: response.status >= 500 || response.status === 429,
  });
}

function json(method: string, body: object): RestateRequest {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return { method, headers, body: JSON.stringify(body) };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
