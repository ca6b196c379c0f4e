import type { Output } from './output.ts';

/** The JSON that was asked for by a schema, and nothing else; nothing at all when there is none. */
export function createDataOutput(write: (text: string) => void): Output {
  return {
    event: () => undefined,
    warn: () => undefined,
    end({ structured }) {
      if (structured !== undefined) write(`${JSON.stringify(structured.data, null, 2)}\n`);
    },
  };
}
