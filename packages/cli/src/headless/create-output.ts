import type { CommandEnv, OutputFormat } from '../command.ts';
import { createJsonOutput } from './json-output.ts';
import type { Output } from './output.ts';
import { createStreamJsonOutput } from './stream-json-output.ts';
import { createTextOutput } from './text-output.ts';

/** The output of a format. */
export function createOutput(
  format: OutputFormat,
  env: CommandEnv,
  session: { readonly id: string; readonly model: string; readonly hasSchema?: boolean },
): Output {
  switch (format) {
    case 'text':
      if (session.hasSchema === true) return createDataOutput(env.stdout);
      return createTextOutput(env.stdout, { isWatched: env.isStdoutTty });
    case 'json':
      return createJsonOutput(env.stdout);
    case 'stream-json':
      return createStreamJsonOutput(env.stdout, session);
    case 'events':
      return {
        event: (event) => {
          env.stdout(`${JSON.stringify(event)}\n`);
        },
        warn: () => undefined,
        end: () => undefined,
      };
  }
}

/** Only the JSON that matches the schema; nothing if there is none. */
function createDataOutput(write: (text: string) => void): Output {
  return {
    event: () => undefined,
    warn: () => undefined,
    end({ structured }) {
      if (structured !== undefined) write(`${JSON.stringify(structured.data, null, 2)}\n`);
    },
  };
}
