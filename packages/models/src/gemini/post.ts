import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';

/** What to send, in pieces that are not copied on the way. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

/** Posts and resolves when the answer begins. Connections are kept for the next step. */
export async function post({ url, headers, body, signal }: Post): Promise<IncomingMessage> {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const open = url.startsWith('https:') ? secureRequest : plainRequest;
  return await new Promise((resolve, reject) => {
    const request = open(url, { method: 'POST', headers: { ...headers, 'content-length': length }, signal });
    request.on('response', resolve);
    request.on('error', reject);
    for (const piece of body) request.write(piece);
    request.end();
  });
}
