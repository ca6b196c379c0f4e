import { hash } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient, ModelRequest } from '../model-client.ts';
import { cassetteHeader, toCassetteError, type CassetteEntry } from './cassette-line.ts';
import { joinChunks } from './join-chunks.ts';
import type { Redact } from '../screening/create-secret-filter.ts';

/** Options for recording. */
export interface RecordOptions {
  /** Applied to every text before it is written. */
  readonly redact: Redact;
  readonly now?: (() => Date) | undefined;
}

const PREVIEW_LENGTH = 200;

/**
 * Wraps a client to record its answers: one line per request, written when its answer has ended.
 *
 * Lines have no line break. The first is a header, written with the first entry, so that a session without requests
 * writes nothing.
 */
export function recordTo(client: ModelClient, write: (line: string) => void, options: RecordOptions): ModelClient {
  const { redact, now = () => new Date() } = options;
  let hasHeader = false;
  const record = (entry: CassetteEntry): void => {
    if (!hasHeader) write(JSON.stringify(cassetteHeader));
    hasHeader = true;
    write(toRedactedLine(entry, redact));
  };
  return {
    async *stream(request, signal) {
      const chunks: ModelChunk[] = [];
      let error: AgentError | undefined;
      let isWhole = false;
      try {
        for await (const chunk of client.stream(request, signal)) {
          chunks.push(chunk);
          yield chunk;
        }
        isWhole = !signal.aborted || chunks.some((chunk) => chunk.finishReason !== undefined);
      } catch (thrown) {
        error = AgentError.from(thrown);
        throw thrown;
      } finally {
        record({
          v: 1,
          model: request.model,
          request: toRequestSummary(request, redact),
          chunks: joinChunks(chunks),
          ...(error === undefined ? {} : { error: toCassetteError(error) }),
          ...(isWhole || (error !== undefined && !signal.aborted) ? {} : { aborted: true }),
          at: now().toISOString(),
        });
      }
    },
  };
}

function toRequestSummary(request: ModelRequest, redact: Redact): CassetteEntry['request'] {
  const texts = request.contents
    .filter(({ role }) => role !== 'model')
    .map(({ parts = [] }) => parts.map(({ text }) => text ?? '').join(''));
  const lastUser = texts.findLast((text) => text !== '') ?? '';
  return {
    digest: hash('sha256', JSON.stringify(request)).slice(0, 16),
    messages: request.contents.length,
    // Redacted before it is cut, because half a secret would not be recognized.
    lastUser: redact(lastUser).slice(0, PREVIEW_LENGTH).toWellFormed(),
  };
}

/** Keeps our own fields, which a replay needs, and redacts all external data, including the names of arguments. */
function toRedactedLine({ chunks, error, ...ours }: CassetteEntry, redact: Redact): string {
  const clean = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => {
        if (typeof inner === 'string') return redact(inner);
        return key === 'args' || key === 'details' ? withRedactedKeys(inner, redact) : inner;
      }),
    );
  return JSON.stringify({
    ...ours,
    chunks: clean(chunks),
    ...(error === undefined ? {} : { error: { ...(clean(error) as object), code: error.code } }),
  });
}

function withRedactedKeys(value: unknown, redact: Redact): unknown {
  if (Array.isArray(value)) return value.map((item) => withRedactedKeys(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redact(key), withRedactedKeys(inner, redact)]),
  );
}
