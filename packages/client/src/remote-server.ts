import { AgentError, type ApprovalMode } from '@bowline/protocol';
import * as z from 'zod';
import { callForJson, callOnce, callPatiently, type ServerPlace } from './server-calls.ts';
import { toLines } from './to-lines.ts';

/** Options of a new session on a server. */
export interface NewRemoteSession {
  /** Default: a new ID. */
  readonly sessionId?: string;
  /** A folder on the machine of the server's workers. */
  readonly workspace: string;
  readonly model?: string;
  readonly mode?: ApprovalMode;
  readonly title?: string;
}

/** A request to release a session from the server. */
export interface Release {
  /** The destination. */
  readonly to: string;
  readonly moveId: string;
  /** The last record known to the destination. A session whose history does not contain it is not released. */
  readonly knows?: string;
}

/** The sessions of a server. */
export interface RemoteServer {
  create(session: NewRemoteSession): Promise<string>;
  list(filter?: { readonly workspace?: string }): Promise<readonly RemoteSummary[]>;
  /** Whether the session exists. Throws if the server is unreachable or rejects the token. */
  has(sessionId: string): Promise<boolean>;
  /** A session as JSON lines. The receiver must verify them. */
  exportLines(sessionId: string): AsyncIterable<string>;
  /** Imports a session whose last record says that it was moved there. A repeated import returns `isKnown`. */
  importLines(lines: AsyncIterable<string>, moveId: string): Promise<{ readonly isKnown: boolean }>;
  /** Makes the server release a session. A repeated request returns the ID of the first move. */
  release(sessionId: string, move: Release): Promise<{ readonly moveId: string }>;
  /** The files of sessions on the server. Null if it keeps none. */
  files(): Promise<RemoteFiles | null>;
}

/** Objects of saved files on a server, by key. Its store checks their contents. */
export interface RemoteFiles {
  facts(key: string): Promise<{ readonly bytes: number; readonly at: number } | undefined>;
  /** Undefined if there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
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
/** A session as shown in lists. */
export type RemoteSummary = z.infer<typeof summarySchema>;

/** The API of a server. Holds no connection open. */
export function createRemoteServer(place: ServerPlace): RemoteServer {
  const json = { 'content-type': 'application/json' };
  const pathOf = (sessionId: string, rest: string): string => `/v1/sessions/${encodeURIComponent(sessionId)}${rest}`;
  return {
    async create(session) {
      // Chooses the ID here, so that a retry after a disconnect cannot create a second session.
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
    async files() {
      try {
        const { isKept } = await callForJson(place, { path: '/v1/files' }, z.object({ isKept: z.boolean() }));
        return isKept ? createRemoteFiles(place) : null;
      } catch (thrown) {
        // A server of an earlier version has no such route.
        if (AgentError.is(thrown) && thrown.code === 'SERVER_REFUSED' && thrown.message === 'Not found') return null;
        throw thrown;
      }
    },
  };
}

const factsSchema = z.object({ facts: z.object({ bytes: z.number(), at: z.number() }).nullable() });

function createRemoteFiles(place: ServerPlace): RemoteFiles {
  return {
    async facts(key) {
      return (
        (await callForJson(place, { path: `/v1/files/${key}`, query: { facts: '' } }, factsSchema)).facts ?? undefined
      );
    },
    async get(key) {
      try {
        return new Uint8Array(await (await callPatiently(place, { path: `/v1/files/${key}` })).arrayBuffer());
      } catch (thrown) {
        if (AgentError.is(thrown) && thrown.code === 'SERVER_REFUSED' && thrown.message === 'Not found')
          return undefined;
        throw thrown;
      }
    },
    async put(key, bytes) {
      await callPatiently(place, { method: 'PUT', path: `/v1/files/${key}`, body: new Uint8Array(bytes) });
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
