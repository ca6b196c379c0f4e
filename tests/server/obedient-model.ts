import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient, ModelRequest } from '@bowline/models';

/** What it can be told, one word and what follows it. */
type Order = 'say' | 'slow' | 'run' | 'write' | 'quota';

/**
 * A model that does what the last message tells it, the same in every process: `say TEXT`, `slow MS TEXT`,
 * `run COMMAND`, `write PATH`, `quota FILE` (there is none while the file is not there). After a tool it is done.
 * Every request is noted in a file, so that requests that were made twice are found.
 */
export function obedientModel(notes: string): ModelClient {
  return {
    async *stream(request, signal) {
      const { order, rest } = orderOf(request);
      appendFileSync(notes, `${JSON.stringify({ pid: process.pid, order, rest })}\n`);
      yield* obey(order, rest, signal);
    },
  };
}

async function* obey(order: Order, rest: string, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  switch (order) {
    case 'say':
      yield text(rest);
      break;
    case 'slow': {
      const [ms = '0', ...words] = rest.split(' ');
      for (const word of words) {
        yield text(`${word} `);
        await sleep(Number(ms) / words.length, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      break;
    }
    case 'run':
      yield call('run_shell_command', { command: rest });
      break;
    case 'write':
      yield call('write_file', { file_path: rest, content: 'written' });
      break;
    case 'quota': {
      const [file = '', seconds = '1'] = rest.split(' ');
      if (!existsSync(file))
        throw new AgentError('MODEL_QUOTA', 'the quota is used up', {
          retryAfter: Number(seconds) * 1000,
        });
      yield text('there is quota');
      break;
    }
  }
  yield { content: { role: 'model', parts: [] }, finishReason: 'STOP' };
}

/** The last thing that a person said, unless a tool has answered since. */
function orderOf({ contents }: ModelRequest): { readonly order: Order; readonly rest: string } {
  const parts = contents.at(-1)?.parts ?? [];
  const said = parts.findLast((part) => part.text !== undefined)?.text;
  if (said === undefined) return { order: 'say', rest: 'done' };
  const [order = 'say', ...rest] = said.split(' ');
  return { order: order as Order, rest: rest.join(' ') };
}

function text(said: string): ModelChunk {
  return { content: { role: 'model', parts: [{ text: said }] } };
}

function call(name: string, args: Record<string, string>): ModelChunk {
  return { content: { role: 'model', parts: [{ functionCall: { name, args } }] } };
}
