/**
 * The values of a stream, grouped as they arrived: a chunk holds many small parts, and handling them in groups is
 * cheaper. Ends at once when aborted. Leaving early cancels the stream.
 */
export async function* readTogether<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal,
): AsyncGenerator<readonly Value[]> {
  const reader = stream.getReader();
  // A read that waits is answered with the end.
  const leave = (): void => {
    reader.cancel().catch(() => undefined); // it may have failed before, which the read has told
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    let next = reader.read();
    for (;;) {
      const first = await next;
      if (first.done) return;
      const values = [first.value];
      // All that one piece of the body holds comes through the transforms before the event loop turns.
      const later = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
      for (;;) {
        next = reader.read();
        const more = await Promise.race([next.catch(() => undefined), later]);
        if (more === undefined || more.done) break;
        values.push(more.value);
      }
      if (isAborted(signal)) return;
      yield values;
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** A signal can abort while we wait; the compiler believes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
