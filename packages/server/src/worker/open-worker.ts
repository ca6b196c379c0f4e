import { setTimeout as sleep } from 'node:timers/promises';
import { openEndpoint, type EndpointOptions } from '../durable/open-endpoint.ts';
import { createSessionObject } from '../durable/session-object.ts';
import { runOnce, type RunOnceParts } from './run-once.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

/** What a worker needs. It is stateless: if it disappears, another worker continues. */
export interface WorkerParts extends RunOnceParts {
  readonly endpoint: Omit<EndpointOptions, 'object' | 'onMessage'>;
  /** How long turns may continue on shutdown. */
  readonly drainMs?: number | undefined;
  readonly retries?: NonNullable<Parameters<typeof createSessionObject>[1]>['retries'];
}

/** A worker that accepts runs until it is drained. */
export interface Worker {
  readonly port: number;
  readonly metrics: WorkerMetrics;
  readonly isDraining: () => boolean;
  /** Accepts no new runs, lets turns continue for a while, and leaves unfinished ones to other workers. */
  readonly drain: () => Promise<void>;
}

const DRAIN_MS = 20_000;
/** How long releasing unfinished sessions may take. */
const LEAVE_MS = 5_000;

/** Opens a worker. The caller must register it with Restate. */
export async function openWorker(parts: WorkerParts): Promise<Worker> {
  const { log, drainMs = DRAIN_MS } = parts;
  const metrics = createWorkerMetrics();
  const leaving = new AbortController();
  const failures = new Map<string, number>();
  let isDraining = false;
  const object = createSessionObject(
    (key, signal) => runOnce(key, { parts, metrics, failures, signal: AbortSignal.any([signal, leaving.signal]) }),
    { retries: parts.retries },
  );
  const endpoint = await openEndpoint({
    ...parts.endpoint,
    object,
    onMessage: (level, message) => {
      if (level === 'error') log('warn', 'engine', { message });
    },
  });
  log('info', 'worker_ready', { port: endpoint.port });
  return {
    port: endpoint.port,
    metrics,
    isDraining: () => isDraining,
    drain: async () => {
      isDraining = true;
      log('info', 'worker_draining', { inFlight: metrics.inFlight() });
      endpoint.drain();
      await untilNone(metrics, drainMs);
      leaving.abort();
      await untilNone(metrics, LEAVE_MS);
      await endpoint.close();
      log('info', 'worker_stopped', { inFlight: metrics.inFlight() });
    },
  };
}

async function untilNone(metrics: WorkerMetrics, ms: number): Promise<void> {
  const deadline = Date.now() + ms;
  while (metrics.inFlight() > 0 && Date.now() < deadline) await sleep(20);
}
