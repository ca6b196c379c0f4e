import { hash } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient, ModelRequest } from '../model-client.ts';
import { cassetteHeader, toCassetteError, type CassetteEntry } from './cassette-line.ts';
import { joinChunks } from './join-chunks.ts';
import type { Redact } from '../screening/create-secret-filter.ts';

/** How to record. */
export interface RecordOptions {
  /** Applied to every text that is written, whole. */
  readonly redact: Redact;
  readonly now?: (() => Date) | undefined;
}

const PREVIEW_LENGTH = 200;

/**
 * The same client, which also writes down what it answered: one line for each request, when its answer has ended.
 *
 * Lines come without their line break. The first is a header, written with the first entry, so that a session which
 * asked nothing leaves nothing.
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
    // Redacted before it is cut: half a secret is not known for one.
    lastUser: redact(lastUser).slice(0, PREVIEW_LENGTH).toWellFormed(),
  };
}

/** What is ours stays as it is, or a replay would not find it; all that came from elsewhere is redacted, names of arguments too. */
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
