import { toText } from '@bowline/protocol';
import type { Output } from './output.ts';

/**
 * Prints only the answer. A terminal gets it as it streams; a pipe gets whole messages, so that text which a model
 * repeats after a broken connection is not printed twice.
 */
export function createTextOutput(
  write: (text: string) => void,
  { isWatched }: { readonly isWatched: boolean },
): Output {
  const streamed = new Set<string>();
  let isLineOpen = false;
  /** The streamed part of a message that never completed; printed if the turn ends without another message. */
  let unsaid = { messageId: '', text: '' };
  const say = (text: string): void => {
    if (text === '') return;
    write(text);
    isLineOpen = !text.endsWith('\n');
  };
  const endLine = (): void => {
    if (isLineOpen) say('\n');
  };
  const stream = (messageId: string, text: string): void => {
    if (isWatched) {
      streamed.add(messageId);
      say(text);
    } else unsaid = { messageId, text: (messageId === unsaid.messageId ? unsaid.text : '') + text };
  };
  return {
    event(event) {
      if (event.type === 'message_delta' && event.kind === 'text') stream(event.messageId, event.text);
      else if (event.type === 'message' && event.role === 'agent' && !streamed.has(event.messageId)) {
        unsaid = { messageId: '', text: '' };
        say(toText(event.content));
      } else if (event.type === 'tool_request' || event.type === 'message_retracted') endLine();
      else if (event.type === 'agent_end') {
        say(unsaid.text);
        endLine();
      }
    },
    warn: () => undefined,
    end: () => undefined,
  };
}
