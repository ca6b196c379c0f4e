import { createParser } from 'eventsource-parser';

/** One server-sent message. */
export interface ServerSent {
  readonly event: string;
  readonly data: string;
  /** The position to resume from, or undefined if the message has no ID. */
  readonly id: string | undefined;
}

/** Parses server-sent events from chunks that may be split anywhere. A comment becomes a message without data. */
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
