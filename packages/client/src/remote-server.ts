import { AgentError, type ApprovalMode } from '@bowline/protocol';
import * as z from 'zod';
import { callForJson, callOnce, callPatiently, type ServerPlace } from './server-calls.ts';
import { toLines } from './to-lines.ts';

/** What a session on a server is asked for with. */
export interface NewRemoteSession {
  /** A new one unless told. */
  readonly sessionId?: string;
  /** A folder of the server's workers. */
  readonly workspace: string;
  readonly model?: string;
  readonly mode?: ApprovalMode;
  readonly title?: string;
}

/** How a session is asked for that is to leave the server. */
export interface Release {
  /** Where it goes. */
  readonly to: string;
  readonly moveId: string;
  /** The last record of it that is known there: what does not continue that is not given away. */
  readonly knows?: string;
}

/** The sessions of a server. */
export interface RemoteServer {
  create(session: NewRemoteSession): Promise<string>;
  list(filter?: { readonly workspace?: string }): Promise<readonly RemoteSummary[]>;
  /** Whether the server is there, lets us in, and has that session. */
  has(sessionId: string): Promise<boolean>;
  /** A session as lines of JSON, to be proven by whoever takes it. */
  exportLines(sessionId: string): AsyncIterable<string>;
  /** Brings a session there whose last record says so. Brought again, it is known. */
  importLines(lines: AsyncIterable<string>, moveId: string): Promise<{ readonly isKnown: boolean }>;
  /** Makes the server give a session away; the move's id is the first one's when it is asked again. */
  release(sessionId: string, move: Release): Promise<{ readonly moveId: string }>;
}

const summarySchema = z.object({
  sessionId: z.string(),
  workspace: z.string(),
  title: z.string().nullable(),
  firstMessage: z.string().nullable(),
  updatedAt: z.string(),
  messages: z.number(),
  isOpen: z.boolean(),
  pending: z.number(),
  movedTo: z.string().nullish(),
  damage: z.string().nullable(),
});
/** What a list shows of a session. */
export type RemoteSummary = z.infer<typeof summarySchema>;

/** A server by its address. Nothing is held open. */
export function createRemoteServer(place: ServerPlace): RemoteServer {
  const json = { 'content-type': 'application/json' };
  const pathOf = (sessionId: string, rest: string): string => `/v1/sessions/${encodeURIComponent(sessionId)}${rest}`;
  return {
    async create(session) {
      // Named here, so that asking again after a cut cannot make a second one.
      const body = JSON.stringify({ sessionId: crypto.randomUUID(), ...session });
      const call = { method: 'POST', path: '/v1/sessions', headers: json, body } as const;
      return (await callForJson(place, call, z.object({ sessionId: z.string() }))).sessionId;
    },
    async list({ workspace } = {}) {
      const call = { path: '/v1/sessions', query: { workspace } };
      return (await callForJson(place, call, z.object({ sessions: z.array(summarySchema) }))).sessions;
    },
    async has(sessionId) {
      try {
        await callPatiently(place, { path: pathOf(sessionId, '/status') });
        return true;
      } catch (thrown) {
        if (AgentError.is(thrown) && thrown.code === 'SESSION_NOT_FOUND') return false;
        throw thrown;
      }
    },
    async *exportLines(sessionId) {
      yield* toLines(await callPatiently(place, { path: pathOf(sessionId, '/export') }));
    },
    async importLines(lines, moveId) {
      const headers = { 'content-type': 'application/x-ndjson' };
      const body = toBody(lines);
      const path = '/v1/sessions/import';
      const response = await callOnce(place, { method: 'POST', path, query: { moveId }, headers, body });
      return z.object({ isKnown: z.boolean() }).parse(await response.json());
    },
    async release(sessionId, move) {
      const path = pathOf(sessionId, '/release');
      const call = { method: 'POST', path, headers: json, body: JSON.stringify(move) } as const;
      return await callForJson(place, call, z.object({ moveId: z.string() }));
    },
  };
}

function toBody(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(`${next.value}\n`));
    },
    async cancel() {
      await source.return?.();
    },
  });
}
