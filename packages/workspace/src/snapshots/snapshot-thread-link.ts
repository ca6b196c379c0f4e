import { AgentError } from '@bowline/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SnapshotEngine, SnapshotOptions } from './snapshot-engine.ts';
import type { Answer } from './thread-calls.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AgentError) => void;
}

/** The store is sound wherever the thread ends: a restoration is journalled. */
const CLOSE_MS = 500;

/** The thread of a file history and its pending calls. If it stops, they are rejected, and so are later calls. */
export class SnapshotThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #lost: AgentError | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: Answer) => {
      this.#settle(answer);
    });
    worker.on('error', (error) => {
      this.#lose(error);
    });
    worker.on('exit', () => {
      this.#lose(undefined);
    });
  }

  /** Starts the thread. Rejects if the store cannot be opened. */
  static async open(
    options: SnapshotOptions,
    startWorker: typeof createWorker = createWorker,
  ): Promise<SnapshotThread> {
    const thread = new SnapshotThread(startWorker(options));
    try {
      await new Promise((resolve, reject) => {
        thread.#waiting.set(0, { resolve, reject });
      });
    } catch (thrown) {
      await thread.#worker.terminate();
      throw thrown;
    }
    return thread;
  }

  call<Op extends keyof SnapshotEngine>(
    op: Op,
    args: Parameters<SnapshotEngine[Op]>,
  ): Promise<ReturnType<SnapshotEngine[Op]>> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) {
        reject(this.#lost);
        return;
      }
      const id = (this.#calls += 1);
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, call: { op, args } });
    });
  }

  /** Waits for pending calls, but not for a look at a large folder, and ends the thread. */
  async close(): Promise<void> {
    if (this.#lost === undefined)
      await Promise.race([this.call('close', []), pause(CLOSE_MS, undefined, { ref: false })]);
    this.#lost ??= new AgentError('SESSION_CLOSED', 'The file history is closed', { hint: 'Open it again' });
    await this.#worker.terminate();
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // The process may exit when every call is answered, but not while one is pending.
    if (this.#waiting.size === 0) this.#worker.unref();
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(new AgentError(answer.error.code, answer.error.message, answer.error.options));
  }

  #lose(cause: unknown): void {
    this.#lost ??= new AgentError('STORE_FAILED', 'The thread of the file history stopped unexpectedly', {
      retryable: true,
      hint: 'Open the history again. Nothing that was stored is lost',
      cause,
    });
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
  }
}

function createWorker(workerData: SnapshotOptions): Worker {
  // In the source tree, the thread's file and our packages are TypeScript; in a build, neither is.
  const [extension = ''] = /\.m?[jt]s$/.exec(import.meta.url) ?? [];
  const isSource = extension === '.ts';
  return new Worker(new URL(`./snapshot-thread${extension}`, import.meta.url), {
    workerData,
    ...(isSource ? { execArgv: ['--conditions=@bowline/source', '--no-warnings'] } : {}),
  });
}
