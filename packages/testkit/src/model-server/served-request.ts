import type { IncomingMessage } from 'node:http';
import { toRoute, type Route } from './route.ts';

/** A request as received, without the caller's key. */
export interface ServedRequest extends Route {
  readonly method: string;
  /** Without the query, which may contain a key. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined if it is not JSON or not stored. */
  readonly body: unknown;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
}

const secrets: ReadonlySet<string> = new Set([
  'x-goog-api-key',
  'x-api-key',
  'api-key',
  'authorization',
  'cookie',
  'proxy-authorization',
]);

/** Converts an incoming request to a record that is safe to store and log. */
export function toServedRequest(incoming: IncomingMessage, bytes: Buffer): ServedRequest {
  const [path = ''] = (incoming.url ?? '').split('?', 1);
  const method = incoming.method ?? '';
  const body = toJson(bytes);
  return {
    at: performance.timeOrigin + performance.now(),
    method,
    path,
    ...toRoute({ method, path, headers: incoming.headers }, body),
    headers: toSafeHeaders(incoming),
    body,
  };
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
    return undefined; // the server responds to this with a 400
  }
}
