import { unreachable } from './server-calls.ts';

/** Yields the lines of a body as they arrive. Throws if the body breaks off. */
export async function* toLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (thrown) {
    throw unreachable(new URL(response.url).origin, thrown);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
