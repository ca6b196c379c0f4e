/** The data of server-sent events as soon as they are whole: those that came together, together. */
export async function* readServerEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]> {
  const decoder = new TextDecoder();
  let rest: string[] = []; // joined once: an event of megabytes comes in thousands of pieces
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    const end = piece.lastIndexOf('\n');
    if (end === -1) {
      rest.push(piece);
      continue;
    }
    const events = dataLines([...rest, piece.slice(0, end)].join(''));
    rest = [piece.slice(end + 1)];
    if (events.length > 0) yield events;
  }
  const events = dataLines([...rest, decoder.decode()].join(''));
  if (events.length > 0) yield events;
}

/** Gemini sends each event as one data line; other fields and the blank lines between do not matter. */
function dataLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const data = line.startsWith('data:') ? line.slice(5).trim() : '';
    return data === '' ? [] : [data];
  });
}
