import type { Output } from './output.ts';

/** Only the JSON that matches the schema; nothing if there is none. */
export function createDataOutput(write: (text: string) => void): Output {
  return {
    event: () => undefined,
    warn: () => undefined,
    end({ structured }) {
      if (structured !== undefined) write(`${JSON.stringify(structured.data, null, 2)}\n`);
    },
  };
}
