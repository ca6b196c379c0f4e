import { toKeptId, type AgentEvent } from '@bowline/protocol';

/** An event of the live stream in server-sent events format. Only saved events have an ID to resume from. */
export function toServerSent(event: AgentEvent): string {
  const id = event.id === toKeptId(event.id) ? `id: ${event.id}\n` : '';
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

/** The first message of a live stream: the position where it starts. */
export function toOpening(position: string): string {
  return `event: open\nid: ${position}\ndata: ${JSON.stringify({ position })}\n\n`;
}

/** Keeps an idle stream alive. */
export const ALIVE = ': alive\n\n';

/** Encodes items as JSON lines. */
export async function* toJsonLines(items: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
