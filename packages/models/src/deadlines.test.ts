import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultDeadlines, withDeadlines, type Deadlines } from './deadlines.ts';
import type { ModelChunk, ModelClient } from './model-client.ts';

const deadlines: Deadlines = { firstMs: 30, idleMs: 20, totalMs: 100 };
const request = { model: 'm', contents: [], config: {} };
const chunk: ModelChunk = { content: { role: 'model', parts: [{ text: 'a' }] } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Yields a chunk after each pause, then ends; stops at once when aborted, as clients do. */
function client(...pauses: readonly number[]): ModelClient {
  return {
    async *stream(_, signal) {
      for (const ms of pauses) {
        if (!(await passes(ms, signal))) return;
        yield chunk;
      }
    },
  };
}

async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  return await new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, true);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

interface End {
  readonly chunks: number;
  readonly error?: unknown;
}

/** Reads to the end or error, and holds each chunk for a while. */
async function read(of: ModelClient, signal = new AbortController().signal, heldMs = 0): Promise<End> {
  let chunks = 0;
  try {
    for await (const _ of withDeadlines(of, deadlines).stream(request, signal)) {
      chunks += 1;
      if (heldMs > 0) await passes(heldMs, new AbortController().signal);
    }
    return { chunks };
  } catch (error) {
    return { chunks, error };
  }
}

async function afterAll(end: Promise<End>): Promise<End> {
  await vi.advanceTimersByTimeAsync(1000);
  return await end;
}

describe('a model', () => {
  test.each<[string, readonly number[], number, string | undefined]>([
    ['that answers in time', [10, 10, 10], 3, undefined],
    ['that answers at the last moment', [29, 19, 19], 3, undefined],
    ['that ends without a chunk', [], 0, undefined],
    ['that never starts to answer', [1000], 0, 'm has not responded for 30 ms'],
    ['that starts too late', [31], 0, 'm has not responded for 30 ms'],
    ['that stops after its first chunk', [5, 1000], 1, 'm stopped in the middle of its answer 20 ms ago'],
    ['that stops later', [5, 5, 5, 25], 3, 'm stopped in the middle of its answer 20 ms ago'],
    ['that is slow forever', Array<number>(50).fill(15), 6, 'm did not finish its answer within 100 ms'],
  ])('%s', async (...[, pauses, chunks, message]) => {
    const end = await afterAll(read(client(...pauses)));
    expect(end.chunks).toBe(chunks);
    if (message === undefined) expect(end.error).toBeUndefined();
    else expect(end.error).toMatchObject({ code: 'MODEL_TIMEOUT', retryable: true, message });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is late is stopped, with a hint', async () => {
    const end = read(client(1000));
    await vi.advanceTimersByTimeAsync(30);
    expect(vi.getTimerCount()).toBe(0);
    expect((await end).error).toMatchObject({ hint: expect.stringContaining('Try again') as string });
  });

  test('that fails keeps its own error', async () => {
    const error = new Error('its own');
    const failing: ModelClient = {
      async *stream() {
        yield chunk;
        throw error;
      },
    };
    expect(await afterAll(read(failing))).toEqual({ chunks: 1, error });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an abort by the caller', () => {
  test.each<[string, number]>([
    ['before the first chunk', 3],
    ['in the middle', 12],
    ['between two chunks', 17],
  ])('%s ends the answer at once without an error', async (_, ms) => {
    const stop = new AbortController();
    const end = read(client(10, 10, 10), stop.signal);
    await vi.advanceTimersByTimeAsync(ms);
    stop.abort();
    expect(await end).toEqual({ chunks: ms < 10 ? 0 : 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('before the start leaves no timers', async () => {
    const end = await read(client(), AbortSignal.abort());
    expect(end).toEqual({ chunks: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a reader that stops early leaves no timers', async () => {
  const answer = withDeadlines(client(5, 5, 5), deadlines).stream(request, new AbortController().signal);
  const reading = (async () => {
    for await (const _ of answer) break;
  })();
  await vi.advanceTimersByTimeAsync(5);
  await reading;
  expect(vi.getTimerCount()).toBe(0);
});

describe('a slow reader', () => {
  test('does not make the model late between two chunks', async () => {
    expect(await afterAll(read(client(5, 19), undefined, 25))).toEqual({ chunks: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('shares the total deadline with the model', async () => {
    const { error } = await afterAll(read(client(5, 19), undefined, 250));
    expect(error).toMatchObject({ code: 'MODEL_TIMEOUT', message: 'm did not finish its answer within 100 ms' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not excuse a model that stops afterwards', async () => {
    const { chunks, error } = await afterAll(read(client(5, 21), undefined, 25));
    expect(chunks).toBe(1);
    expect(error).toMatchObject({ message: 'm stopped in the middle of its answer 20 ms ago' });
  });
});

test('the default deadlines leave room for long thoughts, and are finite', () => {
  const { firstMs, idleMs, totalMs } = defaultDeadlines;
  expect(firstMs).toBeGreaterThanOrEqual(60_000);
  expect(idleMs).toBeLessThanOrEqual(firstMs);
  expect(totalMs).toBeGreaterThan(firstMs + idleMs);
});
