import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk, ModelClient, ModelRequest } from '@bowline/models';

/** The commands of a message, each one word followed by its argument. */
type Order = 'say' | 'slow' | 'run' | 'write' | 'quota';

/**
 * A model that carries out the last message, the same in every process: `say TEXT`, `slow MS TEXT`, `run COMMAND`,
 * `write PATH`, `quota FILE` (fails while the file does not exist). It is done after a tool result. Every request is
 * recorded in a file, so that repeated requests are found.
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

/** The last message of the user, unless a tool result follows it. */
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
