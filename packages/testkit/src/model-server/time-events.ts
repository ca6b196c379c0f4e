import type { ScriptedHttpError, ScriptedStep } from '../model-script.ts';
import { toGarbage } from './to-whole-bytes.ts';
import type { TimedBytes } from './wire.ts';

/** The data of an event, and the chunk of the script that it belongs to. */
export interface WireEvent {
  /** `OPENING` for events before any chunk. */
  readonly at: number;
  readonly data: object | string;
}

/** The position of events before the first chunk and its delay. */
export const OPENING = -1;

/** Formats an error in the middle of a stream for an API. */
export type ToStreamError = (error: ScriptedHttpError) => object;

/** Encodes events with the delays of their chunks, including raw chunks and garbage. */
export function timeEvents(
  { chunks = [], garbage }: ScriptedStep,
  events: readonly WireEvent[],
  toStreamError: ToStreamError,
): readonly TimedBytes[] {
  const raws = chunks.flatMap(({ raw }, at) =>
    raw === undefined ? [] : [{ at, data: toRawData(raw, toStreamError) }],
  );
  const last = garbage === undefined ? [] : [{ at: chunks.length, data: toGarbage(garbage) }];
  const byChunk = Map.groupBy([...events, ...raws, ...last], ({ at }) => at);
  return Array.from({ length: chunks.length + 2 }, (_, n) => n + OPENING).flatMap((at) => {
    const text = (byChunk.get(at) ?? []).map(({ data }) => toEventText(data)).join('');
    const delayMs = chunks[at]?.delayMs ?? 0;
    return text === '' && delayMs === 0 ? [] : [{ delayMs, bytes: Buffer.from(text) }];
  });
}

/** Returns raw data unchanged, except an error in Google's format, which is translated to that of the API. */
function toRawData(raw: object, toStreamError: ToStreamError): object {
  const error = 'error' in raw ? (raw.error as { readonly code?: unknown; readonly message?: string } | null) : null;
  return typeof error?.code === 'number' ? toStreamError({ status: error.code, message: error.message }) : raw;
}

/** Names an event after the type of its data, if it has one, as OpenAI's Responses API and Anthropic do. */
function toEventText(data: object | string): string {
  if (typeof data === 'string') return `data: ${data}\n\n`;
  const name = 'type' in data && typeof data.type === 'string' ? `event: ${data.type}\n` : '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}
