const LONGEST = 1024 * 1024;
const LONGEST_MS = 5000;

/**
 * Reads a short response, such as an error or a token; answers of models are streamed. Cuts a response after one
 * megabyte or five seconds: half an error is better than none.
 */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const parts = body[Symbol.asyncIterator]();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    late.resolve(undefined);
  }, LONGEST_MS);
  try {
    for (let length = 0; length < LONGEST;) {
      const next = await Promise.race([parts.next(), late.promise]);
      if (next === undefined || next.done === true) break;
      chunks.push(next.value);
      length += next.value.length;
    }
  } finally {
    clearTimeout(timer);
    void parts.return?.();
  }
  return Buffer.concat(chunks).toString('utf8');
}
