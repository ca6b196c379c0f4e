import { toText } from '@bowline/protocol';
import type { Output } from './output.ts';

/**
 * The answer and nothing else: tools stay quiet, errors go to stderr.
 *
 * Who watches sees it as it comes. Whoever reads a pipe gets each message whole: what a broken connection makes a
 * model say twice must not be read twice.
 */
export function createTextOutput(
  write: (text: string) => void,
  { isWatched }: { readonly isWatched: boolean },
): Output {
  const streamed = new Set<string>();
  let isLineOpen = false;
  /** What was streamed of a message that never came whole; said after all when the turn ends without another. */
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
