import { Worker } from 'node:worker_threads';
import type { SearchMatch } from '../workspace.ts';
import type { PathsQuery } from './search-paths.ts';

const MAX_MS = 20_000;

/**
 * Runs the search in a thread that can be terminated, because an expression with repetition may never finish. Idle
 * threads are reused and do not keep the process alive.
 */
export class SearchThreads {
  #idle: Worker | undefined;

  /** The matches, or undefined if the search took too long. */
  async search(
    paths: readonly string[],
    query: PathsQuery,
    signal: AbortSignal,
  ): Promise<readonly SearchMatch[] | undefined> {
    if (paths.length === 0) return [];
    const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    const worker = this.#idle ?? openWorker();
    this.#idle = undefined;
    worker.ref();
    try {
      const matches = await answerOf(worker, { paths, query }, within);
      this.#idle ??= worker;
      return matches;
    } catch (thrown) {
      if (!within.aborted) throw thrown;
      return signal.aborted ? [] : undefined;
    } finally {
      if (this.#idle === worker) worker.unref();
      else await worker.terminate();
    }
  }
}

function openWorker(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  return new Worker(
    new URL(isSource ? './search-thread.ts' : './search-thread.js', import.meta.url),
    isSource ? { execArgv: ['--conditions=@bowline/source', '--no-warnings'] } : {},
  );
}

async function answerOf(worker: Worker, message: object, signal: AbortSignal): Promise<readonly SearchMatch[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly SearchMatch[]>();
  const stop = (): void => {
    reject(signal.reason as Error);
  };
  worker.once('message', resolve);
  worker.once('error', reject);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  worker.postMessage(message);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve);
    worker.off('error', reject);
    signal.removeEventListener('abort', stop);
  }
}
