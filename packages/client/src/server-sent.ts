/** One message of a server's stream. */
export interface ServerSent {
  readonly event: string;
  readonly data: string;
  /** Where to come back to; absent when the message has no id of its own. */
  readonly id: string | undefined;
}

/** Server-sent events out of chunks as they come, wherever those are cut. A comment comes as a message without data. */
export async function* parseServerSent(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parseBlock(block);
  }
}

function parseBlock(block: string): ServerSent {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { event, data: data.join('\n'), id };
}
