import type { ScriptedHttpError, ScriptedStep } from '../scripted-model/model-script.ts';
import { toGarbage } from './to-whole-bytes.ts';
import type { TimedBytes } from './wire.ts';

/** The data of an event, and the chunk of the script that it comes with. */
export interface WireEvent {
  /** `OPENING` for what comes before any chunk. */
  readonly at: number;
  readonly data: object | string;
}

/** Where events are that come before the first chunk and its delay. */
export const OPENING = -1;

/** How an API says in the middle of a stream that it failed. */
export type ToStreamError = (error: ScriptedHttpError) => object;

/** Events as bytes when their chunks are due, raw chunks and garbage among them. */
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

/** As it is, but for an error in Google's words: that is one in any words. */
function toRawData(raw: object, toStreamError: ToStreamError): object {
  const error = 'error' in raw ? (raw.error as { readonly code?: unknown; readonly message?: string } | null) : null;
  return typeof error?.code === 'number' ? toStreamError({ status: error.code, message: error.message }) : raw;
}

/** An event is named after its data's type where there is one, as OpenAI's responses and Anthropic do it. */
function toEventText(data: object | string): string {
  if (typeof data === 'string') return `data: ${data}\n\n`;
  const name = 'type' in data && typeof data.type === 'string' ? `event: ${data.type}\n` : '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}
