import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { DoorError } from './door-error.ts';

/** A body as chunks, refused once it is longer than `limit`. */
export async function* readBytes(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

/** A body of JSON; an empty one is an empty object. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBytes(request, limit)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw new AgentError('SEND_INVALID', 'the body is not JSON', { cause: thrown });
  }
}

/** Checks what came from outside against what is expected of it. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError('SEND_INVALID', z.prettifyError(parsed.error));
}

/** A body as lines, none longer than `lineLimit`. */
export async function* readLines(
  request: Request,
  limits: { readonly limit: number; readonly lineLimit: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open: string[] = [];
  let size = 0;
  for await (const chunk of readBytes(request, limits.limit)) {
    const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    open.push(first);
    size += first.length;
    for (const line of lines) {
      yield open.join('');
      open = [line];
      size = line.length;
    }
    if (size > limits.lineLimit) throw tooLarge(limits.lineLimit);
  }
  const last = open.join('') + decoder.decode();
  if (last !== '') yield last;
}

function tooLarge(limit: number): DoorError {
  return new DoorError(413, `more than ${limit} bytes`, 'send less at a time');
}
