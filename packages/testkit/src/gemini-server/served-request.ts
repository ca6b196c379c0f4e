import type { Content } from '@google/genai';
import type { IncomingMessage } from 'node:http';

const actions = ['streamGenerateContent', 'generateContent', 'countTokens'] as const;

/** A request as the server got it, without the caller's key. */
export interface ServedRequest {
  readonly method: string;
  /** Without the query, which may carry a key. */
  readonly path: string;
  /** Null when the path is none of Gemini's. */
  readonly action: (typeof actions)[number] | null;
  readonly model: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined when it is not JSON, or not kept. */
  readonly body: unknown;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
}

const ROUTE = /^\/(?:v1|v1beta)\/(?:models|tunedModels)\/(.+):(\w+)$/;
const secrets: ReadonlySet<string> = new Set(['x-goog-api-key', 'authorization', 'cookie', 'proxy-authorization']);

/** What came in, as a record that is safe to keep and to log. */
export function toServedRequest(incoming: IncomingMessage, bytes: Buffer): ServedRequest {
  const [path = ''] = (incoming.url ?? '').split('?', 1);
  const method = incoming.method ?? '';
  const [, model, word] = (method === 'POST' ? ROUTE.exec(path) : null) ?? [];
  const action = actions.find((name) => name === word) ?? null;
  return {
    at: performance.timeOrigin + performance.now(),
    method,
    path,
    action,
    model: action === null || model === undefined ? null : decodeURIComponent(model),
    headers: toSafeHeaders(incoming),
    body: toJson(bytes),
  };
}

/** The conversation in a request's body; empty when there is none. */
export function toContents({ body }: ServedRequest): readonly Content[] {
  if (typeof body !== 'object' || body === null || !('contents' in body)) return [];
  return Array.isArray(body.contents) ? (body.contents as readonly Content[]) : [];
}

function toSafeHeaders({ headers }: IncomingMessage): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    safe[name] = secrets.has(name) ? '[redacted]' : String(value);
  }
  return safe;
}

function toJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined; // the server answers this with a 400
  }
}
