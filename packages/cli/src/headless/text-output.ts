import { toText } from '@bowline/protocol';
import type { Output } from './output.ts';

/** The answer as it streams, and nothing else: tools stay quiet, errors go to stderr. */
export function createTextOutput(write: (text: string) => void): Output {
  let streamed = new Set<string>();
  let isLineOpen = false;
  const say = (text: string): void => {
    if (text === '') return;
    write(text);
    isLineOpen = !text.endsWith('\n');
  };
  return {
    event(event) {
      if (event.type === 'message_delta' && event.kind === 'text') {
        streamed.add(event.messageId);
        say(event.text);
      } else if (event.type === 'message' && event.role === 'agent' && !streamed.has(event.messageId))
        say(toText(event.content));
      else if (event.type === 'tool_request' && isLineOpen) say('\n');
      else if (event.type === 'agent_end') {
        streamed = new Set();
        if (isLineOpen) say('\n');
      }
    },
    end: () => undefined,
  };
}
