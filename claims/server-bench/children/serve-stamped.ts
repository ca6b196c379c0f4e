// A model that holds its answers for as long as a prompt says, and stamps each word with the time at which it was sent.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The JSON in a prompt; any other prompt is answered with one word at once. */
export interface StampedWish {
  readonly waitMs?: number;
  readonly words?: number;
  /** The time between two words. */
  readonly everyMs?: number;
}

interface Body {
  readonly contents?: readonly { readonly parts?: readonly { readonly text?: string }[] }[];
}

function toWish(body: string): StampedWish {
  const { contents = [] } = JSON.parse(body) as Body;
  const text = contents.at(-1)?.parts?.findLast((part) => part.text !== undefined)?.text ?? '';
  const [json = '{}'] = /\{.*\}/.exec(text) ?? [];
  return JSON.parse(json) as StampedWish;
}

function write(response: ServerResponse, isLast: boolean): void {
  const now = performance.timeOrigin + performance.now();
  const end = {
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1, totalTokenCount: 11 },
    modelVersion: 'stamped',
  };
  const candidate = {
    content: { role: 'model', parts: [{ text: `@${now.toFixed(1)} ` }] },
    ...(isLast ? { finishReason: 'STOP' } : {}),
  };
  response.write(`data: ${JSON.stringify({ candidates: [candidate], ...(isLast ? end : {}) })}\n\n`);
}

async function answer(body: string, response: ServerResponse): Promise<void> {
  const { waitMs = 0, words = 1, everyMs = 0 } = toWish(body);
  if (waitMs > 0) await sleep(waitMs);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let n = 1; n <= words; n += 1) {
    if (n > 1 && everyMs > 0) await sleep(everyMs);
    write(response, n === words);
  }
  response.end();
}

const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => void answer(Buffer.concat(chunks).toString(), response));
});
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => {
  process.exit(0);
});
