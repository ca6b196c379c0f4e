import { createParser } from 'eventsource-parser';

/** One message of a server's stream. */
export interface ServerSent {
  readonly event: string;
  readonly data: string;
  /** Where to come back to; absent when the message has no id of its own. */
  readonly id: string | undefined;
}

/** Parses chunks of a stream of server-sent events, wherever they are cut. A comment becomes a message without data. */
export async function* parseServerSent(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSent> {
  let messages: ServerSent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => {
      messages.push({ event, data, id });
    },
    onComment: () => {
      messages.push({ event: 'message', data: '', id: undefined });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages;
    messages = [];
  }
}
