import { createParser } from 'eventsource-parser';

/** Yields the data of server-sent events as soon as they are complete: events of one chunk together. */
export async function* readServerEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]> {
  let events: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() !== '') events.push(data);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (events.length === 0) continue;
    yield events;
    events = [];
  }
  // Some gateways end the stream without the blank line that completes the last event.
  parser.feed(`${decoder.decode()}\n\n`);
  if (events.length > 0) yield events;
}
