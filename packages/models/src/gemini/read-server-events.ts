/** The data of server-sent events as soon as they are whole: those that came together, together. */
export async function* readServerEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf('\n');
    if (end === -1) continue;
    const events = dataLines(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (events.length > 0) yield events;
  }
  const events = dataLines(rest + decoder.decode());
  if (events.length > 0) yield events;
}

/** Gemini sends each event as one data line; other fields and the blank lines between do not matter. */
function dataLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const data = line.startsWith('data:') ? line.slice(5).trim() : '';
    return data === '' ? [] : [data];
  });
}
