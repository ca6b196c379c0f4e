import { toKeptId, type AgentEvent } from '@bowline/protocol';

/** An event of a live stream, as server-sent events are written. Only a kept one has an id to come back to. */
export function toServerSent(event: AgentEvent): string {
  const id = event.id === toKeptId(event.id) ? `id: ${event.id}\n` : '';
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

/** First of a live stream: from where on it tells. */
export function toOpening(position: string): string {
  return `event: open\nid: ${position}\ndata: ${JSON.stringify({ position })}\n\n`;
}

/** Shows that a quiet stream is alive. */
export const ALIVE = ': alive\n\n';

/** Reads events from JSON lines or to them. */
export async function* toJsonLines(items: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
