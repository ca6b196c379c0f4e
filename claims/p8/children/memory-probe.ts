// Preloaded into a measured program (--import, with --expose-gc): on SIGUSR2 it collects garbage and writes the memory
// usage to a file.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { BOWLINE_MEMORY: folder = '' } = process.env;

if (isMainThread && folder !== '') {
  process.on('SIGUSR2', () => {
    for (let n = 0; n < 3; n += 1) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const memory = { rssMb: rss / 2 ** 20, heapMb: (heapUsed + external) / 2 ** 20 };
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(memory));
  });
}
