/**
 * Yields the values of a stream, grouped as they arrived: a chunk contains many small parts, and handling them in
 * groups is cheaper. Ends at once when aborted. Returning early cancels the stream.
 */
export async function* readTogether<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal,
): AsyncGenerator<readonly Value[]> {
  const reader = stream.getReader();
  // Canceling resolves a pending read with the end of the stream.
  const leave = (): void => {
    reader.cancel().catch(() => undefined); // it may have failed before, which the read has reported
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    let next = reader.read();
    for (;;) {
      const first = await next;
      if (first.done) return;
      const values = [first.value];
      // All values of one body chunk pass the transforms within one turn of the event loop.
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

/** A signal can abort during a wait, but TypeScript assumes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
