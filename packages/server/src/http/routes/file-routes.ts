import { AgentError } from '@bowline/protocol';
import { checkObject, isSaveKey, MAX_OBJECT_BYTES, type ObjectStore } from '@bowline/workspace';
import type { Context, Hono } from 'hono';
import type { HttpEnv } from '../guard.ts';
import { HttpError } from '../http-error.ts';
import { readBytes } from '../read-body.ts';
import type { ServerPorts } from '../server-ports.ts';

/**
 * Routes for the files of sessions that are moved here and back. A tenant reaches its own objects only, cannot list or remove
 * any, and cannot store one under the name of another content.
 */
export function addFileRoutes(app: Hono<HttpEnv>, { files }: ServerPorts): void {
  const storeOf = (context: Context<HttpEnv>): ObjectStore => {
    if (files !== undefined) return files(context.get('guest').tenant);
    throw new HttpError(404, 'This server keeps no files', 'Start it and its workers with --files');
  };
  const keyOf = (context: Context<HttpEnv>): string => {
    const key = new URL(context.req.url).pathname.slice('/v1/files/'.length);
    if (isSaveKey(key)) return key;
    throw new HttpError(404, 'Not found', 'There are only pieces and saves');
  };

  app.get('/v1/files', (context) => context.json({ isKept: files !== undefined }));

  app.get('/v1/files/*', async (context) => {
    const [store, key] = [storeOf(context), keyOf(context)];
    if (context.req.query('facts') !== undefined) return context.json({ facts: (await store.facts(key)) ?? null });
    const bytes = await store.get(key, MAX_OBJECT_BYTES);
    if (bytes === undefined) throw new HttpError(404, 'Not found', 'It is no longer stored');
    return context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  app.put('/v1/files/*', async (context) => {
    const [store, key] = [storeOf(context), keyOf(context)];
    const parts: Uint8Array[] = [];
    for await (const part of readBytes(context.req.raw, MAX_OBJECT_BYTES)) parts.push(part);
    const bytes = Buffer.concat(parts);
    requireSound(key, bytes);
    await store.put(key, bytes);
    return context.json({});
  });
}

/** An outage of the store is not the client's fault, but this is. */
function requireSound(key: string, bytes: Uint8Array): void {
  try {
    checkObject(key, bytes);
  } catch (thrown) {
    throw new AgentError('SEND_INVALID', AgentError.from(thrown).message, { cause: thrown });
  }
}
