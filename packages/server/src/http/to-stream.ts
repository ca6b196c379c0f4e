/** Lines as a response body with backpressure. Stops its source when the reader is gone. */
export function toStream(
  lines: AsyncIterable<string>,
  alive?: { readonly text: string; readonly everyMs: number },
): ReadableStream<Uint8Array> {
  const source = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= source.next();
        const result = alive === undefined ? await next : await within(next, alive.everyMs);
        if (result === 'late') {
          controller.enqueue(encoder.encode(alive?.text ?? ''));
          return;
        }
        next = undefined;
        if (result.done === true) controller.close();
        else controller.enqueue(encoder.encode(result.value));
      },
      async cancel() {
        next?.catch(() => undefined);
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Fetches the first item now, so that errors surface before the response starts. */
export async function begin<T>(items: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const source = items[Symbol.asyncIterator]();
  const first = await source.next();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await source.next()) yield next.value;
      } finally {
        await source.return?.();
      }
    },
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late');
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
