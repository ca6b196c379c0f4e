// Preloaded into a measured program (--import): records the CPU time and the clock at each request that it sends, and
// its peak memory at the end. It uses Node's diagnostics channels, so the program is unmodified.
import { subscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { BOWLINE_PROBE: file = '', BOWLINE_PROBE_GC: gcAt = '' } = process.env;
delete process.env['BOWLINE_PROBE']; // children of the program are not measured

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The peak of this program alone: getrusage may report the peak of the process that forked it. */
function peakRssMb(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024; // not Linux
  }
}

if (isMainThread && file !== '') {
  const requests: { atMs: number; cpuMs: number; waitedMs: number }[] = [];
  const memory: { request: number; rssMb: number; heapMb: number }[] = [];
  const collectAt = new Set(gcAt.split(',').filter(Boolean).map(Number));
  let [sentAt, waitedMs] = [Number.NaN, 0];
  const onRequest = (): void => {
    requests.push({ atMs: performance.now(), cpuMs: cpuMs(), waitedMs });
  };
  const onSent = (): void => {
    sentAt = performance.now();
  };
  const onHeaders = (): void => {
    waitedMs += performance.now() - sentAt;
  };
  // Once the answer has arrived, the large body of the request is no longer held in memory.
  const onAnswered = (): void => {
    const request = requests.length;
    if (collectAt.delete(request)) setImmediate(collect, request);
  };
  const collect = (request: number): void => {
    for (let n = 0; n < 3; n += 1) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    memory.push({ request, rssMb: rss / 2 ** 20, heapMb: (heapUsed + external) / 2 ** 20 });
  };
  subscribe('undici:request:create', onRequest);
  subscribe('undici:request:bodySent', onSent);
  subscribe('undici:request:headers', onHeaders);
  subscribe('undici:request:trailers', onAnswered);
  subscribe('http.client.request.created', onRequest);
  subscribe('http.client.request.start', onSent);
  subscribe('http.client.response.finish', (message) => {
    onHeaders();
    (message as { readonly response: EventEmitter }).response.once('end', onAnswered);
  });
  process.on('exit', () => {
    writeFileSync(file, JSON.stringify({ requests, memory, cpuMs: cpuMs(), peakRssMb: peakRssMb() }));
  });
}
