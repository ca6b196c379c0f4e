import { AgentError } from '@bowline/protocol';
import { Worker } from 'node:worker_threads';
import type { EngineHost } from '../sqlite/engine-host.ts';
import type { SessionEngine } from '../sqlite/session-engine.ts';
import type { Answer, EngineCall } from './thread-calls.ts';

/**
 * Opens databases in worker threads, so that a commit never blocks the event loop of a process with many sessions. A
 * session stays in its thread; its appends keep their order and share commits.
 */
export function openThreadHost(threads: number): EngineHost {
  const lanes = Array.from({ length: threads }, () => new Lane());
  let opened = 0;
  const open = async (call: OpenCall): Promise<SessionEngine> => {
    const engine = (opened += 1);
    const lane = lanes[engine % lanes.length];
    if (lane === undefined) throw new AgentError('INTERNAL', 'A thread host needs at least one thread');
    return remoteEngine(lane, engine, (await lane.call({ ...call, engine })) as SessionEngine['opened']);
  };
  return {
    openWriter: (...args) => open({ op: 'openWriter', args }),
    openViewer: (...args) => open({ op: 'openViewer', args }),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

type OpenCall =
  | { readonly op: 'openWriter'; readonly args: Parameters<EngineHost['openWriter']> }
  | { readonly op: 'openViewer'; readonly args: Parameters<EngineHost['openViewer']> };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AgentError) => void;
}

/** A thread and its pending calls. A thread that died is replaced, and its open sessions are closed. */
class Lane {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;

  call(call: EngineCall): Promise<unknown> {
    const id = (this.#calls += 1);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // In the source tree, the thread's file and our packages are TypeScript; in a build, neither is.
    const isSource = import.meta.url.endsWith('.ts');
    const file = new URL(isSource ? './log-thread.ts' : './log-thread.js', import.meta.url);
    const worker = new Worker(file, isSource ? { execArgv: ['--conditions=@bowline/source', '--no-warnings'] } : {});
    worker.on('message', (answer: Answer) => {
      this.#settle(answer);
    });
    worker.on('error', (error) => {
      this.#lose(error);
    });
    worker.on('exit', () => {
      this.#lose(undefined);
    });
    return worker;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // The process may exit when every call is answered, but not while one is pending.
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(new AgentError(answer.error.code, answer.error.message, answer.error.options));
  }

  #lose(cause: unknown): void {
    this.#worker = undefined;
    const hint = 'Open the session again. Nothing that was saved is lost';
    for (const { reject } of this.#waiting.values()) {
      reject(
        new AgentError('STORE_FAILED', 'The thread that writes sessions stopped unexpectedly', {
          retryable: true,
          hint,
          cause,
        }),
      );
    }
    this.#waiting.clear();
  }
}

function remoteEngine(lane: Lane, engine: number, opened: SessionEngine['opened']): SessionEngine {
  const call = <Result>(op: EngineCall['op'], args: readonly unknown[]): Promise<Result> =>
    lane.call({ engine, op, args } as EngineCall) as Promise<Result>;
  return {
    opened,
    append: (groups) => call('append', [groups]),
    page: (range, limit) => call('page', [range, limit]),
    head: () => call('head', []),
    streamStart: (streamId) => call('streamStart', [streamId]),
    rewinds: () => call('rewinds', []),
    snapshot: (name, version, ranges) => call('snapshot', [name, version, ranges]),
    saveSnapshot: (snapshot) => call('saveSnapshot', [snapshot]),
    verify: () => call('verify', []),
    close: () => call('close', []),
  };
}
