/** The data of each server-sent event of a body, as soon as it is whole. */
export async function* readServerEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf('\n');
    if (end === -1) continue;
    yield* dataLines(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  yield* dataLines(rest + decoder.decode());
}

/** Gemini sends each event as one data line; other fields and the blank lines between do not matter. */
function* dataLines(text: string): Iterable<string> {
  for (const line of text.split('\n')) {
    const data = line.startsWith('data:') ? line.slice(5).trim() : '';
    if (data !== '') yield data;
  }
}
