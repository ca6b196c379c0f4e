import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { HttpError } from './http-error.ts';

/** Yields the body in chunks. Throws once it is longer than `limit` bytes. */
export async function* readBytes(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

/** Parses a JSON body. An empty body is an empty object. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBytes(request, limit)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw new AgentError('SEND_INVALID', 'The request body is not valid JSON', { cause: thrown });
  }
}

/** Validates external input. Throws `SEND_INVALID` with a description of the problems. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError('SEND_INVALID', z.prettifyError(parsed.error));
}

/** Yields the lines of the body, none longer than `lineLimit`. */
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

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request is larger than ${limit} bytes`, 'Send less data per request');
}
